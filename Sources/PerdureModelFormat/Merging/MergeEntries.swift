// SPDX-License-Identifier: Apache-2.0
// The reader of what user info says about merging, for model files and for descriptions, whose user info may hold any
// value. Who compiles a model reads strictly; who shows one takes an unknown entry for none.

import Foundation
import PerdurePredicates

/// An entry that says nothing known.
package struct MergeEntryError: Error, Sendable, Equatable {
    package let key: String
    /// What the entry says.
    package let given: String
    /// What it may say.
    package let known: [String]
}

/// The entries of one attribute.
package struct MergeEntries {
    private let entry: (String) -> Any?

    /// The entries of a user info of any kind.
    package init(_ entry: @escaping (String) -> Any?) { self.entry = entry }

    /// The entries of an attribute in a model file.
    package init(_ traits: PropertyTraits) { entry = { traits.userInfo[$0] } }

    /// Whether an entry makes the attribute merge.
    package var isPresent: Bool { entry(MergeKey.kind) != nil }

    /// How the attribute merges; nil without an entry.
    package func kind() throws -> MergeKind? { try word(MergeKey.kind) }

    /// The type of a set's elements; nil without an entry.
    package func elements() throws -> MergeElementType? { try word(MergeKey.elements) }

    /// All that the entries say.
    ///
    /// - Throws: `MergeEntryError` for the first entry that says nothing known.
    package func document(_ kind: MergeKind) throws -> MergeDocument {
        var document = MergeDocument(kind)
        document.criterion = try word(MergeKey.criterion) ?? document.criterion
        document.conflict = try word(MergeKey.conflict) ?? document.conflict
        document.elements = try elements() ?? document.elements
        document.isDeep = try flag(MergeKey.deep) ?? document.isDeep
        document.skipsChanged = try flag(MergeKey.skipsChanged) ?? document.skipsChanged
        document.indexes = indexes
        return document
    }

    /// All that the entries say, where unknown ones count as none.
    package func knownDocument(_ kind: MergeKind) -> MergeDocument {
        var document = MergeDocument(kind)
        document.criterion = known(MergeKey.criterion) ?? document.criterion
        document.conflict = known(MergeKey.conflict) ?? document.conflict
        document.elements = known(MergeKey.elements) ?? document.elements
        document.isDeep = UserInfoFlag.read(entry(MergeKey.deep)) ?? document.isDeep
        document.skipsChanged = UserInfoFlag.read(entry(MergeKey.skipsChanged)) ?? document.skipsChanged
        document.indexes = indexes
        return document
    }

    /// All that the entries say, a value without a known kind.
    package var knownDocument: MergeDocument { knownDocument(known(MergeKey.kind) ?? .value) }

    /// The texts of the list, which is written with commas.
    private var indexes: [String] {
        (entry(MergeKey.indexes) as? String ?? "").split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && $0 != "NO" }
    }

    private func known<Word: RawRepresentable<String>>(_ key: String) -> Word? {
        (entry(key) as? String).flatMap(Word.init(rawValue:))
    }

    private func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String) throws -> Word? {
        guard let given = entry(key) else { return nil }
        if let word: Word = known(key) { return word }
        throw MergeEntryError(key: key, given: "\(given)", known: Word.allCases.map(\.rawValue))
    }

    private func flag(_ key: String) throws -> Bool? {
        guard let given = entry(key) else { return nil }
        if let flag = UserInfoFlag.read(given) { return flag }
        throw MergeEntryError(key: key, given: "\(given)", known: ["YES", "NO"])
    }
}
