// SPDX-License-Identifier: Apache-2.0
// Figures and health of stores on servers, for the programs that watch over them.

#if PostgreSQL
import Foundation
import Perdure
import PerdureBase
import PerdurePostgreSQL
import PerdureStore

/// How a store's server and connections stand.
///
/// ## Compatibility
/// An addition.
public struct PostgreSQLStatus: Sendable {
    /// The server's version, as 150018 for 15.18.
    public let serverVersion: Int
    /// Whether the server only repeats the commits of another one.
    public let isStandby: Bool
    /// Seconds from the question to the answer, without waiting for a connection.
    public let roundTrip: TimeInterval
    /// The store's connections when the answer came.
    public let connections: PostgreSQLConnections
}

/// The connections of a store, beside the one that listens.
///
/// ## Compatibility
/// An addition.
public struct PostgreSQLConnections: Sendable, Equatable {
    /// Those that are open, and that nobody uses.
    public let idle: Int
    /// Those that are used, and those that are being made.
    public let used: Int
    /// How many calls wait for one.
    public let waiting: Int
    /// How many there may be.
    public let limit: Int
}

extension NSPersistentStoreCoordinator {
    /// Asks a store's server whether it answers: the question of a health check.
    ///
    /// It may be called on any thread, and waits for no save. Costs a round trip on a connection of the store's pool, so a pool
    /// that is used up is an error too.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameters:
    ///   - store: a store of the type PostgreSQL of this coordinator.
    ///   - seconds: when the call ends at the latest; the store's time-out, if that is shorter.
    /// - Returns: what the server said, and the connections.
    /// - Throws: 134090 when no answer came in time, 134070 when the connection was lost, 134080 when none could be made.
    public func postgreSQLStatus(of store: NSPersistentStore, within seconds: TimeInterval = 5) throws
        -> PostgreSQLStatus
    {
        let engine = try postgreSQLEngine(of: store)
        let status = try translatingErrors(store.url) { try engine.status(within: seconds) }
        return PostgreSQLStatus(
            serverVersion: status.version, isStandby: status.isStandby, roundTrip: status.roundTrip,
            connections: PostgreSQLConnections(engine))
    }

    /// The connections of a store, without asking its server.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameter store: a store of the type PostgreSQL of this coordinator.
    /// - Returns: how many are idle, used and waited for at this moment.
    /// - Throws: An invalid argument for another store.
    public func postgreSQLConnections(of store: NSPersistentStore) throws -> PostgreSQLConnections {
        PostgreSQLConnections(try postgreSQLEngine(of: store))
    }

    private func postgreSQLEngine(of store: NSPersistentStore) throws -> PostgreSQLEngine {
        guard let engine = engineStore(of: store)?.engine as? PostgreSQLEngine else {
            throw CoreDataException.invalidArgument(
                "The store is none of the type PostgreSQL of this coordinator; add it first.")
        }
        return engine
    }
}

extension PostgreSQLConnections {
    fileprivate init(_ engine: PostgreSQLEngine) {
        let figures = engine.connections
        self.init(
            idle: figures.idle, used: figures.lent, waiting: figures.waiting, limit: engine.mostConnections)
    }
}
#endif
