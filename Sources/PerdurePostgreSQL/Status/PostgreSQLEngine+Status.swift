// SPDX-License-Identifier: Apache-2.0
// How a store's connections stand, and whether its server answers: what health checks and dashboards ask.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureStore

/// What a server has answered.
package struct ServerStatus: Sendable {
    /// As 150018 for 15.18.
    package let version: Int
    /// Whether the server only repeats another one's commits.
    package let isStandby: Bool
    /// Seconds from the question to the answer, without waiting for a connection.
    package let roundTrip: TimeInterval
}

extension PostgreSQLEngine {
    /// The connections of the store, without asking the server.
    package var connections: PoolFigures { readers.pool.figures }

    /// How many connections the store may have.
    package var mostConnections: Int { max(options.client.poolSize, 1) }

    /// Asks the server, on a connection of the pool.
    ///
    /// - Parameter seconds: When the call ends at the latest, waiting for a connection included.
    /// - Returns: what it said.
    /// - Throws: `StoreError.busy` at that time, `.lost`, `.cannotOpen`, `.closed`.
    package func status(within seconds: TimeInterval) throws -> ServerStatus {
        try requireOpen()
        let deadline = Deadline(after: min(seconds, options.client.timeout))
        do {
            return try readers.pool.withConnection(until: deadline) { connection in
                let start = Date()
                let answer = try connection.run(ServerRequest("SELECT pg_is_in_recovery()"), until: deadline)
                return ServerStatus(
                    version: try connection.serverVersion(), isStandby: try answer.value(0, 0) == .bool(true),
                    roundTrip: Date().timeIntervalSince(start))
            }
        } catch let error as PostgreSQLError {
            throw error.storeError("asking whether the server answers", .reading)
        }
    }
}
#endif
