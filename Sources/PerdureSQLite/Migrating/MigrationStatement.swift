// SPDX-License-Identifier: Apache-2.0
// One statement of a migration in place. A plan is a list of them, so that a dry run can print what a migration would run.

import PerdureSQL

/// A statement with its values.
struct MigrationStatement {
    let text: String
    var values: [SQLBinding] = []
    /// A query for the number of rows that it touches, of the file as it is before the migration; nil where it touches none.
    var count: String?

    init(_ text: String, _ values: [SQLBinding] = [], count: String? = nil) {
        self.text = text
        self.values = values
        self.count = count
    }

    /// The query for the rows of an old table.
    ///
    /// - Parameters:
    ///   - table: The table's old name.
    ///   - entities: The numbers of their entities; nil for all rows.
    /// - Returns: The query.
    static func count(of table: String, entities: (some Sequence<Int32>)? = [Int32]?.none) -> String {
        "SELECT COUNT(*) FROM \(SQLIdentifier.quoted(table))"
            + (entities.map { " WHERE Z_ENT IN (\($0.sqlList))" } ?? "")
    }

    func run(_ connection: SQLiteConnection) throws { try connection.run(text, values) }
}

/// A part of a statement: SQL with the values of its placeholders.
struct SQLPart: Hashable {
    let text: String
    var values: [SQLBinding] = []

    init(_ text: String, _ values: [SQLBinding] = []) {
        self.text = text
        self.values = values
    }

    /// The value that is no value.
    static let null = SQLPart("NULL")

    /// A value by the number of a row's entity.
    ///
    /// - Parameters:
    ///   - entity: The column with the number.
    ///   - values: The values by number; equal ones share a branch.
    ///   - otherwise: The value of all other rows.
    /// - Returns: The expression with its values.
    static func choice(on entity: String, _ values: [(number: Int32, part: SQLPart)], otherwise: SQLPart)
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
    var sqlList: String { sorted().map(String.init).joined(separator: ", ") }
}
