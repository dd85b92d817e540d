// SPDX-License-Identifier: Apache-2.0
// The open read views of one store (PG-131, PG-132): begins them, and ends them with the store, at their age, and before a migration.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// The open read views of a store.
///
/// Their connections are none of the pool's: a context may keep one for an hour.
final class OpenReadViews: @unchecked Sendable {
    // Sendable because everything below is touched under the lock only.
    private let lock = NSLock()
    private let maker: ConnectionMaker
    private let timeout: TimeInterval
    private let age: TimeInterval
    private var isClosed = false
    private var open: [Int: SnapshotKeeper] = [:]
    private var next = 0
    /// Connections of ended read views: a context that saves often begins one read view after another.
    private var idle: [ServerConnection] = []
    private static let idleLimit = 2

    private let keys: KeyedStatements?
    /// Set in each transaction (PG-147).
    private let settings: [String: String]

    init(_ options: PostgreSQLOptions, keys: KeyedStatements?) {
        self.keys = keys
        settings = options.settings
        maker = ConnectionMaker(options.client)
        timeout = options.client.timeout
        age = options.snapshotAge
    }

    /// How many read views are open.
    var count: Int { lock.withLock { open.count } }

    /// Begins a read view of the newest state.
    ///
    /// - Throws: `StoreError`.
    func begin(on engine: SQLEngine) throws -> PostgreSQLReadView {
        let deadline = Deadline(after: timeout)
        do {
            let keeper = try keeper(until: deadline)
            let number = try register(keeper)
            endAtItsAge(number)
            return PostgreSQLReadView(number, keeper, of: engine, in: self)
        } catch let error as PostgreSQLError {
            throw error.storeError("beginning a read view")
        }
    }

    private func keeper(until deadline: Deadline) throws -> SnapshotKeeper {
        while let known = lock.withLock({ idle.popLast() }) {
            // The server may have ended it while it was idle.
            if let keeper = try? keeper(known, deadline) { return keeper }
            known.close()
        }
        let connection = try maker.connect(until: deadline)
        do { return try keeper(connection, deadline) } catch {
            connection.close()
            throw error
        }
    }

    private func keeper(_ connection: ServerConnection, _ deadline: Deadline) throws -> SnapshotKeeper {
        try SnapshotKeeper(
            connection, maker.configuration.description, timeout: timeout, until: deadline, keys: keys,
            settings: settings, connect: { [maker] in try maker.connect(until: $0) })
    }

    private func register(_ keeper: SnapshotKeeper) throws -> Int {
        let number: Int? = lock.withLock {
            guard !isClosed else { return nil }
            next += 1
            open[next] = keeper
            return next
        }
        if let number { return number }
        keeper.close(until: Deadline(after: 0)).forEach { $0.close() }
        throw PostgreSQLError.closed
    }

    private func endAtItsAge(_ number: Int) {
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + age) { [weak self] in
            guard let self, let keeper = lock.withLock({ self.open[number] }) else { return }
            end(number, keeper)
        }
    }

    // MARK: The end

    /// Ends a read view; a second call does nothing.
    func end(_ number: Int, _ keeper: SnapshotKeeper) {
        let wasOpen = lock.withLock { open.removeValue(forKey: number) != nil }
        guard wasOpen else { return }
        let rest = keeper.close(until: Deadline(after: timeout)).filter(Self.rolledBack)
        let surplus = lock.withLock { () -> [ServerConnection] in
            let kept = isClosed ? 0 : max(Self.idleLimit - idle.count, 0)
            idle += rest.prefix(kept)
            return Array(rest.dropFirst(kept))
        }
        surplus.forEach { $0.close() }
    }

    private static func rolledBack(_ connection: ServerConnection) -> Bool {
        // An end without an answer closes the connection, and the server rolls back by itself.
        let isOver =
            (try? connection.run(
                ServerRequest("ROLLBACK", isPrepared: false), until: Deadline(after: 1))) != nil
        if !isOver || !connection.isUsable { connection.close() }
        return connection.isUsable
    }

    /// Ends all read views: others are about to change the definitions, which open states would block (PG-137).
    func endAll() {
        for (number, keeper) in lock.withLock({ open }) { end(number, keeper) }
    }

    /// Ends all read views, after their running reads, and begins no more.
    func close() {
        let connections = lock.withLock { () -> [ServerConnection] in
            isClosed = true
            defer { idle = [] }
            return idle
        }
        connections.forEach { $0.close() }
        endAll()
    }
}

extension PostgreSQLEngine {
    package var keepsReadViews: Bool { true }

    package func readView() throws -> (any StoreReader)? {
        try requireOpen()
        return try views.begin(on: engine)
    }
}
#endif
