// SPDX-License-Identifier: Apache-2.0
// The objects for many keys of one store: tables and families are looked up once for a run of keys, not once for each.
// A single fault is made by NSManagedObjectContext+Registering.swift.

import PerdureStore

/// Finds or makes the objects that a fetch has found in one store, for a context without a parent.
struct FaultRegistry {
    private let origin: ObjectIDOrigin
    // Unowned, because the context is weakly referred to by others, and counting such an object takes a detour; the
    // context itself makes the registry, and uses it up in the same call.
    private unowned(unsafe) let context: NSManagedObjectContext
    private let retainsAll: Bool
    /// How many objects may still come.
    private var rest: Int
    /// Whether there is room for them in the table of the first hierarchy.
    private var hasRoom = false
    /// What the last key needed.
    private var root: Int32 = -1
    private var table: IdentityTable?
    private var entity: Int32 = -1
    private var maker: FaultMaker?
    /// The identity map's resets when these were looked up.
    private var resets: Int

    init(_ origin: ObjectIDOrigin, _ context: NSManagedObjectContext, room: Int) {
        self.origin = origin
        self.context = context
        retainsAll = context.identities.retainsAll
        rest = room
        resets = context.identities.resets
    }

    /// To be called after code of the program has run, which may have reset the context.
    mutating func lookAgain() {
        guard context.identities.resets != resets else { return }
        resets = context.identities.resets
        (root, entity, maker) = (-1, -1, nil)
    }

    /// The registered object of a row's key, or a new fault.
    @inline(__always) mutating func object(_ key: ObjectKey) -> NSManagedObject {
        if key.root != root {
            root = key.root
            table = context.identities.table(of: root, in: origin)
        }
        defer { rest -= 1 }
        // Looked up by the lines above.
        let table = table.unsafelyUnwrapped
        return table[key.number] ?? fault(key, table)
    }

    @inline(__always) private mutating func fault(_ key: ObjectKey, _ table: IdentityTable) -> NSManagedObject
    {
        if key.entity != entity || !hasRoom { prepare(key.entity, table) }
        // Made by the line above.
        let object = maker.unsafelyUnwrapped.fault(key.number)
        table.insert(object, key.number)
        if retainsAll { context.identities.retain(object) }
        return object
    }

    private mutating func prepare(_ entity: Int32, _ table: IdentityTable) {
        if !hasRoom {
            // At the first new one: a fetch may find what is here already.
            hasRoom = true
            table.reserve(max(rest, 1))
        }
        self.entity = entity
        maker = FaultMaker(context.family(EntityBinding.of(origin.entity(entity)), in: origin))
    }
}
