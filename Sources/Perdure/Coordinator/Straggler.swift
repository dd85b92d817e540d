// SPDX-License-Identifier: Apache-2.0
// A member that a deletion would leave behind, because another writer has added it since the owner's members were read.
// Stores find them (MemberCheck.swift), the context treats them by the owner's delete rule
// (Context/NSManagedObjectContext+Stragglers.swift), and the save is tried again.

import PerdureStore

/// One member of an object that the save deletes.
struct Straggler {
    /// What is deleted.
    let owner: NSManagedObject
    /// Its relationship.
    let slot: Int
    let memberID: NSManagedObjectID
    /// The member, where the save writes it itself.
    let member: NSManagedObject?
    /// The member's row as it is stored; nil for a new member.
    let newest: Row?
    let store: EngineStore

    /// Where others go on adding members until the save gives up (SAV-61).
    func conflict(_ overwritten: OverwrittenValues) -> NSMergeConflict {
        NSMergeConflict(owner, .deletion, owner.snapshot, store, overwritten)
    }
}

extension StoreConflicts {
    /// The members that would be left behind.
    ///
    /// - Parameter objects: those of the save, by their keys.
    /// - Returns: one for each member and owner.
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
    /// Takes destinations that are gone out of the objects whose values a merge policy chose.
    ///
    /// - Throws: 1570 where a mandatory relationship has nothing to lead to any more.
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
    /// Whether a relationship leads to one of some rows, by a change where it has many members.
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
