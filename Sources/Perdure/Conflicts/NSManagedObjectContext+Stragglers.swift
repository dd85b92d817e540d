// SPDX-License-Identifier: Apache-2.0
// Applies delete rules to members that a save finds only in the store (Conflicts/Straggler.swift). The end of the
// event would have applied these rules, had the context known the members.

import Foundation
import PerdureBase
import PerdureStore

extension NSManagedObjectContext {
    /// Applies the delete rules of relationships to members that deletions would leave behind, with all hooks of a
    /// save.
    ///
    /// - Returns: the additional changes and deletions.
    /// - Throws: 1600 when a rule denies the deletion; what validation finds; what reading the store reports.
    final func settle(_ stragglers: [Straggler]) throws -> SavedChanges {
        let former = SavedChanges(journal)
        guard !stragglers.isEmpty else { return former.without(former) }
        try withoutRecording {
            try ExceptionTrap.catching {
                for straggler in stragglers { try settle(straggler) }
                propagateDeletions()
                for object in SavedChanges(journal).without(former).all { object.willSave() }
                propagateDeletions()
            }
            let members = stragglers.compactMap { registered($0.memberID) }
            let changed = SavedChanges(journal).without(former).all
            try validate(changed + members.filter { !changed.contains($0) })
        }
        return SavedChanges(journal).without(former)
    }

    private func settle(_ straggler: Straggler) throws {
        let (owner, slot) = (straggler.owner, straggler.slot)
        let member = try upToDate(straggler)
        // Another context may have deleted the member since: the next attempt of the save finds out.
        guard member.link === link, !member.state.contains(.inaccessible) else { return }
        switch owner.binding.deleteRule(at: slot) {
        case .cascadeDeleteRule: if member.staysAlive { deleteObject(member) }
        case .denyDeleteRule: throw PropertyValidation.denial(of: owner, slot, member)
        default: owner.lost(member, at: slot)
        }
    }

    /// The member, with the stored row below its changes.
    private func upToDate(_ straggler: Straggler) throws -> NSManagedObject {
        let member = straggler.member ?? registerFault(straggler.memberID)
        guard let row = straggler.newest else { return member }
        if member.isFault {
            try member.realize()
        } else if member.snapshot?.version != row.version {
            rebase(member, on: row)
        }
        return member
    }
}
