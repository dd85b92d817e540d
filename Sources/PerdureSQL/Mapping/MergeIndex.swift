// SPDX-License-Identifier: Apache-2.0
// Indexes on elements of sets and keys of dictionaries (MRG-124). Other programs must be able to write the store, Apple's
// framework among them, and they know nothing of our property lists; so an index is a table of ours beside the row's:
//
// | table | columns | what it holds |
// | --- | --- | --- |
// | PERDURE_MI_… | NAME, VALUE, OWNER | the elements, or the values of the indexed keys, of the row OWNER |
// | PERDURE_MS_… | OWNER | rows that were written since their entries were made |
// | PERDURE_MI | NAME, KEYS | the indexes of the file, and the keys that each of them has |
//
// Triggers (PerdureSQLite/AppleFile/MergeIndex+Definitions.swift) note each written row, whoever writes it. Before our own commits entries are made anew for the rows
// that are noted (PerdureSQLite/Merging/MergeIndexWork.swift). A search looks into both tables and then at the row itself,
// so that it is right at any time.

import Foundation
import PerdurePredicates
import PerdureStore

/// The index of one attribute.
package struct MergeIndex: Sendable, Hashable {
    package let table: String
    package let column: String
    package let rule: MergeRule
    /// What is indexed: paths of a dictionary; of a set, an empty text.
    package let keys: [String]

    /// The name behind the prefixes of the tables and triggers.
    package var label: String { "\(table)_\(column)" }
    package var entries: String { "PERDURE_MI_\(label)" }
    package var stale: String { "PERDURE_MS_\(label)" }
    /// The keys as they are remembered.
    package var keyList: String { keys.joined(separator: ",") }

    /// The table of all indexes of a file.
    package static let list = "PERDURE_MI"

    /// The indexes that a model declares, each once.
    static func all(in mapping: [EntityMapping?], _ tables: [TableMapping], _ schema: Schema) -> [MergeIndex]
    {
        var found: [String: MergeIndex] = [:]
        for entity in mapping.compactMap({ $0 }) {
            for property in schema[entity.entity].properties {
                guard let rule = property.merge, rule.hasParts, !rule.indexes.isEmpty,
                    case .attribute(let column) = entity.slots[property.slot], !column.form.liesApart
                else { continue }
                let index = MergeIndex(
                    table: tables[entity.table].name, column: column.name, rule: rule,
                    keys: rule.indexes.sorted())
                found[index.label] = index
            }
        }
        return found.values.sorted { $0.label < $1.label }
    }

    // MARK: Entries

    /// The entries of a row's bytes: names and values.
    package func entries(of stored: StoredValue) -> [(name: String, value: SQLBinding)] {
        let content = rule.readable(stored)
        if case .set(let elements) = content {
            return elements.compactMap { element in Self.value(of: ConstantValue(element)).map { ("", $0) } }
        }
        return keys.compactMap { key in
            content.entry(at: key.split(separator: ".").map(String.init)).flatMap(Self.value).map {
                (key, $0)
            }
        }
    }

    /// What stands in the table for a value: the same for all values that are equal.
    ///
    /// Nil for what is not looked for there.
    static func value(of constant: ConstantValue) -> SQLBinding? {
        switch constant {
        case .boolean(let flag): .integer(flag ? 1 : 0)
        case .integer(let number): .integer(number)
        case .double(let number):
            number.isNaN ? nil : Int64(exactly: number).map { .integer($0) } ?? .real(number)
        case .date(let date): .real(date.timeIntervalSinceReferenceDate)
        case .string(let text): .text(text.precomposedStringWithCanonicalMapping)
        case .url(let url): .text(url.absoluteString.precomposedStringWithCanonicalMapping)
        case .uuid(let uuid): .text(uuid.uuidString)
        case .data(let data): .blob(data)
        case .decimal(let number): .real(NSDecimalNumber(decimal: number).doubleValue)
        case .null, .array, .set, .dictionary, .reference, .object: nil
        }
    }
}

/// The indexes that fetches from a store may use: those that its file has been found to have.
package final class MergeIndexes: Sendable {
    /// Those that the model declares.
    package let declared: [MergeIndex]
    private let known = Lock<[String: MergeIndex]>([:])

    /// Those that fetches may use.
    package var usable: [MergeIndex] { known.withLock { Array($0.values) } }

    init(_ declared: [MergeIndex]) { self.declared = declared }

    /// Lets fetches use some.
    package func use(_ indexes: [MergeIndex]) {
        known.withLock { $0 = Dictionary(indexes.map { ($0.label, $0) }, uniquingKeysWith: { $1 }) }
    }

    func index(table: String, column: String) -> MergeIndex? {
        declared.isEmpty ? nil : known.withLock { $0["\(table)_\(column)"] }
    }
}
