// SPDX-License-Identifier: Apache-2.0
// Applies delete rules to members found only in the store (Conflicts/DanglingMember.swift). The end of the
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
    final func applyDeleteRules(_ danglingMembers: [DanglingMember]) throws -> SavedChanges {
        let former = SavedChanges(journal)
        guard !danglingMembers.isEmpty else { return former.without(former) }
        try withoutRecording {
            try ExceptionTrap.catching {
                for danglingMember in danglingMembers { try applyDeleteRules(danglingMember) }
                propagateDeletions()
                for object in SavedChanges(journal).without(former).all { object.willSave() }
                propagateDeletions()
            }
            let members = danglingMembers.compactMap { registered($0.memberID) }
            let changed = SavedChanges(journal).without(former).all
            try validate(changed + members.filter { !changed.contains($0) })
        }
        return SavedChanges(journal).without(former)
    }

    private func applyDeleteRules(_ danglingMember: DanglingMember) throws {
        let (owner, slot) = (danglingMember.owner, danglingMember.slot)
        let member = try upToDate(danglingMember)
        // Another context may have deleted the member since: the next attempt of the save finds out.
        guard member.link === link, !member.state.contains(.inaccessible) else { return }
        switch owner.binding.deleteRule(at: slot) {
        case .cascadeDeleteRule: if member.staysAlive { deleteObject(member) }
        case .denyDeleteRule: throw PropertyValidation.denial(of: owner, slot, member)
        default: owner.lost(member, at: slot)
        }
    }

    /// The member, with the stored row below its changes.
    private func upToDate(_ danglingMember: DanglingMember) throws -> NSManagedObject {
        let member = danglingMember.member ?? registerFault(danglingMember.memberID)
        guard let row = danglingMember.newest else { return member }
        if member.isFault {
            try member.realize()
        } else if member.snapshot?.version != row.version {
            rebase(member, on: row)
        }
        return member
    }
}
