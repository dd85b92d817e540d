// SPDX-License-Identifier: Apache-2.0
// What a migration in place would run on a server, for a dry run. Nothing is written.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension ClosedServerStore {
    /// The statements that a migration would run on tables and rows, in their order.
    ///
    /// Indexes, keys, triggers, written names and metadata come besides. Costs a count of each table whose rows are touched.
    ///
    /// - Parameter migration: The migration, with its steps.
    /// - Returns: The statements.
    /// - Throws: `StoreError` when the store does not fit the old version.
    package func preview(of migration: StoreMigration) throws -> [PreviewedStatement] {
        guard let steps = migration.steps else { return [] }
        return try withSession("read the store", .reading) { session in
            let run = ServerMigration(options: options, migration: migration, schema: steps.destination)
            let mappings = try run.mappings(steps, session)
            try options.partitions.check(steps.destination)
            let plan = ServerRestructuring(
                session: session, options: options, steps: steps, old: mappings.old, new: mappings.new,
                parts: try TablePartitions(of: mappings.old, options.namespace, session), report: nil)
            return try plan.statements().map { statement in
                let rows = try statement.count.flatMap {
                    try session.run(ServerRequest($0, isPrepared: false)).value(0, 0)?.integer
                }
                return PreviewedStatement(text: statement.shown, rows: rows)
            }
        }
    }
}
#endif
