// SPDX-License-Identifier: Apache-2.0
// Inserts rows: one statement per entity, bound once per row.

import PerdureStore

extension WriteStatement {
    /// The INSERT statement of one entity.
    ///
    /// Placeholders: 1 is the key, then the entity's number in the file if the table has an entity column, the version, the
    /// columns.
    static func insertion(_ entity: EntityMapping, _ mapping: StoreMapping, _ dialect: SQLDialect)
        -> WriteStatement
    {
        let columns = entity.slots.enumerated().flatMap { WriteColumn.columns(of: $0, $1) }
        let names = mapping.system.names + columns.map(\.name)
        let insert = SQLInsert(
            into: mapping.tables[entity.table].name, names,
            .values((1...names.count).map(SQLExpression.parameter)))
        return WriteStatement(
            SQLPrinter.print(insert, dialect: dialect).text, columns,
            firstPlaceholder: Int32(mapping.system.names.count + 1), entity: entity, mapping, dialect)
    }
}

extension RowExecutor {
    /// Writes new rows of one entity.
    mutating func insert(_ insertions: ArraySlice<RowInsertion>, _ entity: Int32) throws {
        let writer = try writer(.insertion(entity: entity))
        let version = mapping.system.versionIndex + 1
        if mapping.system.entity != nil {
            try writer.statement.bind(Int64(try mapping.entity(entity).fileNumber), at: 2)
        }
        for insertion in insertions {
            let row = insertion.row
            try writer.statement.bind(row.key.number, at: 1)
            try writer.statement.bind(row.version, at: version)
            try write(row, writer) { row[$0] }
        }
    }
}
