// SPDX-License-Identifier: Apache-2.0
// A migration of rows and tables within the current transaction. RestructuringPlan.swift has the statements for tables;
// InPlaceMigration.swift asks, writes metadata and model cache, and commits.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// Brings the tables of a store to another version of its model.
struct Restructuring {
    let connection: SQLiteConnection
    let steps: InferredMigration
    /// The tables as they are, and as a new store would have them.
    let old: StoreMapping
    let new: StoreMapping
    let options: SQLiteOptions
    let parts: FeatureParts
    /// Hears of each statement.
    let report: (@Sendable (Int, Int) -> Void)?

    /// Changes tables, rows, indexes, triggers, numbers and history.
    ///
    /// - Parameter metadata: The metadata of the store; features change their entries.
    /// - Returns: The external files that no row names any more.
    /// - Throws: `MigrationFailure` for rows that do not fit, any error of the database; the caller rolls back.
    func run(_ metadata: inout [String: PropertyListValue]) throws -> Set<String> {
        let entities = MigratedEntities(steps, from: old, to: new)
        let plan = RestructuringPlan(
            entities, try ExistingSchemaReader.read(connection), defersRemovals: options.defersRemovals)
        if let table = plan.tableLosingColumns { try ColumnDropping.require(in: table) }
        let checks = MigrationChecks(plan: plan, connection: connection)
        let indexes = MigratedIndexes(connection: connection, plan: plan)
        let triggers = MigratedTriggers(
            connection: connection, plan: plan, options: options, old: parts.triggerRules(old),
            new: parts.triggerRules(new))
        try connection.registerMigrationFunctions()
        try checks.runBefore()
        let files = try plan.removesValues ? NamedFiles(connection: connection, mapping: old).names() : []
        try triggers.drop()
        try indexes.drop()
        try run(plan.all)
        try checks.runAfter()
        try indexes.make()
        try triggers.make(&metadata)
        try indexes.makeUnique()
        try MigratedBookkeeping(connection: connection, plan: plan).run()
        try history(entities).run()
        try tellOthers(&metadata)
        try triggers.restoreForeign()
        DeferredRemovals(plan.deferred).put(into: &metadata)
        return try files.isEmpty ? [] : files.subtracting(namedFiles(plan))
    }

    private func run(_ statements: [MigrationStatement]) throws {
        for (done, statement) in statements.enumerated() {
            report?(done, statements.count)
            try statement.run(connection)
        }
        report?(statements.count, statements.count)
    }

    /// The files that rows name afterwards, in columns that are left for later too.
    private func namedFiles(_ plan: RestructuringPlan) throws -> Set<String> {
        try NamedFiles(connection: connection, mapping: new).names().union(
            NamedFiles.names(
                leftIn: plan.deferred, ExistingSchemaReader.read(connection), connection))
    }

    private func history(_ entities: MigratedEntities) -> HistoryMigration {
        HistoryMigration(
            connection: connection, new: new,
            pairs: entities.pairs.map { pair in
                var slots: [Int: Int] = [:]
                var withoutDeltas: Set<Int> = []
                var conversions: [Int: AttributeConversion] = [:]
                for (slot, origin) in pair.step.origins.enumerated() {
                    guard let source = origin.source else { continue }
                    slots[source] = slot
                    guard case .attribute(let attribute) = origin else { continue }
                    if attribute.dropsDeltas { withoutDeltas.insert(source) }
                    conversions[source] = attribute.conversion
                }
                return HistoryPair(
                    pair.old, in: old.schema, pair.new, in: new.schema, slots: slots,
                    withoutDeltas: withoutDeltas, conversions: conversions)
            }, removed: entities.removed.map(\.fileNumber), sides: parts.historySideTables)
    }

    /// Counts the migration, and changes the version of SQLite's schema, at which open stores look for the count.
    private func tellOthers(_ metadata: inout [String: PropertyListValue]) throws {
        var count: Int64 = 0
        if case .integer(let known)? = metadata[StoreMetadata.migrationKey] { count = known }
        metadata[StoreMetadata.migrationKey] = .integer(count &+ 1)
        try connection.execute("DROP TABLE IF EXISTS PERDURE_MIGRATED")
        try connection.execute("CREATE TABLE PERDURE_MIGRATED (Z_PK INTEGER)")
        try connection.execute("DROP TABLE PERDURE_MIGRATED")
    }
}
