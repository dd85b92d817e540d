// SPDX-License-Identifier: Apache-2.0
// Asks the rows what only they can tell: whether they fit the new version (PerdureStore/Migrating/RowCheck.swift).

import PerdureSQL
import PerdureStore

/// The checks of one migration's rows.
struct MigrationChecks {
    let plan: RestructuringPlan
    let connection: SQLiteConnection

    private var entities: MigratedEntities { plan.entities }
    private var new: StoreMapping { entities.new }

    /// How many rows an error names.
    private static let most = 10

    /// Checks what a conversion would destroy, before any row changes.
    func runBefore() throws {
        for check in entities.steps.rowChecks {
            switch check {
            case .noRows(let entity): try requireNoRows(entity)
            case .range(let entity, let path): try requireRange(entity, path)
            default: break
            }
        }
    }

    /// Checks the rows in their new form.
    func runAfter() throws {
        for check in entities.steps.rowChecks {
            switch check {
            case .value(let entity, let path, let composite):
                try requireValues(entity, path, within: composite)
            case .member(let entity, let slot): try requireMembers(entity, slot)
            case .unique(let constraint): try requireUnique(constraint)
            default: break
            }
        }
    }

    // MARK: - Before

    private func requireNoRows(_ entity: Int32) throws {
        guard let pair = entities[entity] else { return }
        let table = quotedName(entities.oldTable(of: pair).name)
        let rows = try keys("SELECT Z_PK FROM \(table) WHERE Z_ENT = \(pair.oldNumber)")
        try refuse(.abstractEntity, entity, nil, rows.map { row(pair, $0) })
    }

    private func requireRange(_ entity: Int32, _ path: [Int]) throws {
        guard let pair = entities[entity] else { return }
        let table = quotedName(entities.oldTable(of: pair).name)
        for leaf in leaves(entity, path) {
            guard let home = plan.tables.first(where: { $0.table.root == entities.newTable(of: pair).root })
            else {
                continue
            }
            let value = home.value(of: leaf.name, for: pair)
            guard let source = value.source, value.steps.contains(where: \.converts) else { continue }
            let converted = ColumnValue(source: source, steps: value.steps.filter(\.converts)).part(
                entities.words, quotedName)
            let rows = try keys(
                "SELECT Z_PK FROM \(table) WHERE Z_ENT = \(pair.oldNumber)"
                    + " AND \(quotedName(source)) IS NOT NULL AND \(converted.text) IS NULL", converted.values
            )
            try refuse(.outOfRange, entity, path, rows.map { row(pair, $0) })
        }
    }

    // MARK: - After

    /// Refuses rows that have no value at a path; rows without a value of a composite around it need none.
    private func requireValues(_ entity: Int32, _ path: [Int], within composite: [Int]?) throws {
        let columns = leaves(entity, path).map(\.name)
        guard let pair = entities[entity], !columns.isEmpty else { return }
        var condition = columns.map { "\(quotedName($0)) IS NULL" }.joined(separator: " AND ")
        if let composite {
            let given = leaves(entity, composite).map { "\(quotedName($0.name)) IS NOT NULL" }
            condition += " AND (\(given.joined(separator: " OR ")))"
        }
        let rows = try keys(
            "SELECT Z_PK FROM \(quotedName(entities.newTable(of: pair).name))"
                + " WHERE Z_ENT = \(pair.newNumber) AND \(condition)")
        try refuse(.missingValue, entity, path, rows.map { row(pair, $0) })
    }

    private func requireMembers(_ entity: Int32, _ slot: Int) throws {
        guard let pair = entities[entity], case .toOne(let columns) = pair.new.slots[slot] else { return }
        let rows = try keys(
            "SELECT Z_PK FROM \(quotedName(entities.newTable(of: pair).name))"
                + " WHERE Z_ENT = \(pair.newNumber) AND \(quotedName(columns.key)) IS NULL")
        try refuse(.missingMember, entity, [slot], rows.map { row(pair, $0) })
    }

    private func requireUnique(_ constraint: ConstraintCheck) throws {
        guard let entity = new[constraint.entity] else { return }
        let columns = constraint.paths.compactMap { uniqueColumn(constraint.entity, $0) }
        guard columns.count == constraint.paths.count, !columns.isEmpty else { return }
        let table = quotedName(new.tables[entity.table].name)
        let list = columns.map(quotedName).joined(separator: ", ")
        let given = columns.map { "\(quotedName($0)) IS NOT NULL" }.joined(separator: " AND ")
        let equal = columns.map { "t.\(quotedName($0)) = d.\(quotedName($0))" }.joined(separator: " AND ")
        let found = try connection.all(
            "SELECT t.Z_ENT, t.Z_PK FROM \(table) t JOIN (SELECT \(list) FROM \(table) WHERE \(given)"
                + " GROUP BY \(list) HAVING COUNT(*) > 1) d ON \(equal) ORDER BY t.Z_PK LIMIT \(Self.most)"
        ) { (Int32(truncatingIfNeeded: $0.integer(0)), $0.integer(1)) }
        let names = constraint.paths.map { new.schema[constraint.entity].name(at: $0) ?? "" }
        let rows = found.compactMap { number, key in
            entities.pairs.first { $0.newNumber == number }.map { row($0, key) }
        }
        try refuse(.duplicates(names), constraint.entity, nil, rows)
    }

    private func uniqueColumn(_ entity: Int32, _ path: [Int]) -> String? {
        if let slot = path.first, case .toOne(let columns) = new[entity]?.slots[slot] { return columns.key }
        return leaves(entity, path).first?.name
    }

    // MARK: - Rows and columns

    /// The columns of an attribute, or of an element and those inside of it.
    private func leaves(_ entity: Int32, _ path: [Int]) -> [AttributeColumn] {
        guard let slot = path.first, let columns = new[entity]?.slots[slot],
            let name = new.schema[entity].name(at: path)
        else { return [] }
        let elements = name.split(separator: ".").dropFirst().map(String.init)
        return columns.leaves.map(\.column).filter { $0.path.starts(with: elements) }
    }

    private func keys(_ text: String, _ values: [SQLBinding] = []) throws -> [Int64] {
        try connection.all("\(text) ORDER BY Z_PK LIMIT \(Self.most)", values) { $0.integer(0) }
    }

    private func row(_ pair: MigratedEntity, _ key: Int64) -> MigrationFailure.Row {
        MigrationFailure.Row(entity: pair.old.entity, key: key)
    }

    private func refuse(
        _ reason: MigrationFailure.Reason, _ entity: Int32, _ path: [Int]?, _ rows: [MigrationFailure.Row]
    ) throws {
        guard !rows.isEmpty else { return }
        let layout = new.schema[entity]
        throw MigrationFailure(
            reason, entity: layout.name, property: path.flatMap(layout.name), rows: rows)
    }
}

extension ColumnValue.Step {
    fileprivate var converts: Bool {
        if case .converted = self { true } else { false }
    }
}
