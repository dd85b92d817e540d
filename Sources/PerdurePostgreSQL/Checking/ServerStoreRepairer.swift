// SPDX-License-Identifier: Apache-2.0
// `perdure store check --repair` on a server (PG-142, PG-153): makes what can be made again without losing anything, in one
// transaction. ServerRepairPlan.swift says what that is.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// Repairs a store on a server.
package enum ServerStoreRepairer {
    /// How long a repair may take at least: an index of a large table takes longer than a read.
    private static let timeout = 3_600.0

    /// Makes again what can be made without losing anything; writers wait meanwhile.
    ///
    /// These are missing and invalid indexes, foreign keys, functions and triggers, derived values where one is wrong, and sequences
    /// that are behind the keys of rows.
    ///
    /// - Parameters:
    ///   - options: how to reach the store.
    ///   - schema: the model.
    ///   - showing: hears what will be done, before it is done.
    /// - Returns: What the server refused, for people; the rest is done.
    /// - Throws: `StoreError.notAStore` where there is none, `.schemaMismatch` where tables or columns are missing, `.busy` while others
    ///   hold a table longer than the options' timeout; then nothing is done.
    package static func repair(
        _ options: PostgreSQLOptions, schema: Schema, showing: ([String]) throws -> Void
    ) throws -> [String] {
        let patience = options.client.timeout
        var options = options
        options.client.timeout = max(options.client.timeout, timeout)
        options.creation = .create
        return try ClosedServerStore(options).withSession("repair the store", .writing) { session in
            let mapping = try ServerStoreChecker.mapping(options, schema, session)
            try session.beginWriting()
            do {
                try session.run([waiting(patience), StoreLocks.definitions(options.namespace)])
                let plan = try ServerRepairPlan(session, options, mapping)
                try showing(plan.lines)
                let refusals = try plan.run()
                try session.commit()
                return refusals
            } catch {
                session.rollback()
                throw error
            }
        }
    }

    /// A repair works for long, and waits for others' locks no longer than any other call: those behind it would wait too.
    private static func waiting(_ seconds: Double) -> ServerRequest {
        ServerRequest(
            "SELECT set_config('lock_timeout', $1, true)", [.text("\(Int(max(seconds, 0.001) * 1_000))")],
            isPrepared: false)
    }
}
#endif
