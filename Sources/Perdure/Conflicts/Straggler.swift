// SPDX-License-Identifier: Apache-2.0
// A member that a deletion would leave behind: another writer has added it since the owner's members were read. Stores
// find such members (MemberCheck.swift). The context applies the owner's delete rule to them
// (Conflicts/NSManagedObjectContext+Stragglers.swift), and the save is tried again.

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
