// SPDX-License-Identifier: Apache-2.0
// Writes new rows: one statement per entity, bound once per row.

import PerdureStore

/// The INSERT statement of one entity.
struct InsertPlan {
    let text: String
    let columns: [WriteColumn]
    let fileNumber: Int64
    /// Ordered relationships that this row may become a member of by its own to-one slots.
    let orderedSlots: [Int]

    init(_ entity: EntityMapping, table: TableMapping) {
        columns = entity.slots.enumerated().flatMap { WriteColumn.columns(of: $0, $1) }
        fileNumber = Int64(entity.fileNumber)
        let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map { quotedName($0.name) }
        let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
        text =
            "INSERT INTO \(quotedName(table.name)) (\(names.joined(separator: ", "))) VALUES (\(marks))"
        orderedSlots = entity.slots.indices.filter { entity.slots[$0].orderedKey != nil }
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
        var plans: [Int32: InsertPlan] = [:]
        var current: (entity: Int32, plan: InsertPlan, statement: any PreparedStatement)?
        for insertion in insertions {
            let entity = insertion.key.entity
            if current?.entity != entity {
                let plan = try plans[entity] ?? insertPlan(entity)
                plans[entity] = plan
                current = (entity, plan, try connection.statement(plan.text))
            }
            // Set by the lines above.
            try insert(insertion, current!.plan, current!.statement)
        }
    }

    private func insertPlan(_ entity: Int32) throws -> InsertPlan {
        InsertPlan(try mapping.entity(entity), table: try mapping.table(of: entity))
    }

    private mutating func insert(
        _ insertion: RowInsertion, _ plan: InsertPlan, _ statement: any PreparedStatement
    ) throws {
        try statement.bind(insertion.key.number, at: 1)
        try statement.bind(plan.fileNumber, at: 2)
        try statement.bind(insertion.version, at: 3)
        var index = 4
        for column in plan.columns {
            try binding.bind(
                insertion.values[column.slot], to: column, at: index, of: statement,
                entity: insertion.key.entity)
            index += 1
        }
        try runChecked(statement, key: insertion.key) { insertion.values[$0] }
        for slot in plan.orderedSlots { notePlace(of: insertion.key, slot, insertion.values[slot]) }
    }
}
