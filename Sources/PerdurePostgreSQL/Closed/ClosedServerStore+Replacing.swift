// SPDX-License-Identifier: Apache-2.0
// Makes a store a copy of another one (PG-12).

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureStore

extension ClosedServerStore {
    /// Makes this store a copy of another one.
    package func replace(by source: ClosedServerStore, whileLocked: () throws -> Void) throws {
        throw StoreError.cannotOpen(
            path: shown, code: 0,
            reason:
                "stores on servers cannot be replaced yet; destroy it, and use migratePersistentStore(_:to:options:type:)"
        )
    }
}
#endif
