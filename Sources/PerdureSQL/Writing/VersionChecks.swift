// SPDX-License-Identifier: Apache-2.0
// Checks the versions of rows that a save does not write but depends on.

import PerdureStore

extension RowExecutor {
    /// Checks rows of one entity.
    mutating func check(_ checks: ArraySlice<VersionCheck>, _ entity: Int32) throws {
        let table = try mapping.table(of: entity)
        var select = SQLSelect([table.versions.number(mapping.system)], from: .only(table.name))
        select.filter = .binary(.own(mapping.system.key), .equal, .parameter(1))
        let statement = try connection.statement(SQLPrinter.print(select, dialect: statements.dialect).text)
        defer { statement.reset() }
        for check in checks {
            try statement.bind(check.key.number, at: 1)
            let isAsExpected =
                try statement.step()
                && check.expectedVersion.map { statement.integer(0) == $0 } ?? true
            statement.reset()
            if !isAsExpected { conflicts.append(.version(check.key)) }
        }
    }
}
