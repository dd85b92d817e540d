// SPDX-License-Identifier: Apache-2.0
// The statements of a migration that write rows of entities: rows that change their table, and values. Part of MigratedTables.swift.

#if PostgreSQL
import PerdureSQL
import PerdureStore

extension MigratedTables {
    private var entityColumn: String { entities.new.system.entityColumn }

    /// Brings rows of other tables into tables that were made, with their keys.
    var moves: [MigrationStatement] {
        plans.filter { $0.base == nil }.flatMap { plan -> [MigrationStatement] in
            let homes = Dictionary(grouping: plan.pairs) { entities.oldTable(of: $0).name }
            return homes.sorted { $0.key < $1.key }.flatMap { move($1, from: $0, plan) }
        }
    }

    private func move(_ pairs: [MigratedEntity], from home: String, _ plan: TablePlan) -> [MigrationStatement]
    {
        let system = entities.new.system
        var names = system.names
        var parts = system.names.map { SQLPart($0) }
        for column in plan.columns {
            let values = pairs.map { pair in
                (
                    number: pair.oldNumber,
                    part: plan.value(of: column.name, for: pair).part(words) { present($0, home) }
                )
            }
            let part = combined(values)
            guard part != .null else { continue }
            names.append(column.name)
            parts.append(part)
        }
        let from = words.table(name(ofTable: home))
        let condition = "WHERE \(entityColumn) IN (\(pairs.map(\.oldNumber).sqlList))"
        return [
            MigrationStatement(
                "INSERT INTO \(words.table(plan.table.name)) (\(names.map(quotedName).joined(separator: ", "))) "
                    + "SELECT \(parts.map(\.text).joined(separator: ", ")) FROM \(from) \(condition)",
                parts.flatMap(\.values), count: "SELECT count(*) FROM \(words.table(home)) \(condition)"),
            MigrationStatement("DELETE FROM \(from) \(condition)"),
            keys(of: plan.table.name, behind: name(ofTable: home)),
        ]
    }

    /// Lets new keys begin behind all that the old table has given out, so that none is given again.
    private func keys(of table: String, behind home: String) -> MigrationStatement {
        let key = entities.new.system.key
        return MigrationStatement(
            "SELECT setval(pg_get_serial_sequence(?, ?), nextval(pg_get_serial_sequence(?, ?)))",
            [.text(words.table(table)), .text(key), .text(words.table(home)), .text(key)])
    }

    /// Sets all values of a table's rows at once.
    var updates: [MigrationStatement] { plans.compactMap(update) }

    /// The statement for one table; nil where all values are right.
    func update(_ plan: TablePlan) -> MigrationStatement? {
        guard let home = plan.base?.name else { return nil }
        var assignments: [SQLPart] = []
        var affected: Set<Int32> = []
        for column in plan.columns where plan.constant(of: column.name) == nil {
            let changes = plan.changes(of: column.name, entities.old) { present($0, home) }
            guard !changes.isEmpty else { continue }
            affected.formUnion(changes.map(\.number))
            let name = quotedName(column.name)
            let part =
                changes.count == plan.pairs.count
                ? combined(changes) : .choice(on: entityColumn, changes, otherwise: SQLPart(name))
            assignments.append(SQLPart("\(name) = \(part.text)", part.values))
        }
        guard !assignments.isEmpty else { return nil }
        let condition =
            affected.count == plan.pairs.count ? "" : " WHERE \(entityColumn) IN (\(affected.sqlList))"
        return MigrationStatement(
            "UPDATE \(words.table(plan.table.name)) SET \(assignments.map(\.text).joined(separator: ", "))\(condition)",
            assignments.flatMap(\.values), count: "SELECT count(*) FROM \(words.table(home))\(condition)")
    }

    private func present(_ column: String, _ home: String) -> String {
        quotedName(name(of: column, in: home))
    }

    /// One value for all entities if theirs are equal, else one for each.
    private func combined(_ values: [(number: Int32, part: SQLPart)]) -> SQLPart {
        guard let first = values.first?.part else { return .null }
        if values.allSatisfy({ $0.part == first }) { return first }
        return .choice(on: entityColumn, values, otherwise: .null)
    }
}
#endif
