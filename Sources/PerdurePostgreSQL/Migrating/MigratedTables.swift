// SPDX-License-Identifier: Apache-2.0
// The statements that bring the tables of entities to the new version: renames, columns, rows, values (PG-135). The decisions are
// TablePlan's; MigratedValues.swift writes rows.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// The statements for all tables of entities.
struct MigratedTables {
    let entities: MigratedEntities
    let plans: [TablePlan]
    let definitions: TableDefinitions
    private let joins: MigratedJoins
    /// Where tables and columns are after the renames.
    private let tables: NameRoom
    private let columns: [String: NameRoom]

    /// Begins the names in between.
    static let formerTable = "PERDURE_FORMER_TABLE_"
    static let formerColumn = "PERDURE_FORMER_COLUMN_"

    init(
        _ entities: MigratedEntities, _ plans: [TablePlan], _ joins: MigratedJoins,
        _ definitions: TableDefinitions
    ) {
        self.entities = entities
        self.plans = plans
        self.joins = joins
        self.definitions = definitions
        var moved = joins.moved
        for plan in plans { if let base = plan.base { moved[base.name] = plan.table.name } }
        let names = entities.old.tables.map(\.name) + entities.old.joinTables.map(\.name)
        let made = plans.filter { $0.base == nil }.map(\.table.name) + joins.made.map(\.name)
        tables = NameRoom(names.sorted(), moving: moved, making: made, prefix: Self.formerTable)
        columns = Dictionary(
            plans.compactMap { plan in
                plan.base.map { base in
                    let moved = Dictionary(uniqueKeysWithValues: plan.taken.map { ($1, $0) })
                    return (
                        base.name,
                        NameRoom(
                            base.columns.map(\.name), moving: moved, making: plan.added.map(\.name),
                            prefix: Self.formerColumn)
                    )
                }
            }, uniquingKeysWith: { first, _ in first })
    }

    var words: any MigrationWords { entities.words }

    /// The present name of an old table.
    func name(ofTable table: String) -> String { tables.current[table] ?? table }

    /// The present name of an old column.
    func name(of column: String, in table: String) -> String { columns[table]?.current[column] ?? column }

    // MARK: Shape

    /// Removes the rows of entities that go, from tables that stay.
    var deletions: [MigrationStatement] {
        plans.compactMap { plan in
            guard let base = plan.base else { return nil }
            let gone = entities.removed.filter { entities.old.tables[$0.table].root == base.root }
            guard !gone.isEmpty else { return nil }
            let condition =
                "FROM \(words.table(base.name)) WHERE \(entities.old.system.entityColumn) "
                + "IN (\(gone.map(\.fileNumber).sqlList))"
            return MigrationStatement("DELETE \(condition)", count: "SELECT count(*) \(condition)")
        }
    }

    /// Renames, makes and extends tables.
    var shape: [MigrationStatement] { renames + joins.columns + additions }

    private var renames: [MigrationStatement] {
        let ofTables = tables.renames.map {
            "ALTER TABLE \(words.table($0.from)) RENAME TO \(quotedName($0.to))"
        }
        let ofColumns = plans.flatMap { plan -> [String] in
            guard let base = plan.base, let room = columns[base.name] else { return [] }
            return room.renames.map {
                "ALTER TABLE \(words.table(plan.table.name)) RENAME COLUMN \(quotedName($0.from)) TO \(quotedName($0.to))"
            }
        }
        return (ofTables + ofColumns).map { MigrationStatement($0) }
    }

    /// Adds columns, and makes tables; a column that has the same constant in all rows needs no write of a row.
    private var additions: [MigrationStatement] {
        plans.flatMap { plan -> [MigrationStatement] in
            guard plan.base != nil else {
                return definitions.definitions(of: plan.table).map { MigrationStatement($0.sql) }
            }
            return plan.added.flatMap { addition(of: $0, plan) }
        } + joins.made.map { MigrationStatement(definitions.definition(of: $0).sql) }
    }

    private func addition(of column: ColumnMapping, _ plan: TablePlan) -> [MigrationStatement] {
        let start = "ALTER TABLE \(words.table(plan.table.name))"
        let name = quotedName(column.name)
        let add = "\(start) ADD COLUMN \(name) \(column.type.text)"
        guard let constant = plan.constant(of: column.name) else { return [MigrationStatement(add)] }
        return [
            MigrationStatement("\(add) DEFAULT \(constant)"),
            MigrationStatement("\(start) ALTER COLUMN \(name) DROP DEFAULT"),
        ]
    }

    /// The columns and tables that nothing needs any more.
    var removals: [DeferredRemoval] {
        let ofColumns = plans.flatMap { plan -> [DeferredRemoval] in
            guard let base = plan.base else { return [] }
            return plan.leftOver.map {
                DeferredRemoval(table: plan.table.name, column: name(of: $0, in: base.name))
            }
        }
        let kept = Set(plans.compactMap { $0.base?.name })
        let gone = entities.old.tables.map(\.name).filter { !kept.contains($0) } + joins.dropped
        return ofColumns + joins.removals
            + gone.map { DeferredRemoval(table: name(ofTable: $0), column: nil) }
    }

    // MARK: What stays

    /// The tables that only get columns, by their new names; where removals wait, those too that will lose some.
    func untouched(_ links: LinkPlan, defersRemovals: Bool) -> Set<String> {
        let tables = plans.filter { (defersRemovals || $0.leftOver.isEmpty) && isUntouched($0, links) }
        return Set(tables.map(\.table.name)).union(joins.untouched)
    }

    private func isUntouched(_ plan: TablePlan, _ links: LinkPlan) -> Bool {
        guard let base = plan.base, base.name == plan.table.name,
            columns[base.name]?.renames.isEmpty == true, update(plan) == nil,
            entities.removed.allSatisfy({ entities.old.tables[$0.table].root != base.root }),
            entities.pairs.allSatisfy({ entities.oldTable(of: $0).root != base.root || entities.stays($0) })
        else { return false }
        return entities.new.relationshipPlaces.allSatisfy { place in
            switch entities.new.columns(place) {
            case .toOne(let ends):
                entities.new[place.entity]?.table != index(of: plan.table)
                    || links.keys[place].map {
                        ($0.entity != nil) == (ends.entity != nil) && ($0.order != nil) == (ends.order != nil)
                    } ?? entities.pairs(below: place.entity).isEmpty
            case .toMany(.foreignKey(let key)) where key.slot == nil:
                key.table != index(of: plan.table)
                    || links.memberKeys[place].map { ($0.order != nil) == (key.order != nil) } ?? false
            default: true
            }
        }
    }

    private func index(of table: TableMapping) -> Int? {
        entities.new.tables.firstIndex { $0.root == table.root }
    }
}

extension TablePlan {
    /// The constant that an added column has in all rows, as the text of a definition; nil where rows must be written.
    func constant(of column: String) -> String? {
        guard base != nil, taken[column] == nil, let first = pairs.first,
            value(of: column, for: first).source == nil, value(of: column, for: first).absences.isEmpty,
            pairs.allSatisfy({ value(of: column, for: $0) == value(of: column, for: first) }),
            case .filled(let filling)? = value(of: column, for: first).steps.first
        else { return nil }
        return filling.literal
    }
}
#endif
