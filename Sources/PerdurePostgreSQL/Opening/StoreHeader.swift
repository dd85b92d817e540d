// SPDX-License-Identifier: Apache-2.0
// The row of perdure_store, by which a namespace is known as a store (PG-62).

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureStore

/// What a store says of itself in its one row.
struct StoreHeader {
    let metadata: [String: PropertyListValue]
    let format: Int64
    let generation: Int64

    /// Reads the row; nil where the namespace holds no store.
    ///
    /// - Throws: `StoreError.schemaMismatch` for a store of a newer version of Perdure, `.notAStore` for one without a row.
    init?(_ session: ServerSession, _ options: PostgreSQLOptions) throws {
        let place = ServerName.quoted(options.namespace)
        // A scan, since to_regclass may not see yet what was made while this transaction waited for a lock (PG-134).
        let there = try session.run(
            ServerRequest(
                "SELECT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
                    + "WHERE n.nspname = $1 AND c.relname = 'perdure_store')", [.text(options.namespace)]))
        guard try there.value(0, 0) == .bool(true) else { return nil }
        let row = try session.run(
            ServerRequest("SELECT format, uuid, metadata, generation FROM \(place).perdure_store"))
        let shown = options.client.description
        guard row.rowCount == 1, let format = try row.value(0, 0)?.integer,
            case .text(let uuid)? = try row.value(0, 1), case .bytea(let plist)? = try row.value(0, 2),
            let generation = try row.value(0, 3)?.integer
        else {
            throw StoreError.notAStore(
                path: shown, reason: "the table perdure_store has not exactly one row")
        }
        guard format <= Int64(Bookkeeping.format) else {
            throw StoreError.schemaMismatch(
                path: shown, entity: "", property: nil,
                reason: "it was written by a newer version of Perdure (format \(format)); update this program"
            )
        }
        self.format = format
        self.generation = generation
        metadata = try StoredMetadata.read(plist, uuid: uuid, shown)
    }
}
#endif
