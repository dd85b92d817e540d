// SPDX-License-Identifier: Apache-2.0
// How an attribute merges, as a model says it: plain values beside the derivation. User info holds them, so that every
// file and Apple's model editor keep them; MergeEntries.swift reads the entries.

import PerdurePredicates

/// The entries of an attribute's user info that make it merge.
package enum MergeKey {
    package static let kind = "perdure.merge"
    package static let criterion = "perdure.mergeCriterion"
    package static let conflict = "perdure.mergeConflict"
    package static let elements = "perdure.mergeElements"
    package static let deep = "perdure.mergeDeep"
    package static let skipsChanged = "perdure.mergeSkipsChanged"
    package static let indexes = "perdure.mergeIndexes"
}

/// How an attribute merges.
package struct MergeDocument: Sendable, Equatable {
    package var kind: MergeKind
    package var criterion = MergeCriterion.valueDiffers
    package var conflict = MergeConflictResolution.mine
    package var elements = MergeElementType.string
    /// Whether keys of a dictionary are paths into nested dictionaries.
    package var isDeep = false
    /// Whether undo of a saved change leaves alone what others have changed since.
    package var skipsChanged = false
    /// The keys of a dictionary that have an index; for a set any text says that its elements have one.
    package var indexes: [String] = []

    package init(_ kind: MergeKind) { self.kind = kind }

    /// The entries that say the same; what a missing entry says has none.
    package var userInfo: [String: String] {
        var entries = [MergeKey.kind: kind.rawValue]
        if criterion != .valueDiffers { entries[MergeKey.criterion] = criterion.rawValue }
        if conflict != .mine { entries[MergeKey.conflict] = conflict.rawValue }
        if elements != .string { entries[MergeKey.elements] = elements.rawValue }
        if isDeep { entries[MergeKey.deep] = UserInfoFlag.text(true) }
        if skipsChanged { entries[MergeKey.skipsChanged] = UserInfoFlag.text(true) }
        if !indexes.isEmpty { entries[MergeKey.indexes] = Self.text(ofIndexes: indexes) }
        return entries
    }

    /// The entry of a list of keys.
    package static func text(ofIndexes keys: [String]) -> String { keys.joined(separator: ",") }
}
