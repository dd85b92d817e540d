// SPDX-License-Identifier: Apache-2.0
// Writes new rows: one statement per entity, bound once per row.

import PerdureStore

extension WritePlan {
    /// The INSERT statement of one entity.
    ///
    /// Placeholders: 1 the key, then the entity's number in the file where the table has it, the version, the columns.
    static func insertion(_ entity: EntityMapping, _ mapping: StoreMapping, _ dialect: SQLDialect)
        -> WritePlan
    {
        let columns = entity.slots.enumerated().flatMap { WriteColumn.columns(of: $0, $1) }
        let names = mapping.system.names + columns.map(\.name)
        let insert = SQLInsert(
            into: mapping.tables[entity.table].name, names,
            .values((1...names.count).map(SQLExpression.parameter)))
        return WritePlan(
            SQLPrinter.print(insert, dialect: dialect).text, columns,
            firstPlace: Int32(mapping.system.names.count + 1), entity: entity,
            mapping: mapping,
            orderedSlots: entity.slots.indices.filter { entity.slots[$0].orderedKey != nil },
            isReread: false)
    }
}

extension SlotColumns {
    /// The columns of a to-one relationship whose inverse is ordered.
    var orderedKey: ToOneColumns? {
        if case .toOne(let ends) = self, ends.order != nil { return ends }
        return nil
    }
}

extension WritePipeline {
    mutating func insert(_ insertions: [RowInsertion]) throws {
        var current: RowWriter?
        for insertion in insertions {
            let row = insertion.row
            if current?.plan.entity != row.key.entity {
                current = try writer(.insertion(entity: row.key.entity))
                if mapping.system.entity != nil {
                    try current?.statement.bind(fileNumber(of: row.key.entity), at: 2)
                }
            }
            // Set by the lines above.
            try insert(row, current!)
        }
    }

    private func fileNumber(of entity: Int32) throws -> Int64 { Int64(try mapping.entity(entity).fileNumber) }

    private mutating func insert(_ row: Row, _ writer: RowWriter) throws {
        try writer.statement.bind(row.key.number, at: 1)
        try writer.statement.bind(row.version, at: mapping.system.versionPlace + 1)
        try write(row, writer) { row[$0] }
        for slot in writer.plan.orderedSlots { notePlace(of: row.key, slot, row[slot]) }
        if row.version != 1 { try forgetMerges(of: row.key) }
    }
}
