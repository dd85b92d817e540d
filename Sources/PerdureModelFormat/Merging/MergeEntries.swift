// SPDX-License-Identifier: Apache-2.0
// Reads the entries of user info about merging, of model files and of descriptions, whose user info may hold any value.
// Compilers of models read strictly. Tools that show a model ignore unknown entries.

import Foundation
import PerdurePredicates

/// An entry with an unknown value.
package struct MergeEntryError: Error, Sendable, Equatable {
    package let key: String
    /// The text of the entry.
    package let given: String
    /// The texts that the entry may have.
    package let known: [String]
}

/// The entries of one attribute.
package struct MergeEntries {
    private let entry: (String) -> Any?

    /// The entries of a user info of any kind.
    package init(_ entry: @escaping (String) -> Any?) { self.entry = entry }

    /// The entries of an attribute in a model file.
    package init(_ traits: PropertyTraits) { entry = { traits.userInfo[$0] } }

    /// Whether the attribute has the entry that makes it merge.
    package var isPresent: Bool { entry(MergeKey.kind) != nil }

    /// How the attribute merges; nil without an entry.
    package func kind() throws -> MergeKind? { try word(MergeKey.kind) }

    /// The type of a set's elements; nil without an entry.
    package func elements() throws -> MergeElementType? { try word(MergeKey.elements) }

    /// The document of all entries.
    ///
    /// - Throws: `MergeEntryError` for the first entry with an unknown value.
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

    /// The document of all entries; an entry with an unknown value counts as absent.
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

    /// The document of all entries, with the kind `value` where the kind is missing or unknown.
    package var knownDocument: MergeDocument { knownDocument(known(MergeKey.kind) ?? .value) }

    /// The texts of the list, which commas separate.
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
