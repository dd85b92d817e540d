// SPDX-License-Identifier: Apache-2.0
// The statements that bring the tables of entities to the new version: renames, columns, rows, values. TablePlan.swift decides;
// RestructuringPlan.swift has the order of work.

import PerdureSQL
import PerdureStore

/// The statements for all tables of entities.
struct TableStatements {
    let entities: MigratedEntities
    let plans: [TablePlan]
    /// Where tables and columns are after the renames.
    private let tables: NameRoom
    private let columns: [String: NameRoom]

    init(
        _ entities: MigratedEntities, _ plans: [TablePlan], joins: JoinStatements, _ existing: ExistingSchema
    ) {
        self.entities = entities
        self.plans = plans
        var moved = joins.moved
        for plan in plans { if let base = plan.base { moved[base.name] = plan.table.name } }
        // Tables and indexes share one namespace. Names that cannot be written fail when the indexes are made.
        let indexes = (try? SchemaDefinition.indexes(of: entities.new))?.map(\.name) ?? []
        let made = plans.filter { $0.base == nil }.map(\.table.name) + joins.made.map(\.name) + indexes
        tables = NameRoom(
            existing.tables.keys.sorted(), moving: moved, making: made, prefix: "Z_FORMERTABLE_")
        var columns: [String: NameRoom] = [:]
        for plan in plans {
            guard let base = plan.base else { continue }
            let moved = Dictionary(uniqueKeysWithValues: plan.taken.map { ($1, $0) })
            columns[base.name] = NameRoom(
                existing.tables[base.name] ?? [], moving: moved, making: plan.added.map(\.name),
                prefix: "Z_FORMERCOLUMN_")
        }
        self.columns = columns
    }

    /// The present name of an old table.
    func name(ofTable table: String) -> String { tables.current[table] ?? table }

    /// The present name of an old column.
    func name(of column: String, in table: String) -> String { columns[table]?.current[column] ?? column }

    // MARK: - Shape

    /// Removes the rows of entities that go, from tables that stay.
    var deletions: [MigrationStatement] {
        plans.compactMap { plan in
            guard let base = plan.base else { return nil }
            let gone = entities.removed.filter { entities.old.tables[$0.table].root == base.root }
            guard !gone.isEmpty else { return nil }
            let numbers = gone.map(\.fileNumber)
            return MigrationStatement(
                "DELETE FROM \(quotedName(base.name)) WHERE Z_ENT IN (\(numbers.sqlList))",
                count: MigrationStatement.count(of: base.name, entities: numbers))
        }
    }

    var tableRenames: [MigrationStatement] {
        tables.renames.map {
            MigrationStatement(
                "ALTER TABLE \(SQLIdentifier.quoted($0.from)) RENAME TO \(SQLIdentifier.quoted($0.to))")
        }
    }

    var columnRenames: [MigrationStatement] {
        plans.flatMap { plan -> [MigrationStatement] in
            guard let base = plan.base, let room = columns[base.name] else { return [] }
            return room.renames.map { Self.rename($0, in: plan.table.name) }
        }
    }

    static func rename(_ rename: NameRoom.Rename, in table: String) -> MigrationStatement {
        MigrationStatement(
            "ALTER TABLE \(SQLIdentifier.quoted(table)) RENAME COLUMN "
                + "\(SQLIdentifier.quoted(rename.from)) TO \(SQLIdentifier.quoted(rename.to))")
    }

    /// Adds columns, and makes tables.
    var additions: [MigrationStatement] {
        plans.flatMap { plan -> [MigrationStatement] in
            guard plan.base != nil else {
                return [MigrationStatement(SchemaDefinition.definition(of: plan.table).sql)]
            }
            return plan.added.map { column in
                MigrationStatement(
                    "ALTER TABLE \(SQLIdentifier.quoted(plan.table.name)) ADD COLUMN "
                        + "\(SQLIdentifier.quoted(column.name)) \(column.type.text)")
            }
        }
    }

    /// Removes columns and tables that nothing needs any more.
    func drops(keeping joins: JoinStatements) -> [MigrationStatement] {
        let former = Dictionary(
            plans.compactMap { plan in plan.base.map { (plan.table.name, $0.name) } },
            uniquingKeysWith: { first, _ in first })
        let gone = Dictionary(
            droppedTables(joins).map { (name(ofTable: $0), $0) }, uniquingKeysWith: { first, _ in first })
        return removals(keeping: joins).map { removal in
            // SQLite writes all rows anew to remove a column.
            let table = removal.column == nil ? gone[removal.table] : former[removal.table]
            var statement = removal.statement
            statement.count = table.map { MigrationStatement.count(of: $0) }
            return statement
        }
    }

    /// The columns and tables that nothing needs any more.
    func removals(keeping joins: JoinStatements) -> [DeferredRemoval] {
        let columns = plans.flatMap { plan -> [DeferredRemoval] in
            guard let base = plan.base else { return [] }
            let files = entities.old.fileColumns(of: base)
            return plan.leftOver.map { column in
                let name = name(of: column, in: base.name)
                return DeferredRemoval(
                    table: plan.table.name, column: name, fileColumns: files.contains(column) ? [name] : [])
            }
        }
        return columns
            + droppedTables(joins).map { table in
                let former = entities.old.tables.first { $0.name == table }
                return DeferredRemoval(
                    table: name(ofTable: table), column: nil,
                    fileColumns: former.map(entities.old.fileColumns) ?? [])
            }
    }
}

