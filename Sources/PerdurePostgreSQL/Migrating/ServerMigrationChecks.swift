// SPDX-License-Identifier: Apache-2.0
// Asks the rows what only they can tell: whether they fit the new version (PerdureStore/Migrating/RowCheck.swift).

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The checks of one migration's rows.
struct ServerMigrationChecks {
    let entities: MigratedEntities
    let plans: [TablePlan]
    let session: any MigrationSession

    private var new: StoreMapping { entities.new }
    private var words: any MigrationWords { entities.words }
    private var key: String { new.system.key }
    private var entityColumn: String { new.system.entityColumn }

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
                try require(
                    .missingValue, entity, path, leaves(entity, path).map(\.name),
                    within: composite.map { leaves(entity, $0).map(\.name) })
            case .member(let entity, let slot):
                guard case .toOne(let ends)? = new[entity]?.slots[slot] else { continue }
                try require(.missingMember, entity, [slot], [ends.key])
            case .unique(let constraint): try requireUnique(constraint)
            default: break
            }
        }
    }

    // MARK: Before

    private func requireNoRows(_ entity: Int32) throws {
        guard let pair = entities[entity] else { return }
        try refuse(.abstractEntity, entity, nil, keys(pair, in: entities.oldTable(of: pair), pair.oldNumber))
    }

    private func requireRange(_ entity: Int32, _ path: [Int]) throws {
        guard let pair = entities[entity],
            let plan = plans.first(where: { $0.table.root == entities.newTable(of: pair).root })
        else { return }
        for leaf in leaves(entity, path) {
            let value = plan.value(of: leaf.name, for: pair)
            let steps = value.steps.filter(\.converts)
            guard let source = value.source, !steps.isEmpty else { continue }
            let converted = ColumnValue(source: source, steps: steps).part(words, quotedName)
            try refuse(
                .outOfRange, entity, path,
                keys(
                    pair, in: entities.oldTable(of: pair), pair.oldNumber,
                    "AND \(quotedName(source)) IS NOT NULL AND (\(converted.text)) IS NULL"))
        }
    }

    // MARK: After

    /// Refuses rows that have no value in any of some columns; rows without a value of a composite around them need none.
    private func require(
        _ reason: MigrationFailure.Reason, _ entity: Int32, _ path: [Int], _ columns: [String],
        within composite: [String]? = nil
    ) throws {
        guard let pair = entities[entity], !columns.isEmpty else { return }
        var condition = columns.map { "AND \(quotedName($0)) IS NULL" }.joined(separator: " ")
        if let composite {
            let given = composite.map { "\(quotedName($0)) IS NOT NULL" }.joined(separator: " OR ")
            condition += " AND (\(given))"
        }
        try refuse(
            reason, entity, path, keys(pair, in: entities.newTable(of: pair), pair.newNumber, condition))
    }

    private func requireUnique(_ constraint: ConstraintCheck) throws {
        guard let entity = new[constraint.entity] else { return }
        let columns = constraint.paths.compactMap { uniqueColumn(constraint.entity, $0) }
        guard columns.count == constraint.paths.count, !columns.isEmpty else { return }
        let table = words.table(new.tables[entity.table].name)
        let list = columns.map(quotedName).joined(separator: ", ")
        let given = columns.map { "\(quotedName($0)) IS NOT NULL" }.joined(separator: " AND ")
        let equal = columns.map { "t.\(quotedName($0)) = d.\(quotedName($0))" }.joined(separator: " AND ")
        let found = try session.run(
            ServerRequest(
                "SELECT t.\(entityColumn), t.\(key) FROM \(table) t JOIN (SELECT \(list) FROM \(table) WHERE \(given) "
                    + "GROUP BY \(list) HAVING count(*) > 1) d ON \(equal) ORDER BY t.\(key) LIMIT \(Self.most)",
                isPrepared: false))
        let names = constraint.paths.map { new.schema[constraint.entity].name(at: $0) ?? "" }
        let rows = try (0..<found.rowCount).compactMap { row -> MigrationFailure.Row? in
            guard let number = try found.value(row, 0)?.integer, let key = try found.value(row, 1)?.integer,
                let pair = entities.pairs.first(where: { Int64($0.newNumber) == number })
            else { return nil }
            return MigrationFailure.Row(entity: pair.old.entity, key: key)
        }
        try refuse(.duplicates(names), constraint.entity, nil, rows)
    }

    private func uniqueColumn(_ entity: Int32, _ path: [Int]) -> String? {
        if let slot = path.first, case .toOne(let columns)? = new[entity]?.slots[slot] { return columns.key }
        return leaves(entity, path).first?.name
    }

    // MARK: Rows and columns

    /// The columns of an attribute, or of an element and those inside of it.
    private func leaves(_ entity: Int32, _ path: [Int]) -> [AttributeColumn] {
        guard let slot = path.first, let columns = new[entity]?.slots[slot],
            let name = new.schema[entity].name(at: path)
        else { return [] }
        let elements = name.split(separator: ".").dropFirst().map(String.init)
        return columns.leaves.map(\.column).filter { $0.path.starts(with: elements) }
    }

    /// The rows of exactly one entity that a condition holds for.
    private func keys(
        _ pair: MigratedEntity, in table: TableMapping, _ number: Int32, _ condition: String = ""
    )
        throws -> [MigrationFailure.Row]
    {
        try session.run(
            ServerRequest(
                "SELECT \(key) FROM \(words.table(table.name)) WHERE \(entityColumn) = \(number) \(condition) "
                    + "ORDER BY \(key) LIMIT \(Self.most)", isPrepared: false)
        ).column(0).compactMap { $0?.integer }.map { MigrationFailure.Row(entity: pair.old.entity, key: $0) }
    }

    private func refuse(
        _ reason: MigrationFailure.Reason, _ entity: Int32, _ path: [Int]?, _ rows: [MigrationFailure.Row]
    ) throws {
        guard !rows.isEmpty else { return }
        let layout = new.schema[entity]
        throw MigrationFailure(reason, entity: layout.name, property: path.flatMap(layout.name), rows: rows)
    }
}

extension ColumnValue.Step {
    fileprivate var converts: Bool {
        if case .converted = self { true } else { false }
    }
}
#endif
