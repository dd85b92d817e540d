// SPDX-License-Identifier: Apache-2.0
// The mark by which a commit is known, whatever became of its answer (PG-92). CommitSettlement.swift looks for it.

#if PostgreSQL
import PerdurePostgreSQLClient

/// The mark of one transaction: a row of perdure_saves.
struct SaveMark: Sendable {
    /// The namespace of the store, quoted.
    let namespace: String
    let engine: Int64
    let save: Int64

    /// Leaves the mark; no row is written where it is already.
    var insertion: ServerRequest {
        ServerRequest(
            "INSERT INTO \(namespace).perdure_saves (engine, save) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            [.int8(engine), .int8(save)])
    }

    /// Whether any engine has left the mark.
    var query: ServerRequest {
        ServerRequest("SELECT 1 FROM \(namespace).perdure_saves WHERE save = $1", [.int8(save)])
    }

    /// Removes old marks, a thousand at a time (PG-97).
    static func removal(_ namespace: String) -> ServerRequest {
        ServerRequest(
            "DELETE FROM \(namespace).perdure_saves WHERE (engine, save) IN (SELECT engine, save FROM "
                + "\(namespace).perdure_saves WHERE at < now() - interval '7 days' LIMIT 1000)")
    }
}
#endif
