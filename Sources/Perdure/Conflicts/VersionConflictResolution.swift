// SPDX-License-Identifier: Apache-2.0
// The rules of the built-in merge policies for optimistic lock conflicts, property by property (SAV-52 to SAV-60).
// VersionConflictResolution+Relationships.swift has the relationships.

import Foundation
import PerdureStore

/// Resolves one conflict by the rules of a built-in policy.
struct VersionConflictResolution {
    let conflict: NSMergeConflict
    let policy: NSMergePolicyType

    var object: NSManagedObject { conflict.sourceObject }

    private var prefersObject: Bool {
        policy == .mergeByPropertyObjectTrumpMergePolicyType || policy == .overwriteMergePolicyType
    }

    /// Whether all values of the object are written; an object that is only checked has nothing to write (CT-7).
    var isOverwriting: Bool { policy == .overwriteMergePolicyType && conflict.role == .update }

    /// Resolves conflicts, and tells relationships the decisions about their members.
    ///
    /// - Throws: what reading members from the store reports.
    static func apply(_ policy: NSMergePolicyType, to conflicts: [NSMergeConflict]) throws {
        for conflict in conflicts {
            try VersionConflictResolution(conflict: conflict, policy: policy).apply()
        }
        for conflict in conflicts { conflict.compensation.applyMemberDecisions() }
    }

    /// Changes the object, and notes the outcome.
    ///
    /// - Throws: what reading members from the store reports.
    private func apply() throws {
        switch (conflict.role, conflict.newest) {
        case (.deletion, _):
            conflict.outcome = prefersObject ? .deleted : .undeleted
        case (.check, nil):
            conflict.outcome = .abandoned
        case (.update, nil):
            if prefersObject { try bringBack() }
            conflict.outcome = prefersObject ? .rewritten : .abandoned
        case (_, let newest?):
            try resolve(newest)
            conflict.outcome = .written
        }
    }

    private func resolve(_ theirs: Row) throws {
        guard let base = object.snapshot else { return }
        // Values that stores compute are always the store's.
        for property in object.binding.layout.properties {
            if property.isWrittenWhole {
                resolve(property, base[property.slot], theirs[property.slot])
            } else if let rule = property.merge {
                resolve(rule, property.slot, base[property.slot], theirs[property.slot])
            } else if let relationship = property.relationship, !property.isTransient {
                try resolveMembers(property.slot, relationship)
            }
        }
    }

    /// Merges a mergeable attribute.
    ///
    /// The store applies the attribute's change to the stored value, whatever the policy (MRG-99). If both sides replaced a
    /// value that only one may replace, the policy chooses one of the two values.
    private func resolve(_ rule: MergeRule, _ slot: Int, _ base: StoredValue, _ theirs: StoredValue) {
        // After a merge function has run, the store's value is the base.
        let isDecided = rule.conflict == .error || rule.conflict == .merge
        guard rule.kind == .value, isDecided, theirs != base else { return }
        let prefersStore =
            policy == .mergeByPropertyStoreTrumpMergePolicyType || policy == .rollbackMergePolicyType
        guard prefersStore, object.slots[slot].merged?.isChanged ?? false else { return }
        conflict.compensation.overwrite(.stored(theirs), at: slot, of: object)
        conflict.tookValues = true
    }

    /// Resolves one property, by one cell of SAV-52's table.
    private func resolve(_ property: PropertyLayout, _ base: StoredValue, _ theirs: StoredValue) {
        let slot = property.slot
        if isOverwriting { return keepMine(slot, theirs) }
        let isMine = object.isChanged(storedSlot: slot) || conflict.wasSetByPolicy(slot)
        let takesTheirs =
            switch policy {
            case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType: !isMine
            case .mergeByPropertyStoreTrumpMergePolicyType: theirs != base || !isMine
            case .errorMergePolicyType: false
            case .rollbackMergePolicyType: true
            }
        guard takesTheirs else { return }
        let mine = property.relationship == nil ? nil : object.toOne(at: slot)
        guard conflict.compensation.write(.stored(theirs), at: slot, of: object) else { return }
        conflict.tookValues = true
        if property.relationship != nil { tellOtherEnds(slot, mine) }
    }

    /// Marks an unchanged value as changed if the newest row has another value: it overwrites the row's value.
    private func keepMine(_ slot: Int, _ theirs: StoredValue) {
        guard let mine = try? object.storedValue(at: slot), mine != .stored(theirs) else { return }
        object.setStoredValue(mine, at: slot)
    }
}
