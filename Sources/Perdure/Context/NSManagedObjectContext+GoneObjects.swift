// SPDX-License-Identifier: Apache-2.0
// Objects whose rows others have deleted, as merges tell. What a save of another context deleted is pending here until the
// next save (CTX-142); what went past all contexts, by a batch request or in another process, leaves at once (PRG-41).

import Foundation
import PerdureStore

extension NSManagedObjectContext {
    /// Passes on the deletion of another context's save.
    final func deleteMerged(_ id: NSManagedObjectID) {
        guard let object = registered(id) else { return }
        if object.staysAlive {
            deleteObject(object)
            // There is no row any more that could tell what a fault's delete rules lead to.
            if object.isFault { object.state.insert(.propagated) }
        }
        if object.state.contains(.deleted) { object.state.insert(.gone) }
    }

    /// Lets objects without rows go, and brings what led to them up to date; nothing is changed by it.
    ///
    /// - Returns: the objects that were brought up to date.
    /// - Throws: what reading their rows reports.
    final func letGo(ofDeleted ids: [NSManagedObjectID]) throws -> [NSManagedObject] {
        var refreshed: [NSManagedObject] = []
        var waiting = ids
        while !waiting.isEmpty {
            let gone = GoneObjects(waiting, in: self)
            let (known, lost) = try refreshEnds(of: gone)
            refreshed += known
            for object in gone.objects { letGo(of: object) }
            waiting = lost
        }
        journal.sweep()
        tellHasChanges()
        return refreshed.filter { $0.link === link }
    }

    private func letGo(of object: NSManagedObject) {
        guard object.link === link else { return }
        let isPending = !object.staysAlive
        if !isPending { note(object, .deleted) }
        deletionQueue.removeAll { $0 === object }
        // Undo brings back what the program itself has deleted, and needs its values.
        if !isPending { object.withoutTracking { object.turnIntoFault() } }
        detach(object)
    }

    /// Brings the other ends of relationships up to date.
    ///
    /// - Returns: those, and the IDs of objects that turned out to be gone too.
    private func refreshEnds(of gone: GoneObjects) throws -> ([NSManagedObject], [NSManagedObjectID]) {
        let ends = identities.allObjects.filter { !$0.isFault && !gone.contains($0) && gone.areLed(to: $0) }
        let stored = ends.filter { $0.isStored && !$0.state.contains(.inaccessible) }
        source?.forgetRows(of: stored.map(\.objectID))
        let rows = try source?.orderedRows(for: stored.map(\.objectID), maximumAge: 0) ?? []
        var lost: [NSManagedObjectID] = []
        for (object, row) in zip(stored, rows) {
            if let row {
                rebase(object, on: row)
            } else if !object.hasChanges {
                lost.append(object.objectID)
            }
        }
        for object in ends where !object.isFault { gone.cutOff(object) }
        return (stored.filter { !lost.contains($0.objectID) }, lost)
    }

    // MARK: Coming back

    /// Undo, or the program, wants an object back whose row is gone: it is a new one with the same values (PRG-40).
    final func insertGone(_ object: NSManagedObject) {
        deletionQueue.removeAll { $0 === object }
        detach(object)
        startAgain(object)
        settleRelationships(of: object, hasLostRow: true)
    }
}

/// Some objects that have no rows any more.
struct GoneObjects {
    /// Those that the context knows.
    let objects: [NSManagedObject]
    private let known: Set<NSManagedObject>
    private let keys: [ObjectIdentifier: Set<ObjectKey>]

    init(_ ids: [NSManagedObjectID], in context: NSManagedObjectContext) {
        objects = ids.compactMap { context.registered($0) }.filter { $0.isStored }
        known = Set(objects)
        var keys: [ObjectIdentifier: Set<ObjectKey>] = [:]
        for id in ids {
            guard let origin = id.origin else { continue }
            keys[ObjectIdentifier(origin), default: []].insert(id.key)
        }
        self.keys = keys
    }

    func contains(_ object: NSManagedObject) -> Bool { known.contains(object) }

    /// Whether any relationship of an object leads to them, or did before the context's own changes.
    ///
    /// Also where the program has cut it off, the deletion has moved the version of the object's row.
    func areLed(to object: NSManagedObject) -> Bool {
        object.binding.relationshipSlots.contains { leads(object, $0) || led(object, $0) }
    }

    private func led(_ object: NSManagedObject, _ slot: Int) -> Bool {
        guard object.slots.written.contains(slot), case .reference(let key)? = object.snapshot?[slot] else {
            return false
        }
        return contains(key, object)
    }

    private func contains(_ key: ObjectKey, _ object: NSManagedObject) -> Bool {
        object.origin.map { keys[ObjectIdentifier($0)]?.contains(key) ?? false } ?? false
    }

    private func leads(_ object: NSManagedObject, _ slot: Int) -> Bool {
        switch object.slots[slot] {
        case .stored(.reference(let key)): contains(key, object)
        case .stored: false
        case .live(let value):
            value.asMembers?.hasAny(of: known) ?? value.asDestination.map { known.contains($0) } ?? false
        }
    }

    /// Takes them out of what an object leads to by changes of its own.
    func cutOff(_ object: NSManagedObject) {
        for slot in object.binding.relationshipSlots where leads(object, slot) {
            object.withoutTracking {
                object.announcing([slot]) {
                    if let members = object.slots[slot].members {
                        members.settle(known.map { SettledMember(object: $0, isMember: false) })
                    } else {
                        object.slots[slot] = .null
                    }
                }
            }
        }
    }
}

extension ToManyValue {
    /// Whether one of some objects is a member, or was until it was taken out.
    fileprivate func hasAny(of objects: Set<NSManagedObject>) -> Bool {
        objects.contains { contains($0) || removed.contains($0) }
    }
}