// MARK: - What indexes must make room for

extension TableStatements {
    var renamedTables: [String] { tables.renames.map(\.from) }

    func droppedTables(_ joins: JoinStatements) -> [String] {
        let kept = Set(plans.compactMap { $0.base?.name })
        return entities.old.tables.map(\.name).filter { !kept.contains($0) } + joins.dropped
    }

    func movedColumns(of table: String) -> Set<String> {
        let gone = plans.first { $0.base?.name == table }?.leftOver ?? []
        return Set((columns[table]?.renames ?? []).map(\.from)).union(gone)
    }
}

// MARK: - Rows

extension TableStatements {
    /// Brings rows of other tables into tables that were made, with their keys.
    var moves: [MigrationStatement] {
        plans.filter { $0.base == nil }.flatMap { plan -> [MigrationStatement] in
            let homes = Dictionary(grouping: plan.pairs) { entities.oldTable(of: $0).name }
            return homes.sorted { $0.key < $1.key }.flatMap { move($1, from: $0, plan) }
        }
    }

    private func move(_ pairs: [MigratedEntity], from home: String, _ plan: TablePlan) -> [MigrationStatement]
    {
        let rows = pairs.map(\.oldNumber)
        var names = ["Z_PK", "Z_ENT", "Z_OPT"]
        var parts = [SQLPart("Z_PK"), numbers(pairs), SQLPart("Z_OPT")]
        for column in plan.columns {
            let values = pairs.map { pair in
                (
                    number: pair.oldNumber,
                    part: plan.value(of: column.name, for: pair).part(entities.words) { present($0, home) }
                )
            }
            let part = Self.combined(values)
            guard part != .null else { continue }
            names.append(column.name)
            parts.append(part)
        }
        let table = quotedName(name(ofTable: home))
        let count = MigrationStatement.count(of: home, entities: rows)
        return [
            MigrationStatement(
                "INSERT INTO \(quotedName(plan.table.name)) (\(names.map(quotedName).joined(separator: ", ")))"
                    + " SELECT \(parts.map(\.text).joined(separator: ", ")) FROM \(table)"
                    + " WHERE Z_ENT IN (\(rows.sqlList))", parts.flatMap(\.values), count: count),
            MigrationStatement("DELETE FROM \(table) WHERE Z_ENT IN (\(rows.sqlList))", count: count),
        ]
    }

    /// Sets all values of a table's rows at once.
    var updates: [MigrationStatement] {
        plans.compactMap { plan in plan.base.flatMap { update(plan, $0.name) } }
    }

    private func update(_ plan: TablePlan, _ home: String) -> MigrationStatement? {
        var assignments: [SQLPart] = []
        var affected: Set<Int32> = []
        for column in plan.columns {
            let changes = plan.changes(of: column.name, entities.old) { present($0, home) }
            guard !changes.isEmpty else { continue }
            affected.formUnion(changes.map(\.number))
            let isForAll = changes.count == plan.pairs.count
            let part =
                isForAll
                ? Self.combined(changes)
                : .choice(on: "Z_ENT", changes, otherwise: SQLPart(quotedName(column.name)))
            assignments.append(SQLPart("\(quotedName(column.name)) = \(part.text)", part.values))
        }
        let renumbered = plan.pairs.filter { $0.oldNumber != $0.newNumber }
        if !renumbered.isEmpty {
            affected.formUnion(renumbered.map(\.oldNumber))
            assignments.append(SQLPart("Z_ENT = \(numbers(plan.pairs).text)"))
        }
        guard !assignments.isEmpty else { return nil }
        let condition =
            affected.count == plan.pairs.count ? "" : " WHERE Z_ENT IN (\(affected.sqlList))"
        return MigrationStatement(
            "UPDATE \(quotedName(plan.table.name)) SET \(assignments.map(\.text).joined(separator: ", "))"
                + condition, assignments.flatMap(\.values),
            count: MigrationStatement.count(
                of: home, entities: affected.count == plan.pairs.count ? nil : affected))
    }

    private func present(_ column: String, _ home: String) -> String {
        quotedName(name(of: column, in: home))
    }

    /// The new number of a row's entity.
    private func numbers(_ pairs: [MigratedEntity]) -> SQLPart {
        let changed = pairs.filter { $0.oldNumber != $0.newNumber }
        guard !changed.isEmpty else { return SQLPart("Z_ENT") }
        let branches = changed.map { " WHEN \($0.oldNumber) THEN \($0.newNumber)" }.joined()
        return SQLPart("CASE Z_ENT\(branches) ELSE Z_ENT END")
    }

    /// One value for all entities if theirs are equal, else one for each.
    private static func combined(_ values: [(number: Int32, part: SQLPart)]) -> SQLPart {
        guard let first = values.first?.part else { return .null }
        if values.allSatisfy({ $0.part == first }) { return first }
        return .choice(on: "Z_ENT", values, otherwise: .null)
    }
}
