// SPDX-License-Identifier: Apache-2.0
// Updates rows: one statement per entity and set of changed slots, bound once per row. The same statement checks the version
// and increments it.

import PerdureStore

extension WriteStatement {
    /// The UPDATE statement for one entity and one set of changed slots.
    ///
    /// Placeholders: 1 is the key, 2 the new version, 3 the expected version, then the columns.
    static func update(
        _ entity: EntityMapping, _ slots: [Int], isChecked: Bool, _ mapping: StoreMapping,
        _ dialect: SQLDialect
    ) -> WriteStatement {
        let columns = slots.flatMap { WriteColumn.columns(of: $0, entity.slots[$0]) }
        let table = mapping.tables[entity.table]
        let version = version(setsIt: isChecked && !table.versions.mayKeepVersion, mapping.system)
        let update = SQLUpdate(
            table.name, [version] + assignments(columns, entity),
            where: filter(table, isChecked: isChecked, mapping.system))
        return WriteStatement(
            SQLPrinter.print(update, dialect: dialect).text, columns, firstPlaceholder: 4, entity: entity,
            mapping, dialect)
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

    /// The assignments for slots.
    ///
    /// A row that gets another owner loses its position among the old owner's members.
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

extension RowExecutor {
    /// Writes changed rows of one shape.
    mutating func update(_ updates: ArraySlice<RowUpdate>, _ shape: UpdateShape) throws {
        let writer = try writer(.update(shape))
        for update in updates { try self.update(update, writer) }
    }

    private mutating func update(_ update: RowUpdate, _ writer: RowWriter) throws {
        let (definition, statement) = (writer.definition, writer.statement)
        if !definition.externalColumns.isEmpty { try release(update.key, definition.externalColumns) }
        try statement.bind(update.key.number, at: 1)
        if let expected = update.expectedVersion {
            // The addition wraps around, unlike SQLite's own: a damaged version must not crash the process.
            try statement.bind(expected &+ 1, at: 2)
            try statement.bind(expected, at: 3)
        }
        let written = try write(update.row, writer) { slot in
            update.slots.contains(slot) ? update.row[slot] : nil
        }
        if written == 0 { conflicts.append(.version(update.key)) }
    }
}
