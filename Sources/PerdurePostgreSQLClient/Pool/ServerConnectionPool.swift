// SPDX-License-Identifier: Apache-2.0
// Lends connections (PG-29): first come, first served, the most recently used one first. PoolQueue.swift decides who gets what.

#if PostgreSQL
import Foundation
import PerdureStore

/// The connections of one store to its server.
package final class ServerConnectionPool: @unchecked Sendable {
    // Sendable because `queue` is touched under `lock` only; `maker` does not change.
    private let lock = NSLock()
    private var queue: PoolQueue
    private let maker: ConnectionMaker
    private let rules: PoolRules
    /// Whether the server was there once; touched under `lock`.
    private var hasConnected = false

    /// Makes a pool, and no connection yet.
    package init(_ configuration: ClientConfiguration, rules: PoolRules = PoolRules()) {
        maker = ConnectionMaker(configuration)
        self.rules = rules
        queue = PoolQueue(limit: max(configuration.poolSize, 1), rules: rules)
    }

    deinit { queue.close().forEach { $0.close() } }

    /// Lends a connection for the time of a body.
    ///
    /// A connection that is not in order afterwards is closed: one with an open transaction too.
    ///
    /// - Throws: `PostgreSQLError`: `.timedOut` when none gets free by the deadline, `.closed`; what the body throws.
    package func withConnection<T>(
        until deadline: Deadline, _ cancellation: Cancellation? = nil,
        _ body: (ServerConnection) throws -> T
    ) throws -> T {
        let connection = try borrow(until: deadline, cancellation)
        defer { giveBack(connection) }
        return try body(connection)
    }

    /// Lends a connection; the borrower gives it back by `giveBack`.
    package func borrow(until deadline: Deadline, _ cancellation: Cancellation? = nil) throws
        -> ServerConnection
    {
        // Nearly always one is idle: nobody needs to sleep.
        if let (connection, seconds) = lock.withLock({ queue.takeIdle() }) {
            return try looked(at: connection, seconds, deadline, cancellation)
        }
        let waiter = PoolWaiter()
        perform { $0.ask(waiter) }
        switch try wait(waiter, deadline, cancellation) {
        case .closed: throw PostgreSQLError.closed
        case .place: return try connect(deadline, cancellation)
        case .connection(let connection, let seconds):
            return try looked(at: connection, seconds, deadline, cancellation)
        }
    }

    /// A connection that was idle, or a new one in its place.
    private func looked(
        at connection: ServerConnection, _ seconds: TimeInterval, _ deadline: Deadline,
        _ cancellation: Cancellation?
    ) throws -> ServerConnection {
        guard seconds > rules.unseen, connection.hasEnded() else { return connection }
        connection.close()
        // Its place is still this caller's, and others may have ended with it: a new one is certain.
        return try connect(deadline, cancellation)
    }

    /// Takes a connection back.
    package func giveBack(_ connection: ServerConnection) {
        let isGood = connection.isUsable
        if !isGood { connection.close() }
        perform { $0.giveBack(isGood ? connection : nil) }
        if isGood { scheduleSweep() }
    }

    /// Closes what is idle, so that the next borrowers connect anew.
    package func closeIdle() { lock.withLock { queue.takeAllIdle() }.forEach { $0.close() } }

    /// Refuses further borrowers, closes what is idle, and waits for what is lent.
    ///
    /// - Returns: whether everything came back in time; what comes later is closed then.
    @discardableResult
    package func close(until deadline: Deadline) -> Bool {
        let idle = lock.withLock { queue.close() }
        idle.forEach { $0.close() }
        while lock.withLock({ queue.lent }) > 0 {
            if deadline.isPast { return false }
            Thread.sleep(forTimeInterval: 0.005)
        }
        return true
    }

    /// How the pool stands.
    package var figures: PoolFigures { lock.withLock { queue.figures } }

    private func connect(_ deadline: Deadline, _ cancellation: Cancellation?) throws -> ServerConnection {
        let isAgain = lock.withLock { hasConnected }
        do {
            let connection = try maker.connect(until: deadline, cancellation, isAgain: isAgain)
            if !isAgain { lock.withLock { hasConnected = true } }
            return connection
        } catch {
            perform { $0.giveBack(nil) }
            throw error
        }
    }

    private func wait(
        _ waiter: PoolWaiter, _ deadline: Deadline, _ cancellation: Cancellation?
    ) throws -> PoolWaiter.Gift {
        let start = Deadline.now
        if let gift = waiter.wait(until: deadline, cancellation) { return gift }
        // Something may have been given in the last moment.
        if let gift = lock.withLock({ queue.leave(waiter) }) { return gift }
        if cancellation?.isCancelled == true { throw PostgreSQLError.cancelled }
        throw PostgreSQLError.timedOut(
            operation: "waiting for a connection", waited: TimeInterval(Deadline.now - start) / 1e9,
            place: maker.configuration.description)
    }

    /// Changes the queue; what is too old is closed without the lock.
    private func perform(_ change: (inout PoolQueue) -> Void) {
        let old = lock.withLock {
            change(&queue)
            return queue.takeOld()
        }
        old.forEach { $0.close() }
    }

    private func scheduleSweep() {
        guard let seconds = lock.withLock({ queue.secondsToSweep() }) else { return }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds) { [weak self] in
            self?.perform { $0.isSweepPlanned = false }
            self?.scheduleSweep()
        }
    }
}
#endif
