// SPDX-License-Identifier: Apache-2.0
// The rules of the built-in merge policies for version conflicts, property by property (SAV-52 to SAV-60).

import Foundation
import PerdureStore

/// What becomes of an object after a version conflict.
enum VersionSettlement {
    /// Written over the newest row.
    case written
    /// Its changes are given up: it shows the newest row.
    case dropped
    /// Its row is gone and is written again.
    case rewritten
    /// Its row is gone and so is the object.
    case abandoned
    /// Deleted, although it changed meanwhile.
    case deleted
    /// Its deletion is taken back.
    case undeleted
}

/// Settles one conflict as a built-in policy does.
struct VersionConflictMerge {
    let conflict: NSMergeConflict
    let policy: NSMergePolicyType

    private var prefersObject: Bool {
        policy == .mergeByPropertyObjectTrumpMergePolicyType || policy == .overwriteMergePolicyType
    }

    func apply() {
        switch (conflict.role, conflict.newest) {
        case (.deletion, _):
            conflict.settlement = prefersObject ? .deleted : .undeleted
        case (.check, nil):
            conflict.settlement = .abandoned
        case (.update, nil):
            conflict.settlement = prefersObject ? .rewritten : .abandoned
        case (_, let newest?):
            merge(newest)
            conflict.settlement = policy == .rollbackMergePolicyType ? .dropped : .written
        }
    }

    private func merge(_ theirs: Row) {
        let object = conflict.sourceObject
        guard let base = object.snapshot else { return }
        for property in object.binding.layout.properties {
            if property.isStoredInRow {
                merge(property.slot, base[property.slot], theirs[property.slot], into: object)
            } else if policy == .rollbackMergePolicyType, property.relationship != nil, !property.isTransient
            {
                object.dropToManyChange(at: property.slot)
            }
        }
    }

    /// One cell of SAV-52's table.
    private func merge(_ slot: Int, _ base: SlotValue, _ theirs: SlotValue, into object: NSManagedObject) {
        if policy == .overwriteMergePolicyType { return keepMine(slot, theirs, of: object) }
        let takesTheirs =
            switch policy {
            case .mergeByPropertyObjectTrumpMergePolicyType: !object.isChanged(storedSlot: slot)
            case .mergeByPropertyStoreTrumpMergePolicyType:
                theirs != base || !object.isChanged(storedSlot: slot)
            case .overwriteMergePolicyType, .errorMergePolicyType: false
            case .rollbackMergePolicyType: true
            }
        if takesTheirs { object.setStoredValue(theirs, at: slot) }
    }

    /// A value that I never touched counts as changed now, because the newest row has another.
    private func keepMine(_ slot: Int, _ theirs: SlotValue, of object: NSManagedObject) {
        guard let mine = try? object.storedValue(at: slot), mine != theirs else { return }
        object.setStoredValue(mine, at: slot)
    }
}
