// SPDX-License-Identifier: Apache-2.0
// Finishes a deferred migration in an open store, one item in a transaction of its own.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureStore

extension PostgreSQLEngine: DeferringEngine {
    package func finishDeferredItem() throws -> Bool {
        // Only a migration makes a list, and a migration by somebody else ends the use of this engine.
        guard !options.isReadOnly, pending.current[DeferredRemovals.key] != nil else { return false }
        try requireWritable()
        return try readers.withSession("removing what a migration has left") { session in
            while true {
                do { return try removeItem(session) } catch let error as PostgreSQLError
                    where error.mayWait && session.deadline.remaining > 1
                {
                    Thread.sleep(forTimeInterval: 0.05)
                }
            }
        }
    }

    private func removeItem(_ session: ServerSession) throws -> Bool {
        try session.beginWriting()
        defer { session.rollback() }
        let place = ServerName.quoted(options.namespace)
        try session.run([
            StoreLocks.definitions(options.namespace),
            ServerRequest("SET LOCAL lock_timeout = '1s'", isPrepared: false),
            ServerRequest("SELECT FROM \(place).perdure_store FOR UPDATE", isPrepared: false),
        ])
        try lookAtDefinitions(session)
        guard var metadata = try StoreHeader(session, options)?.metadata else { return false }
        let role = try DefiningRole(options, session)
        let run = ServerRemovalRun(session: session, namespace: options.namespace, mapping: mapping)
        let wasThere = try run.removeFirst(&metadata)
        try role.giveBack(session)
        try session.run(
            ServerRequest(
                "UPDATE \(place).perdure_store SET metadata = $1",
                [.bytea(try StoredMetadata.encoded(metadata, self.place))], isPrepared: false))
        try session.commit()
        pending.adopt([DeferredRemovals.key, DeferredRemovals.flag], of: metadata)
        return wasThere
    }
}
#endif
