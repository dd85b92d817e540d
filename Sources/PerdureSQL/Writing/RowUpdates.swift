// SPDX-License-Identifier: Apache-2.0
// Writes changed rows: one statement per entity and set of changed slots, bound once per row. The
// version is checked by the same statement that moves it.

import PerdureStore

extension WritePlan {
    /// The UPDATE statement for one entity and one set of changed slots.
    ///
    /// Placeholders: 1 the key, 2 the new version, 3 the expected one, then the columns.
    static func update(
        _ entity: EntityMapping, _ slots: [Int], isChecked: Bool, _ mapping: StoreMapping,
        _ dialect: SQLDialect
    ) -> WritePlan {
        let columns = slots.flatMap { WriteColumn.columns(of: $0, entity.slots[$0]) }
        let table = mapping.tables[entity.table]
        let version = version(setsIt: isChecked && !table.versions.areCountedApart, mapping.system)
        let update = SQLUpdate(
            table.name, [version] + assignments(columns, entity),
            where: filter(table, isChecked: isChecked, mapping.system))
        let isComputed = mapping.schema[entity.entity].isComputed
        return WritePlan(
            SQLPrinter.print(update, dialect: dialect).text, columns, firstPlace: 4, entity: entity,
            mapping: mapping, orderedSlots: slots.filter { entity.slots[$0].orderedKey != nil },
            isReread: !isChecked || table.versions.areCountedApart || isComputed, isComputed: isComputed)
    }

    private static func filter(_ table: TableMapping, isChecked: Bool, _ system: SystemColumns)
        -> SQLExpression
    {
        let isRow = SQLExpression.binary(.own(system.key), .equal, .parameter(1))
        return isChecked
            ? .and([isRow, .binary(table.versions.number(system), .equal, .parameter(3))]) : isRow
    }

    private static func version(setsIt: Bool, _ system: SystemColumns) -> SQLUpdate.Assignment {
        setsIt ? SQLUpdate.Assignment(system.version, .parameter(2)) : .nextVersion(system)
    }

    /// The columns of slots; a row that gets another owner loses its place among the old owner's members.
    private static func assignments(
        _ columns: [WriteColumn], _ entity: EntityMapping
    ) -> [SQLUpdate.Assignment] {
        columns.enumerated().flatMap { index, column in
            let value = SQLExpression.parameter(index + 4)
            let assignment = SQLUpdate.Assignment(column.name, value)
            guard column.part == .key, let order = entity.slots[column.slot].orderedKey?.order else {
                return [assignment]
            }
            return [assignment, .place(order, whileOwner: column.name, is: value)]
        }
    }
}

extension WritePipeline {
    mutating func update(_ all: [RowUpdate]) throws {
        let updates = try merging(all)
        var current: (shape: RowUpdate, writer: RowWriter)?
        for update in updates {
            if current.map({ update.hasShape(of: $0.shape) }) != true {
                current = (update, try writer(update.shape))
            }
            // Set by the lines above.
            try self.update(update, current!.writer)
        }
        try countMerges()
    }

    private mutating func update(_ update: RowUpdate, _ writer: RowWriter) throws {
        let (plan, statement) = (writer.plan, writer.statement)
        if !plan.apart.isEmpty { try plan.apart.release(update.key, in: self) }
        try statement.bind(update.key.number, at: 1)
        if let expected = update.expectedVersion {
            // Wraps around like SQLite's own arithmetic would not: a hostile version must not stop the process.
            try statement.bind(expected &+ 1, at: 2)
            try statement.bind(expected, at: 3)
        }
        let written = try write(update.row, writer) { slot in
            update.slots.contains(slot) ? update.row[slot] : nil
        }
        if written == 0 { conflicts.append(.version(update.key)) }
        note(update, plan)
        for slot in plan.orderedSlots { notePlace(of: update.key, slot, update.row[slot]) }
    }
}

extension RowUpdate {
    fileprivate var shape: WritePlan.Shape {
        .update(entity: key.entity, slots: slots, isChecked: expectedVersion != nil)
    }

    /// Whether the same statement writes another update.
    fileprivate func hasShape(of other: RowUpdate) -> Bool {
        // Arrays that share their memory are compared at once.
        key.entity == other.key.entity && (expectedVersion == nil) == (other.expectedVersion == nil)
            && slots == other.slots
    }
}
