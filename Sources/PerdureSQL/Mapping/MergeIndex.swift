// SPDX-License-Identifier: Apache-2.0
// Indexes on elements of sets and keys of dictionaries (MRG-124). Other programs, such as Apple's framework, must be able to
// write the store, but cannot read our property lists. So an index is an extra table of ours beside the row's table:
//
// | table | columns | what it holds |
// | --- | --- | --- |
// | PERDURE_MI_… | NAME, VALUE, OWNER | the elements, or the values of the indexed keys, of the row OWNER |
// | PERDURE_MS_… | OWNER | rows that were written since their entries were made |
// | PERDURE_MI | NAME, KEYS | the indexes of the file, and the keys that each of them has |
//
// A trigger notes each row that any program writes (PerdureSQLite/AppleFile/MergeIndex+Definitions.swift). Each of our own
// commits first renews the entries of the noted rows (PerdureSQLite/Merging/MergeIndexMaintenance.swift). A search reads both
// tables and then checks the row itself, so its result is always right.

import Foundation
import PerdureBase
import PerdurePredicates
import PerdureStore

/// The index of one attribute.
package struct MergeIndex: Sendable, Hashable {
    package let table: String
    package let column: String
    package let rule: MergeRule
    /// The indexed paths of a dictionary; an empty text for a set.
    package let keys: [String]

    /// The name that follows the prefixes in the names of tables and triggers.
    package var label: String { "\(table)_\(column)" }
    package var entries: String { "PERDURE_MI_\(label)" }
    package var stale: String { "PERDURE_MS_\(label)" }
    /// The keys in the form of the KEYS column.
    package var keyList: String { keys.joined(separator: ",") }

    /// The table of all indexes of a file.
    package static let list = "PERDURE_MI"

    /// The indexes that a model declares, without duplicates.
    static func all(in mapping: [EntityMapping?], _ tables: [TableMapping], _ schema: Schema) -> [MergeIndex]
    {
        var found: [String: MergeIndex] = [:]
        for entity in mapping.compactMap({ $0 }) {
            for property in schema[entity.entity].properties {
                guard let rule = property.merge, rule.hasParts, !rule.indexes.isEmpty,
                    case .attribute(let column) = entity.slots[property.slot], !column.form.mayLieInFile
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

    /// The index entries for a row's stored value: names and values.
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

    /// The form of a value in the index table: equal values have the same form.
    ///
    /// Nil for a value that no search looks up in an index.
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
        case .decimal(let number): .real(number.nearestDouble)
        case .null, .array, .set, .dictionary, .reference, .object: nil
        }
    }
}

/// The indexes that fetches may use: the declared ones that the file has.
package final class MergeIndexes: Sendable {
    /// The indexes that the model declares.
    package let declared: [MergeIndex]
    private let known = Lock<[String: MergeIndex]>([:])

    /// The indexes that fetches may use.
    package var usable: [MergeIndex] { known.withLock { Array($0.values) } }

    init(_ declared: [MergeIndex]) { self.declared = declared }

    /// Replaces the indexes that fetches may use.
    package func use(_ indexes: [MergeIndex]) {
        known.withLock { $0 = Dictionary(indexes.map { ($0.label, $0) }, uniquingKeysWith: { $1 }) }
    }

    func index(table: String, column: String) -> MergeIndex? {
        declared.isEmpty ? nil : known.withLock { $0["\(table)_\(column)"] }
    }
}
