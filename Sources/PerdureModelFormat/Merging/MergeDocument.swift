// SPDX-License-Identifier: Apache-2.0
// How an attribute merges, as plain values of the model, beside the derivation. The values lie in user info, which every
// file format and Apple's model editor keep. MergeEntries.swift reads the entries.

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
    /// Whether undo of a saved change skips values that another writer has changed since.
    package var skipsChanged = false
    /// The keys of a dictionary that have an index.
    ///
    /// Any text in the list gives a set an index of its elements.
    package var indexes: [String] = []

    package init(_ kind: MergeKind) { self.kind = kind }

    /// The user info entries of these values; a default value has no entry.
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

    /// The text of the entry for a list of keys.
    package static func text(ofIndexes keys: [String]) -> String { keys.joined(separator: ",") }
}
