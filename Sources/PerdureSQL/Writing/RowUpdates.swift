// SPDX-License-Identifier: Apache-2.0
// Writes changed rows: one statement per entity and set of changed slots, bound once per row. The
// version is checked by the same statement that moves it.

import PerdureStore

/// The UPDATE statement for one entity and one set of changed slots.
///
/// Placeholders: 1 the key, 2 the new version, 3 the expected one, then the columns.
struct UpdatePlan {
    struct Shape: Hashable {
        let entity: Int32
        let slots: [Int]
        let isChecked: Bool
    }

    let text: String
    let columns: [WriteColumn]
    let external: [String]
    let orderedSlots: [Int]
    let table: String
    /// Whether the row's state after the write cannot be foretold: others may have changed it since it was read, with
    /// the version in the case of an unchecked write, without it in the case of computed values.
    let isReread: Bool

    init(_ shape: Shape, _ entity: EntityMapping, _ layout: EntityLayout, table: TableMapping) {
        isReread = !shape.isChecked || layout.properties.contains(where: \.isDerived)
        self.table = quotedName(table.name)
        columns = shape.slots.flatMap { WriteColumn.columns(of: $0, entity.slots[$0]) }
        external = columns.filter { $0.part == .externalValue }.map(\.name)
        orderedSlots = shape.slots.filter { entity.slots[$0].orderedKey != nil }
        var assignments = [shape.isChecked ? "Z_OPT = ?2" : "Z_OPT = IFNULL(Z_OPT, 0) + 1"]
        for (index, column) in columns.enumerated() {
            let mark = "?\(index + 4)"
            assignments.append("\(quotedName(column.name)) = \(mark)")
            if column.part == .key, let order = entity.slots[column.slot].orderedKey?.order {
                assignments.append(Self.keepPlace(order, column.name, mark))
            }
        }
        text =
            "UPDATE \(self.table) SET \(assignments.joined(separator: ", ")) WHERE Z_PK = ?1"
            + (shape.isChecked ? " AND IFNULL(Z_OPT, 0) = ?3" : "")
    }

    /// A row that gets another owner loses its place among the old owner's members.
    ///
    /// On the right-hand side the columns still have their old values.
    private static func keepPlace(_ order: String, _ key: String, _ mark: String) -> String {
        "\(quotedName(order)) = CASE WHEN \(quotedName(key)) IS \(mark) THEN \(quotedName(order)) END"
    }
}

extension WritePipeline {
    mutating func update(_ updates: [RowUpdate]) throws {
        for update in updates {
            let shape = UpdatePlan.Shape(
                entity: update.key.entity, slots: update.changes.map(\.slot),
                isChecked: update.expectedVersion != nil)
            let plan = try updatePlan(shape)
            for name in plan.external { try releaseExternal(name, table: plan.table, key: update.key) }
            try self.update(update, plan)
        }
    }

    private mutating func updatePlan(_ shape: UpdatePlan.Shape) throws -> UpdatePlan {
        if let plan = updatePlans[shape] { return plan }
        let plan = UpdatePlan(
            shape, try mapping.entity(shape.entity), mapping.schema[shape.entity],
            table: try mapping.table(of: shape.entity))
        updatePlans[shape] = plan
        return plan
    }

    private mutating func update(_ update: RowUpdate, _ plan: UpdatePlan) throws {
        let statement = try connection.statement(plan.text)
        try statement.bind(update.key.number, at: 1)
        if let expected = update.expectedVersion {
            // Wraps around like SQLite's own arithmetic would not: a hostile version must not stop the process.
            try statement.bind(expected &+ 1, at: 2)
            try statement.bind(expected, at: 3)
        }
        var change = 0
        for (offset, column) in plan.columns.enumerated() {
            while update.changes[change].slot != column.slot { change += 1 }
            try binding.bind(
                update.changes[change].value, to: column, at: offset + 4, of: statement,
                entity: update.key.entity)
        }
        let written = try runChecked(statement, key: update.key) { slot in
            update.changes.first { $0.slot == slot }?.value
        }
        if written == 0 { conflicts.append(.version(update.key)) }
        if plan.isReread { reread.insert(update.key) }
        for change in update.changes where plan.orderedSlots.contains(change.slot) {
            notePlace(of: update.key, change.slot, change.value)
        }
    }

    /// Notes the file behind a value that is about to be replaced or deleted.
    func releaseExternal(_ column: String, table: String, key: ObjectKey) throws {
        let statement = try connection.statement(
            "SELECT \(quotedName(column)) FROM \(table) WHERE Z_PK = ?")
        defer { statement.reset() }
        try statement.bind(key.number, at: 1)
        if try statement.step(), !statement.isNull(0) { support.releaseExternal(statement.blob(0)) }
    }
}
