// SPDX-License-Identifier: Apache-2.0
// Writes changed rows: one statement per entity and set of changed slots, bound once per row. The
// version is checked by the same statement that moves it.

import PerdureStore

extension WritePlan {
    /// The UPDATE statement for one entity and one set of changed slots.
    ///
    /// Placeholders: 1 the key, 2 the new version, 3 the expected one, then the columns.
    static func update(_ entity: EntityMapping, _ slots: [Int], isChecked: Bool, _ mapping: StoreMapping)
        -> WritePlan
    {
        let columns = slots.flatMap { WriteColumn.columns(of: $0, entity.slots[$0]) }
        let table = mapping.tables[entity.table]
        let setsVersion = isChecked && table.merges == nil
        var assignments = [
            setsVersion
                ? "\(mapping.system.version) = ?2"
                : "\(mapping.system.version) = IFNULL(\(mapping.system.version), 0) + 1"
        ]
        for (index, column) in columns.enumerated() {
            let mark = "?\(index + 4)"
            assignments.append("\(quotedName(column.name)) = \(mark)")
            if column.part == .key, let order = entity.slots[column.slot].orderedKey?.order {
                assignments.append(keepPlace(order, column.name, mark))
            }
        }
        let derives = mapping.schema[entity.entity].properties.contains(where: \.isDerived)
        return WritePlan(
            "UPDATE \(quotedName(table.name)) SET \(assignments.joined(separator: ", "))"
                + " WHERE \(mapping.system.key) = ?1"
                + (isChecked ? " AND \(mapping.version(of: table)) = ?3" : ""),
            columns, firstPlace: 4, entity: entity, mapping: mapping,
            orderedSlots: slots.filter { entity.slots[$0].orderedKey != nil },
            isReread: !isChecked || table.merges != nil || derives, derives: derives)
    }

    /// A row that gets another owner loses its place among the old owner's members.
    ///
    /// On the right-hand side the columns still have their old values.
    private static func keepPlace(_ order: String, _ key: String, _ mark: String) -> String {
        "\(quotedName(order)) = CASE WHEN \(quotedName(key)) IS \(mark) THEN \(quotedName(order)) END"
    }
}

extension WritePipeline {
    mutating func update(_ all: [RowUpdate]) throws {
        let updates = mapping.merges ? try merging(all) : all
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
        for column in plan.external {
            try releaseExternal(column.name, table: plan.table, key: update.key)
        }
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
        if !update.deltas.isEmpty {
            noteMerge(update, derives: plan.derives)
        } else if plan.isReread {
            reread.insert(update.key)
        }
        for slot in plan.orderedSlots { notePlace(of: update.key, slot, update.row[slot]) }
    }

    /// Notes the file behind a value that is about to be replaced or deleted.
    func releaseExternal(_ column: String, table: String, key: ObjectKey) throws {
        let statement = try connection.statement(
            "SELECT \(quotedName(column)) FROM \(table) WHERE \(mapping.system.key) = ?")
        defer { statement.reset() }
        try statement.bind(key.number, at: 1)
        if try statement.step(), !statement.isNull(0) { support.releaseExternal(statement.blob(0)) }
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
