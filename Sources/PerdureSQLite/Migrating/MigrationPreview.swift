// SPDX-License-Identifier: Apache-2.0
// What a migration in place would run, for a dry run. Nothing is written.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

extension SQLiteStoreFile {
    /// The statements that a migration would run on tables and rows, in their order.
    ///
    /// Indexes, triggers, the bookkeeping of numbers, history and metadata come besides. Costs a count of each table whose rows
    /// are touched: it reads them once for each statement.
    ///
    /// - Parameters:
    ///   - migration: The migration, with its steps.
    ///   - path: The store's file, which is only read.
    /// - Returns: The statements.
    /// - Throws: `StoreError` when the file does not fit the old version.
    package static func preview(of migration: StoreMigration, at path: String) throws
        -> [PreviewedStatement]
    {
        guard let steps = migration.steps else { return [] }
        return try reading(path) { connection in
            let existing = try ExistingSchemaReader.read(connection)
            let old = try StoreMapping(
                schema: steps.source, entities: steps.source.numbers(in: migration.oldHashes),
                existing: existing)
            let new = try StoreMapping(
                schema: steps.destination,
                entities: steps.destination.numbers(in: migration.metadata[StoreMigration.hashesKey]))
            let plan = RestructuringPlan(MigratedEntities(steps, from: old, to: new), existing)
            return try plan.all.map { statement in
                let rows = try statement.count.flatMap { try connection.first($0) { $0.integer(0) } }
                return PreviewedStatement(text: statement.shown, rows: rows)
            }
        }
    }
}
