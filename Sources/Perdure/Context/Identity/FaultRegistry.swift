// SPDX-License-Identifier: Apache-2.0
// Finds or makes the objects for many keys of one store. It looks up tables and environments once for a run of keys, not
// once for each key. NSManagedObjectContext+Registering.swift makes a single fault.

import PerdureStore

/// Finds or makes the objects of a fetch's result from one store, for a context without a parent.
struct FaultRegistry {
    private let namespace: ObjectIDNamespace
    // Unowned, because weak references to the context exist, and counting such an object is slow. The context makes the
    // registry and uses it up in one call.
    private unowned(unsafe) let context: NSManagedObjectContext
    private let retainsAll: Bool
    /// Whether the store hears of new objects.
    private let isNamed: Bool
    /// How many objects may still follow.
    private var rest: Int
    /// Whether the table of the first hierarchy has room for the objects that follow.
    private var hasRoom = false
    /// The root entity of the last key, with its table.
    private var root: Int32 = -1
    private var table: IdentityTable?
    private var entity: Int32 = -1
    private var maker: FaultMaker?
    /// Held for the maker.
    private var environment: ObjectEnvironment?
    /// The environments of the entities before: the rows of a hierarchy come in any order.
    private var environments: [ObjectEnvironment] = []
    /// The number of the identity map's resets when the tables were looked up.
    private var resets: Int

    init(_ namespace: ObjectIDNamespace, _ context: NSManagedObjectContext, room: Int) {
        self.namespace = namespace
        self.context = context
        retainsAll = context.identities.retainsAll
        isNamed = namespace.isNamed
        rest = room
        resets = context.identities.resets
    }

    /// Looks tables up again if the context was reset; call it after code of the program has run.
    mutating func lookUpAgain() {
        guard context.identities.resets != resets else { return }
        resets = context.identities.resets
        (root, entity, maker, environment, environments) = (-1, -1, nil, nil, [])
    }

    /// The registered object of a row's key, or a new fault.
    @inline(__always) mutating func object(_ key: ObjectKey) -> NSManagedObject {
        if key.root != root {
            root = key.root
            table = context.identities.table(of: root, in: namespace)
        }
        defer { rest -= 1 }
        // The lines above have set the table, and this registry holds it.
        let table = Unmanaged.passUnretained(table.unsafelyUnwrapped)
        return table._withUnsafeGuaranteedRef { $0[key.number] } ?? fault(key, table)
    }

    @inline(__always) private mutating func fault(_ key: ObjectKey, _ table: Unmanaged<IdentityTable>)
        -> NSManagedObject
    {
        if key.entity != entity || !hasRoom { prepare(key.entity, table.takeUnretainedValue()) }
        // The line above has made the maker.
        let object = maker.unsafelyUnwrapped.fault(key.number)
        table._withUnsafeGuaranteedRef { $0.insert(object, key.number) }
        if retainsAll { context.identities.retain(object) }
        if isNamed { context.noteRegistered(namespace.id(key)) }
        return object
    }

    private mutating func prepare(_ entity: Int32, _ table: IdentityTable) {
        if !hasRoom {
            // Room is made for the first new object only: the fetch may find registered objects alone.
            hasRoom = true
            table.reserve(max(rest, 1))
        }
        if let environment, !environments.contains(where: { $0 === environment }) {
            environments.append(environment)
        }
        let next = environments.first { $0.entity == entity } ?? context.environment(entity, in: namespace)
        (self.entity, environment, maker) = (entity, next, FaultMaker(next))
    }
}
