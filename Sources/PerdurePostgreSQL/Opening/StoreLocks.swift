// SPDX-License-Identifier: Apache-2.0
// The advisory locks of a store (PG-12, PG-134): one for who changes definitions, one for who has the store open.

#if PostgreSQL
import PerdurePostgreSQLClient

/// Statements that lock a namespace for other Perdure processes.
enum StoreLocks {
    private static let key = "hashtextextended($1, 0)"

    /// Waits until nobody else makes, migrates or destroys the store; held until the transaction ends.
    static func definitions(_ namespace: String) -> ServerRequest {
        ServerRequest("SELECT pg_advisory_xact_lock(\(key))", [.text("perdure:\(namespace)")])
    }

    /// Tells others that the store is open; held as long as the connection lives.
    static func presence(_ namespace: String) -> ServerRequest {
        ServerRequest("SELECT pg_advisory_lock_shared(\(key))", [presenceName(namespace)])
    }

    /// Whether nobody has the store open; nobody opens it then until the transaction ends.
    static func absence(_ namespace: String) -> ServerRequest {
        ServerRequest("SELECT pg_try_advisory_xact_lock(\(key))", [presenceName(namespace)])
    }

    /// Waits until nobody else leads the store through stages, or migrates it by a mapping model; held as long as the connection lives.
    static func migrations(_ namespace: String) -> ServerRequest {
        ServerRequest(
            "SELECT pg_advisory_lock(\(key))", [.text("perdure:stages:\(namespace)")], isPrepared: false)
    }

    /// Waits until no other migration fills a temporary namespace; held as long as the connection lives.
    static func filling(_ namespace: String) -> ServerRequest {
        ServerRequest(
            "SELECT pg_advisory_lock(\(key))", [.text("perdure:filling:\(namespace)")], isPrepared: false)
    }

    private static func presenceName(_ namespace: String) -> ServerValue {
        .text("perdure:open:\(namespace)")
    }
}
#endif
