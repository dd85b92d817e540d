// SPDX-License-Identifier: Apache-2.0
// Reads whole hierarchies in pages, each by one statement that the primary key's index answers. Part of SQLEngine.swift.

import PerdureStore

extension SQLEngine {
    /// The rows of a hierarchy behind a number, in ascending order of their numbers.
    package func rows(of root: Int32, after number: Int64, limit: Int) throws -> [Row] {
        guard let table = mapping[root]?.table else { return [] }
        let key = SQLExpression.own(mapping.system.key)
        var select = TableRowQueries.select(mapping.tables[table], mapping.system)
        select.filter = .binary(key, .greater, .value(.integer(number)))
        select.order = [SQLOrder(key)]
        select.limit = Int64(limit)
        let query = SQLPrinter.print(select, dialect: translator.dialect)
        return try readers.read { connection in
            let statement = try connection.statement(query.text)
            try statement.bind(query.bindings)
            var rows: [Row] = []
            rows.reserveCapacity(limit)
            try statement.readRows(queries[table].rows, into: &rows)
            return rows
        }
    }
}
