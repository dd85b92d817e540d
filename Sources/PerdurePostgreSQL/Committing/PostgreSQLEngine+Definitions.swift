// SPDX-License-Identifier: Apache-2.0
// Other definitions than those with which the store was opened (PG-63): a migration, or changes that concern no row.

#if PostgreSQL
import PerdureBase
import PerdurePostgreSQLClient
import PerdureStore

extension PostgreSQLEngine {
    /// Looks at the store again: with the same model the engine goes on.
    ///
    /// - Throws: `StoreError.migrated` when the store has another version of the model, `StoreError.replaced` when it is gone
    ///   or another one lies in its place.
    func lookAtDefinitions(_ session: ServerSession) throws {
        guard keepsBooks else { return }
        let row: ServerResult
        do {
            row = try session.run(
                ServerRequest(
                    "SELECT generation, metadata, uuid FROM \(ServerName.quoted(options.namespace)).perdure_store"
                ))
        } catch let error as PostgreSQLError where ["42P01", "3F000"].contains(error.state) {
            throw StoreError.replaced(path: place, isDestroyed: true)
        }
        guard row.rowCount == 1, let found = try row.value(0, 0)?.integer,
            case .bytea(let plist)? = try row.value(0, 1), case .text(let uuid)? = try row.value(0, 2)
        else { throw StoreError.replaced(path: place, isDestroyed: true) }
        guard pending.isOwn(uuid) else { throw becameAnother() }
        guard found != generation else { return }
        let metadata = try StoredMetadata.read(plist, uuid: uuid, place)
        let key = "NSStoreModelVersionHashes"
        guard metadata[key] == self.metadata[key] else {
            throw StoreError.migrated(path: place, metadata: metadata)
        }
        let additions = try StoreAdditions(session, ServerPlace(options.namespace))
        self.additions.withLock { $0 = additions }
        generations.withLock { $0 = found }
    }

    /// Ends the use of this engine: its keys are those of rows that are not there any more.
    private func becameAnother() -> StoreError {
        isReplaced.withLock { $0 = true }
        return StoreError.replaced(path: place, isDestroyed: false)
    }

    /// Reads; a table or a column that is not there any more tells of a migration (PG-137).
    ///
    /// - Throws: `StoreError.migrated` when the store has another version of the model, else what the body throws.
    func noticingMigrations<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as StoreError {
            guard case .refused(let refusal) = error, ["42703", "42P01"].contains(refusal.state) else {
                throw error
            }
            try readers.withSession("looking at the store's definitions", .reading, lookAtDefinitions)
            throw error
        }
    }
}
#endif
