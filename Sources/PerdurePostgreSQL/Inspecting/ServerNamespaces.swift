// SPDX-License-Identifier: Apache-2.0
// The stores of a database: the namespaces that have one.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

package enum ServerNamespaces {
    /// The namespaces with a store whose names fit a LIKE pattern, in the order of their bytes.
    ///
    /// - Throws: `StoreError` where the server cannot be read.
    package static func stores(_ options: PostgreSQLOptions, like pattern: String) throws -> [String] {
        try ClosedServerStore(options).withSession("look for stores", .reading) { session in
            let found = try session.run(
                ServerRequest(
                    "SELECT n.nspname::text FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid "
                        + "WHERE c.relname = 'perdure_store' AND n.nspname LIKE $1 ORDER BY n.nspname COLLATE \"C\"",
                    [.text(pattern)]))
            return try found.column(0).compactMap { value in
                if case .text(let name)? = value { return name }
                return nil
            }
        }
    }
}
#endif
