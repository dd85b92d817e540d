// SPDX-License-Identifier: Apache-2.0
// The order of work of a migration in place. All pairs of relationships are collected before a table changes; columns go when
// every value has been read.

import PerdureSQL
import PerdureStore

/// All statements that bring the tables of a store to another version, except for indexes, triggers and bookkeeping.
struct RestructuringPlan {
    let entities: MigratedEntities
    let tables: [TablePlan]
    private let links: LinkPlan
    private let joins: JoinStatements
    private let statements: TableStatements
    /// Whether what only removes is left for later.
    let defersRemovals: Bool

    init(_ entities: MigratedEntities, _ existing: ExistingSchema, defersRemovals: Bool = false) {
        self.entities = entities
        self.defersRemovals = defersRemovals
        links = LinkPlan(entities)
        tables = entities.new.tables.map { [links] in TablePlan($0, entities, links) }
        joins = JoinStatements(links, entities, existing)
        statements = TableStatements(entities, tables, joins: joins, existing)
    }

    /// The statements, in the order in which to run them.
    var all: [MigrationStatement] {
        let collecting = links.rebuilds.map { (statements: $0.collecting(), rebuild: $0) }
        let writing = collecting.filter { !$0.statements.isEmpty }.flatMap { $0.rebuild.writing() }
        let shape =
            statements.tableRenames + statements.columnRenames + joins.columns(removing: !defersRemovals)
        let drops = defersRemovals ? [] : statements.drops(keeping: joins)
        return collecting.flatMap(\.statements) + statements.deletions + shape + statements.additions
            + joins.creations + statements.moves + statements.updates + writing
            + KeyStatements(entities: entities, links: links).all() + drops
    }

    /// The columns and tables that are left for later.
    var deferred: [DeferredRemoval] { defersRemovals ? removals : [] }

    /// The columns and tables that nothing needs any more.
    private var removals: [DeferredRemoval] { statements.removals(keeping: joins) + joins.removals }

    /// A table that loses a column now; nil for none.
    var tableLosingColumns: String? {
        defersRemovals ? nil : removals.first { $0.column != nil }?.table
    }

    /// The tables that get another name, by their names before.
    var movedTables: Set<String> { Set(statements.renamedTables) }

    /// The tables that go, by their names before.
    var droppedTables: [String] { statements.droppedTables(joins) }

    /// The columns of an old table that get another name or go.
    func movedColumns(of table: String) -> Set<String> {
        statements.movedColumns(of: table).union(joins.movedColumns(of: table))
    }

    /// The columns of an old table that go.
    func droppedColumns(of table: String) -> Set<String> {
        Set(tables.first { $0.base?.name == table }?.leftOver ?? []).union(joins.droppedColumns(of: table))
    }

    /// The columns of an old table that stay and get other values.
    func rewrittenColumns(of table: String) -> Set<String> {
        tables.first { $0.base?.name == table }?.rewritten(entities.old) ?? []
    }

    /// Whether rows or columns go, and with them perhaps the names of external files.
    var removesValues: Bool {
        !entities.removed.isEmpty || tables.contains { !$0.leftOver.isEmpty } || !statements.moves.isEmpty
            || entities.pairs.contains { $0.step.origins.contains(where: \.readsBack) }
    }

    /// Whether any name changes, so that texts of triggers do.
    var changesNames: Bool {
        !movedTables.isEmpty || !droppedTables.isEmpty
            || entities.old.tables.contains { !movedColumns(of: $0.name).isEmpty }
            || entities.old.joinTables.contains { !movedColumns(of: $0.name).isEmpty }
    }

    /// Whether values may differ that others are computed from.
    var changesValues: Bool {
        !statements.updates.isEmpty || !statements.moves.isEmpty || !links.rebuilds.isEmpty
            || !entities.removed.isEmpty
            || tables.contains { !Set($0.leftOver).isDisjoint(with: $0.added.map(\.name)) }
    }
}

extension PropertyOrigin {
    /// Whether values come from files into rows.
    fileprivate var readsBack: Bool {
        guard case .attribute(let origin) = self else { return false }
        return origin.files == .readBack
    }
}
