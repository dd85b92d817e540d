// SPDX-License-Identifier: Apache-2.0
// A member that a deletion would leave behind: another writer has added it since the owner's members were read. Stores
// find such members (MemberCheck.swift). The context applies the owner's delete rule to them
// (Context/Saving/NSManagedObjectContext+Stragglers.swift), and the save is tried again.

import PerdureStore

/// One unexpected member of an object that the save deletes.
struct Straggler {
    /// The object that the save deletes.
    let owner: NSManagedObject
    /// The owner's relationship.
    let slot: Int
    let memberID: NSManagedObjectID
    /// The member, if the save writes it too.
    let member: NSManagedObject?
    /// The stored row of the member; nil for a new member.
    let newest: Row?
    let store: EngineStore

    /// The conflict to report when others add members until the save gives up (SAV-61).
    func conflict(_ overwritten: OverwrittenValues) -> NSMergeConflict {
        NSMergeConflict(owner, .deletion, owner.snapshot, store, overwritten)
    }
}

extension StoreConflicts {
    /// The members that deletions would leave behind.
    ///
    /// - Parameter objects: the objects of the save, by their keys.
    /// - Returns: one straggler for each member and owner.
    func stragglers(_ objects: [ObjectKey: NSManagedObject]) -> [Straggler] {
        list.compactMap { conflict in
            guard case .straggler(let key, let slot, let member, let current) = conflict,
                let owner = objects[key]
            else { return nil }
            return Straggler(
                owner: owner, slot: slot, memberID: set.store.origin.id(member), member: objects[member],
                newest: current, store: set.store)
        }
    }
}

extension PendingChanges {
    /// Removes destinations that are gone from the objects whose values a merge policy chose.
    ///
    /// - Throws: 1570 when a mandatory relationship loses its only destination.
    func forget(_ gone: Set<ObjectKey>) throws {
        guard !gone.isEmpty else { return }
        for object in merged {
            let slots = object.binding.relationshipSlots.filter { object.leads(to: gone, at: $0) }
            for slot in slots { forget(gone, object, slot) }
            if !slots.isEmpty { try object.validateForUpdate() }
        }
    }

    private func forget(_ gone: Set<ObjectKey>, _ object: NSManagedObject, _ slot: Int) {
        guard object.binding.slotProperties[slot].isToMany else {
            overwritten.write(.null, at: slot, of: object)
            return
        }
        overwritten.changeMembers(of: object, at: slot) { members in
            let lost = members.added.filter { gone.contains($0.objectID.key) }
            members.settle(lost.map { SettledMember(object: $0, isMember: false) })
        }
    }
}

extension NSManagedObject {
    /// Whether a relationship leads to any of some rows; for a to-many relationship, whether an added member does.
    fileprivate final func leads(to keys: Set<ObjectKey>, at slot: Int) -> Bool {
        switch slots[slot] {
        case .stored(.reference(let key)): keys.contains(key)
        case .stored: false
        case .live(let value):
            value.asMembers?.added.contains { keys.contains($0.objectID.key) }
                ?? value.asDestination.map { keys.contains($0.objectID.key) } ?? false
        }
    }
}
