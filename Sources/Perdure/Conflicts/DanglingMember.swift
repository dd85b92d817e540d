// SPDX-License-Identifier: Apache-2.0
// A member that a deletion would leave behind: another writer has added it since the owner's members were read. Stores
// find such members (MemberCheck.swift). The context applies the owner's delete rule to them
// (Conflicts/NSManagedObjectContext+DanglingMembers.swift), and the save is tried again.

import PerdureStore

/// One unexpected member of an object that the save deletes.
struct DanglingMember {
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
    func conflict(_ compensation: CompensationLog) -> NSMergeConflict {
        NSMergeConflict(owner, .deletion, owner.snapshot, store, compensation)
    }
}

extension StoreConflicts {
    /// The members that deletions would leave behind.
    ///
    /// - Parameter objects: the objects of the save, by their keys.
    /// - Returns: one dangling member for each member and owner.
    func danglingMembers(_ objects: [ObjectKey: NSManagedObject]) -> [DanglingMember] {
        list.compactMap { conflict in
            guard case .danglingMember(let key, let slot, let member, let current) = conflict,
                let owner = objects[key]
            else { return nil }
            return DanglingMember(
                owner: owner, slot: slot, memberID: set.store.namespace.id(member), member: objects[member],
                newest: current, store: set.store)
        }
    }
}
