// SPDX-License-Identifier: Apache-2.0
// The order of work of a migration on the server. All pairs of relationships are collected before a table changes; columns go when
// every value has been read.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// Brings the tables of a store to another version, within the session's transaction, or writes down how.
struct ServerRestructuring {
    let session: any MigrationSession
    let options: PostgreSQLOptions
    let steps: InferredMigration
    /// The tables as they are, and as they shall be.
    let old: StoreMapping
    let new: StoreMapping
    /// In how many parts the tables are.
    let parts: TablePartitions
    /// Hears of each statement.
    let report: (@Sendable (Int, Int) -> Void)?

    /// Changes tables, rows, indexes, keys, triggers, derived values and names.
    ///
    /// - Returns: What is left for later, where the options ask for it.
    /// - Throws: `MigrationFailure` for rows that do not fit, `StoreError.invalidValue` for a derived sum that does not, any
    ///   error of the server; the caller rolls back.
    func run() throws -> [DeferredRemoval] {
        let (tables, links) = plan()
        let (entities, plans) = (tables.entities, tables.plans)
        try checkParts(plans)
        let checks = ServerMigrationChecks(entities: entities, plans: plans, session: session)
        // A script is for a store that was asked for the same.
        let there =
            try session.paper == nil
            ? StoreAdditions(session, ServerPlace(options.namespace)) : options.additions
        let untouched = tables.untouched(links, defersRemovals: options.defersRemovals)
        let derived = MigratedDerived(entities, session, options.namespace, untouched)
        let objects = MigratedObjects(
            session: session, namespace: options.namespace,
            // Those for other programs may be of an older form, which triggers of new tables do not fit.
            old: objects(old, there).filter {
                $0.kind != .function || !OtherWriterFunctions.names.contains($0.name)
            },
            // This version may fold in another way, and an index of it needs the functions.
            new: (options.foldedIndexes.isEmpty ? [] : StoreFunctions.foldings(options.namespace))
                + objects(new, there.union(options.additions)),
            untouched: untouched, keepsTriggers: derived.isRight,
            pending: try PendingDefinitions.names(session, options.namespace),
            // Indexes find members when values are computed.
            mostRows: derived.isRight && session.paper == nil ? options.mostRowsAtOnce : .max)
        try checks.runBefore()
        try objects.drop()
        try run(statements(tables, links))
        try checks.runAfter()
        try objects.make([.function, .table, .column, .index, .constraint])
        // Indexes find members, and no trigger answers to what is computed here.
        try derived.compute()
        try objects.make([.trigger])
        try MigratedNameRows(
            entities: entities, session: session, place: ServerName.quoted(options.namespace),
            hashes: options.modelHashes
        ).write()
        guard options.defersRemovals else { return [] }
        try note(tables.removals)
        return tables.removals
    }

    /// The statements on tables and rows, in the order in which they would run.
    ///
    /// - Throws: `StoreError.invalidSchema` for a constraint of a table with parts.
    func statements() throws -> [MigrationStatement] {
        let (tables, links) = plan()
        try checkParts(tables.plans)
        return statements(tables, links)
    }

    /// Looks for constraints that a table with parts cannot have, before anything is changed.
    private func checkParts(_ plans: [TablePlan]) throws {
        let kept = plans.compactMap { plan in
            plan.base.map { (old.schema[$0.root].name, new.schema[plan.table.root].name) }
        }
        try options.partitions.keeping(parts, of: kept).checkConstraints(new.schema)
    }

    private func plan() -> (MigratedTables, LinkPlan) {
        let words = ServerMigrationWords(namespace: options.namespace)
        let entities = MigratedEntities(steps, from: old, to: new, words: words)
        let links = LinkPlan(entities)
        let plans = new.tables.map { TablePlan($0, entities, links) }
        return (MigratedTables(entities, plans, MigratedJoins(links, entities), definitions(new)), links)
    }

    /// Lists tables that stay, so that they go with the store.
    private func note(_ removals: [DeferredRemoval]) throws {
        try session.run(
            removals.filter { $0.column == nil }.map {
                ServerRequest(
                    "INSERT INTO \(ServerName.quoted(options.namespace)).perdure_objects (kind, name) VALUES ('table', $1) "
                        + "ON CONFLICT DO NOTHING", [.text($0.table)], isPrepared: false)
            })
    }

    /// What a version has beside its tables.
    private func objects(_ mapping: StoreMapping, _ additions: StoreAdditions) -> [ServerDefinition] {
        definitions(mapping).all().filter { $0.kind != .table }
            + DerivedDefinitions(mapping, namespace: options.namespace).all()
            + additions.definitions(mapping, options.namespace)
    }

    private func definitions(_ mapping: StoreMapping) -> TableDefinitions {
        var options = options
        // Parts and sequences keep their names when their table gets another one: those of a new table are new.
        let hashes = options.modelHashes.sorted { $0.key < $1.key }.map {
            "\($0.key) \($0.value.base64EncodedString())"
        }
        options.partMark = "_" + ServerWord.hash(hashes.joined())
        return TableDefinitions(mapping: mapping, namespace: options.namespace, options: options)
    }

    /// The statements, in the order in which to run them.
    private func statements(_ tables: MigratedTables, _ links: LinkPlan) -> [MigrationStatement] {
        let collecting = links.rebuilds.map { (statements: $0.collecting(), rebuild: $0) }
        let writing = collecting.filter { !$0.statements.isEmpty }.flatMap { $0.rebuild.writing() }
        return collecting.flatMap(\.statements) + tables.deletions + tables.shape + tables.moves
            + tables.updates
            + writing + KeyStatements(entities: tables.entities, links: links).all()
            + (options.defersRemovals ? [] : tables.removals.map { $0.statement(in: options.namespace) })
    }

    private func run(_ statements: [MigrationStatement]) throws {
        for (done, statement) in statements.enumerated() {
            report?(done, statements.count)
            try session.run(statement.request)
        }
        report?(statements.count, statements.count)
    }
}
#endif
