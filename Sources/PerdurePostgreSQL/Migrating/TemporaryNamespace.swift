// SPDX-License-Identifier: Apache-2.0
// The namespace in which a migration by a mapping model makes its new store, beside that of the old one (MIG-139). The lock on it ends
// with the process; what a killed migration has left there goes with the next one. ServerHandover.swift moves the new store.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureStore

/// A namespace that is one migration's alone, as long as the value lives.
package final class TemporaryNamespace {
    /// The store that is to be replaced.
    let store: ClosedServerStore
    /// The new store.
    let new: ClosedServerStore
    /// The namespace.
    package var name: String { new.options.namespace }

    private let lock: ServerMigrationLock

    /// Marks namespaces that no administrator has made, so that they go with the migration.
    private static let comment = "Perdure makes a store here while it migrates another one."

    /// Claims the namespace, and makes it where it is missing.
    ///
    /// - Throws: `StoreError.busy` while another migration fills it, `.refused` where the role may not make it.
    package init(beside store: ClosedServerStore, timeout: TimeInterval) throws {
        self.store = store
        var options = store.options
        options.client.timeout = timeout
        options.namespace = Self.name(beside: options.namespace)
        options.creation = .create
        new = ClosedServerStore(options)
        do { lock = try ServerMigrationLock(options, StoreLocks.filling) } catch let error as PostgreSQLError
        {
            throw error.storeError("waiting for another migration into the store", .opening)
        }
        try make()
    }

    /// The namespace beside another one.
    static func name(beside namespace: String) -> String { ServerWord.fitting("perdure_new_\(namespace)") }

    private func make() throws {
        try new.destroy(isForced: true)
        do {
            try new.withSession("make the namespace \"\(name)\"", .opening) { session in
                let found = try session.run(
                    ServerRequest("SELECT count(*) FROM pg_namespace WHERE nspname = $1", [.text(name)]))
                guard try found.value(0, 0)?.integer == 0 else { return }
                try session.beginWriting()
                defer { session.rollback() }
                _ = try DefiningRole(new.options, session)
                try session.execute("CREATE SCHEMA \(new.place)")
                try session.execute("COMMENT ON SCHEMA \(new.place) IS \(ServerName.literal(Self.comment))")
                try session.commit()
            }
        } catch StoreError.refused(var refusal) where refusal.state == "42501" {
            refusal.hint =
                "A mapping model makes its new tables in a schema of their own. Give the role the right CREATE on the database, "
                + "or make the schema \"\(name)\" for it"
            throw StoreError.refused(refusal)
        }
    }

    /// Makes the new store a copy of the old one.
    ///
    /// - Parameter schema: Reads the model that the store keeps of itself.
    /// - Throws: As `ClosedServerStore.replace(by:isForced:whileLocked:schema:)`.
    package func fill(schema: (Data, String) throws -> Schema) throws {
        try new.replace(by: store, isForced: true, whileLocked: {}, schema: schema)
    }

    /// Makes sure that no other migration could begin meanwhile.
    func requireLock() throws { try lock.require() }

    /// Removes the new store, and the namespace if it is ours.
    ///
    /// What cannot be removed is left to the next migration.
    package func remove() {
        // Without the lock the store may be another migration's.
        guard (try? lock.require()) != nil else { return }
        try? new.destroy(isForced: true)
        try? new.withSession("remove the namespace \"\(name)\"", .opening) { session in
            try session.beginWriting()
            defer { session.rollback() }
            _ = try DefiningRole(new.options, session)
            try dropIfOurs(session)
            try session.commit()
        }
    }

    /// Drops the namespace, unless an administrator has made it or somebody else has put something there.
    func dropIfOurs(_ session: ServerSession) throws {
        let found = try session.run(
            ServerRequest(
                "SELECT obj_description(n.oid, 'pg_namespace') = $2 "
                    + "AND NOT EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = n.oid) "
                    + "AND NOT EXISTS (SELECT FROM pg_proc p WHERE p.pronamespace = n.oid) "
                    + "FROM pg_namespace n WHERE n.nspname = $1", [.text(name), .text(Self.comment)],
                isPrepared: false))
        guard found.rowCount == 1, try found.value(0, 0) == .bool(true) else { return }
        try session.execute("DROP SCHEMA \(new.place)")
    }
}
#endif
