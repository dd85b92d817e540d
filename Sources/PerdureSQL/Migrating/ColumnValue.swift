// SPDX-License-Identifier: Apache-2.0
// What a new column gets from the old columns of the same row. ColumnValues.swift finds it for each entity, TablePlan.swift
// makes statements of it.

import PerdurePredicates
import PerdureStore

/// The value of one column for the rows of one entity.
package struct ColumnValue: Hashable {
    /// What is done to an old value, in this order.
    package enum Step: Hashable {
        /// Reads a value that may lie in a file, for the named property.
        case readBack(entity: String, property: String)
        case converted(AttributeConversion, to: SQLColumnType)
        /// Puts a value where there is none.
        case filled(Filling)
        /// Adds the marker of values that may lie in files.
        case marked
        /// Replaces numbers of entities.
        case renumbered([Int32: Int32])
    }

    /// A value for rows without one.
    package struct Filling: Hashable {
        let constant: ConstantValue
        let attribute: StoredAttributeType
        /// The type of the new column.
        package let type: SQLColumnType
        /// Whether the new column has markers of values that may lie in files.
        package let isMarked: Bool

        package var value: StoredValue { StoredValue(entry: constant).number(as: attribute) }
    }

    /// Rows without a value of a composite, which the steps leave out.
    package struct Absence: Hashable {
        /// The old columns of the composite, none of which has a value in these rows.
        let columns: [String]
        /// What is done to no value.
        let steps: [Step]

        fileprivate func condition(_ name: (String) -> String) -> String {
            // A composite that had no elements never had a value.
            columns.isEmpty ? "1 = 1" : columns.map { "\(name($0)) IS NULL" }.joined(separator: " AND ")
        }
    }

    /// The old column; nil for rows that have no value yet.
    package var source: String?
    package var steps: [Step] = []
    /// The outermost composite comes first.
    package private(set) var absences: [Absence] = []

    package init(source: String?, steps: [Step] = []) {
        self.source = source
        self.steps = steps
    }

    /// No value.
    package static let none = ColumnValue(source: nil)

    /// Whether the value stays as it is.
    package var isPlain: Bool { source != nil && steps.isEmpty && absences.isEmpty }

    /// Leaves out rows of composites; the innermost ones need no branch where the steps give them no value either.
    mutating func spare(_ rows: [Absence]) {
        absences = rows
        guard !steps.contains(where: \.fills) else { return }
        while absences.last?.steps.isEmpty == true { absences.removeLast() }
    }

    /// The value as SQL.
    ///
    /// - Parameters:
    ///   - words: The words of the database.
    ///   - name: How a statement names an old column.
    /// - Returns: The expression with its values.
    package func part(_ words: any MigrationWords, _ name: (String) -> String) -> SQLPart {
        let value = steps.reduce(source.map { SQLPart(name($0)) } ?? .null) { $1.applied(to: $0, words) }
        guard !absences.isEmpty else { return value }
        var (text, values) = ("CASE", [SQLBinding]())
        for absence in absences {
            let given = absence.steps.reduce(SQLPart.null) { $1.applied(to: $0, words) }
            text += " WHEN \(absence.condition(name)) THEN \(given.text)"
            values += given.values
        }
        return SQLPart("\(text) ELSE \(value.text) END", values + value.values)
    }
}

extension ColumnValue.Step {
    /// Whether a row without a value may get one.
    fileprivate var fills: Bool {
        if case .filled = self { true } else { false }
    }

    fileprivate func applied(to part: SQLPart, _ words: any MigrationWords) -> SQLPart {
        if case .renumbered(let numbers) = self { return Self.renumbered(part, numbers) }
        return words.applied(self, to: part)
    }

    private static func renumbered(_ part: SQLPart, _ numbers: [Int32: Int32]) -> SQLPart {
        let changed = numbers.filter { $0 != $1 }.sorted { $0.key < $1.key }
        guard !changed.isEmpty else { return part }
        let branches = changed.map { " WHEN \($0) THEN \($1)" }.joined()
        return SQLPart("CASE \(part.text)\(branches) ELSE \(part.text) END", part.values + part.values)
    }
}
