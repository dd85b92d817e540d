// SPDX-License-Identifier: Apache-2.0
// One statement of a migration on the database. A plan is a list of them, so that a dry run can print what a migration would run.

/// A statement with its values.
package struct MigrationStatement {
    package let text: String
    package var values: [SQLBinding] = []
    /// A query for the number of rows that it touches, of the store as it is before the migration; nil where it touches none.
    package var count: String?

    package init(_ text: String, _ values: [SQLBinding] = [], count: String? = nil) {
        self.text = text
        self.values = values
        self.count = count
    }
}

/// A part of a statement: SQL with the values of its placeholders.
package struct SQLPart: Hashable {
    package let text: String
    package var values: [SQLBinding] = []

    package init(_ text: String, _ values: [SQLBinding] = []) {
        self.text = text
        self.values = values
    }

    /// The value that is no value.
    package static let null = SQLPart("NULL")

    /// A value by the number of a row's entity.
    ///
    /// - Parameters:
    ///   - entity: The column with the number.
    ///   - values: The values by number; equal ones share a branch.
    ///   - otherwise: The value of all other rows.
    /// - Returns: The expression with its values.
    package static func choice(
        on entity: String, _ values: [(number: Int32, part: SQLPart)], otherwise: SQLPart
    )
        -> SQLPart
    {
        let given = values.filter { $0.part != otherwise }
        if given.isEmpty { return otherwise }
        let groups = Dictionary(grouping: given, by: \.part)
        let ordered = groups.sorted { $0.value[0].number < $1.value[0].number }
        var text = "CASE"
        var bound: [SQLBinding] = []
        for (part, members) in ordered {
            text += " WHEN \(entity) IN (\(members.numberList)) THEN \(part.text)"
            bound += part.values
        }
        return SQLPart("\(text) ELSE \(otherwise.text) END", bound + otherwise.values)
    }
}

extension Collection where Element == (number: Int32, part: SQLPart) {
    fileprivate var numberList: String { map(\.number).sorted().map(String.init).joined(separator: ", ") }
}

extension Sequence<Int32> {
    /// The numbers as a list of SQL.
    package var sqlList: String { sorted().map(String.init).joined(separator: ", ") }
}
