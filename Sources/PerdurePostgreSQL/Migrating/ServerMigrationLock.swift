// SPDX-License-Identifier: Apache-2.0
// The locks of migrations that are more than one transaction: by stages, whose handlers would do their work twice, and by mapping
// models. Each migration in place has a lock of its own (StoreLocks.swift), which these do not touch.

#if PostgreSQL
import Foundation
import PerdureBase
import PerdurePostgreSQLClient
import PerdureStore

/// A lock on the server, held as long as the value lives; the end of the process releases it too.
package final class ServerMigrationLock {
    /// The session that holds it; nil where this thread has the lock already.
    private let connection: ServerConnection?
    private let name: String
    private let timeout: TimeInterval

    /// The threads that have locks: a handler of a stage may add the same store again.
    private static let holders = Lock<[String: pthread_t]>([:])

    /// Waits for the lock.
    ///
    /// - Parameters:
    ///   - options: The store.
    ///   - request: The statement that waits for it.
    /// - Throws: `PostgreSQLError`: 55P03 or `.timedOut` when another program holds it too long.
    init(_ options: PostgreSQLOptions, _ request: (String) -> ServerRequest) throws {
        let request = request(options.namespace)
        timeout = options.client.timeout
        name = "\(options.client.description) \(request.text) \(options.namespace)"
        let name = name
        guard Self.holders.withLock({ $0[name] }) != pthread_self() else {
            connection = nil
            return
        }
        let deadline = Deadline(after: options.client.timeout)
        let connection = try ConnectionMaker(options.client).connect(until: deadline)
        self.connection = connection
        // A failed initializer's end does not close it.
        do {
            // It waits as long as the migration takes.
            try connection.run(
                ServerRequest("SELECT set_config('idle_session_timeout', '0', false)"), until: deadline)
            try connection.run(request, until: deadline)
        } catch {
            connection.close()
            throw error
        }
        Self.holders.withLock { $0[name] = pthread_self() }
    }

    /// Makes sure that the session which holds the lock is there: a restart of the server ends it.
    ///
    /// - Throws: `PostgreSQLError.lost`.
    func require() throws {
        try connection?.run(ServerRequest("SELECT 1"), until: Deadline(after: timeout))
    }

    deinit {
        guard let connection else { return }
        Self.holders.withLock { $0[name] = nil }
        connection.close()
    }
}

extension ClosedServerStore {
    /// Waits until no other program migrates the store by stages or a mapping model, and keeps it so.
    ///
    /// - Parameter timeout: Seconds to wait.
    /// - Returns: The lock; its end releases it.
    /// - Throws: `StoreError.busy` when another program holds it too long, `.cannotOpen`.
    package func lockMigrations(timeout: TimeInterval) throws -> ServerMigrationLock {
        var options = options
        options.client.timeout = timeout
        do { return try ServerMigrationLock(options, StoreLocks.migrations) } catch let error
            as PostgreSQLError
        {
            throw error.storeError("waiting for another migration of the store", .opening)
        }
    }
}
#endif
