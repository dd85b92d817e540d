// SPDX-License-Identifier: Apache-2.0
// What a new column gets from the old columns of the same row. ColumnValues.swift finds it for each entity, TablePlan.swift
// makes statements of it.

import PerdureSQL
import PerdureStore

/// The value of one column for the rows of one entity.
struct ColumnValue: Hashable {
    /// What is done to an old value, in this order.
    enum Step: Hashable {
        /// Reads a value that may lie in a file, for the named property.
        case readBack(entity: String, property: String)
        case converted(AttributeConversion)
        /// Puts a value where there is none.
        case filled(SQLBinding)
        /// Adds the marker of values that may lie in files.
        case marked
        /// Replaces numbers of entities.
        case renumbered([Int32: Int32])
    }

    /// The old column; nil for rows that have no value yet.
    var source: String?
    var steps: [Step] = []

    /// No value.
    static let none = ColumnValue(source: nil)

    /// Whether the value stays as it is.
    var isPlain: Bool { source != nil && steps.isEmpty }

    /// The value as SQL.
    ///
    /// - Parameter name: How a statement names an old column.
    func part(_ name: (String) -> String) -> SQLPart {
        steps.reduce(source.map { SQLPart(name($0)) } ?? .null) { $1.applied(to: $0) }
    }
}

extension ColumnValue.Step {
    fileprivate func applied(to part: SQLPart) -> SQLPart {
        switch self {
        case .readBack(let entity, let property):
            SQLPart(
                "\(MigrationFunction.readBack.rawValue)(\(part.text), ?, ?)",
                part.values + [.text(entity), .text(property)])
        case .converted(let conversion):
            SQLPart(
                "\(MigrationFunction.converted.rawValue)(\(part.text), ?, ?)",
                part.values + [conversion.from.code, conversion.to.code].map { .integer($0) })
        case .filled(let value):
            part == .null
                ? SQLPart("?", [value]) : SQLPart("ifnull(\(part.text), ?)", part.values + [value])
        case .marked: SQLPart("\(MigrationFunction.marked.rawValue)(\(part.text))", part.values)
        case .renumbered(let numbers): Self.renumbered(part, numbers)
        }
    }

    private static func renumbered(_ part: SQLPart, _ numbers: [Int32: Int32]) -> SQLPart {
        let changed = numbers.filter { $0 != $1 }.sorted { $0.key < $1.key }
        guard !changed.isEmpty else { return part }
        let branches = changed.map { " WHEN \($0) THEN \($1)" }.joined()
        return SQLPart("CASE \(part.text)\(branches) ELSE \(part.text) END", part.values + part.values)
    }
}

extension StoredAttributeType {
    /// The number of the type in statements of a migration.
    fileprivate var code: Int64 { Int64(rawValue) }
}
