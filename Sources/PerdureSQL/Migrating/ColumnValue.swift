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

    /// The old column; nil for rows that have no value yet.
    package var source: String?
    package var steps: [Step] = []

    package init(source: String?, steps: [Step] = []) {
        self.source = source
        self.steps = steps
    }

    /// No value.
    package static let none = ColumnValue(source: nil)

    /// Whether the value stays as it is.
    package var isPlain: Bool { source != nil && steps.isEmpty }

    /// The value as SQL.
    ///
    /// - Parameters:
    ///   - words: The words of the database.
    ///   - name: How a statement names an old column.
    /// - Returns: The expression with its values.
    package func part(_ words: any MigrationWords, _ name: (String) -> String) -> SQLPart {
        steps.reduce(source.map { SQLPart(name($0)) } ?? .null) { $1.applied(to: $0, words) }
    }
}

extension ColumnValue.Step {
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
