// SPDX-License-Identifier: Apache-2.0
// Who gets which connection next, and which ones are too old. It waits for nothing and closes nothing: ServerConnectionPool.swift does.

#if PostgreSQL
import Foundation

/// How long connections stay.
package struct PoolRules: Sendable {
    /// Seconds after which an idle one is looked at before it is lent.
    package var unseen: TimeInterval = 1
    /// How many idle ones stay.
    package var kept = 2
    /// Seconds after which further idle ones are closed.
    package var idle: TimeInterval = 60
    /// Seconds after which each is closed, when it comes back.
    package var age: TimeInterval = 3600

    /// The usual rules.
    package init() {}
}

/// How a pool stands.
package struct PoolFigures: Sendable, Equatable {
    package var idle = 0
    package var lent = 0
    package var waiting = 0
}

/// The state of a pool.
struct PoolQueue {
    private struct Idle {
        let connection: ServerConnection
        let since = Deadline.now
    }

    /// The most recently used one is the last.
    private var idle: [Idle] = []
    private var waiters: [PoolWaiter] = []
    /// Lent connections, and places for some that are being made.
    private(set) var lent = 0
    private var isClosed = false
    private let limit: Int
    private let rules: PoolRules
    /// Whether somebody will look for old ones.
    var isSweepPlanned = false

    init(limit: Int, rules: PoolRules) {
        self.limit = limit
        self.rules = rules
    }

    var figures: PoolFigures { PoolFigures(idle: idle.count, lent: lent, waiting: waiters.count) }

    /// Lends what is idle at once, unless others wait.
    mutating func takeIdle() -> (connection: ServerConnection, wasIdle: TimeInterval)? {
        guard !isClosed, waiters.isEmpty, lent < limit, let last = idle.popLast() else { return nil }
        lent += 1
        return (last.connection, Self.seconds(since: last.since))
    }

    /// Puts a caller at the end of the queue, and serves the queue.
    mutating func ask(_ waiter: PoolWaiter) {
        guard !isClosed else { return waiter.give(.closed) }
        waiters.append(waiter)
        serve()
    }

    /// Takes back a connection, or the place of one that is closed.
    mutating func giveBack(_ connection: ServerConnection?) {
        lent -= 1
        if let connection { idle.append(Idle(connection: connection)) }
        serve()
    }

    /// Takes a caller out of the queue; gives what it was given in the last moment.
    mutating func leave(_ waiter: PoolWaiter) -> PoolWaiter.Gift? {
        waiters.removeAll { $0 === waiter }
        return waiter.gift
    }

    private mutating func serve() {
        while let first = waiters.first, lent < limit {
            waiters.removeFirst()
            lent += 1
            first.give(
                idle.popLast().map { .connection($0.connection, wasIdle: Self.seconds(since: $0.since)) }
                    ?? .place)
        }
    }

    /// Takes out all that is idle.
    mutating func takeAllIdle() -> [ServerConnection] {
        defer { idle.removeAll() }
        return idle.map(\.connection)
    }

    /// Takes out what is to be closed.
    mutating func takeOld() -> [ServerConnection] {
        let now = Deadline.now
        func isOld(_ index: Int) -> Bool {
            isClosed || Self.seconds(since: idle[index].connection.made, now) >= rules.age
                || (index < idle.count - rules.kept
                    && Self.seconds(since: idle[index].since, now) >= rules.idle)
        }
        guard idle.indices.contains(where: isOld) else { return [] }
        let old = idle.indices.filter(isOld)
        defer { for index in old.reversed() { idle.remove(at: index) } }
        return old.map { idle[$0].connection }
    }

    /// Seconds until somebody should look for old ones; nil when nobody needs to, or somebody will.
    mutating func secondsToSweep() -> TimeInterval? {
        guard !isSweepPlanned, !isClosed, idle.count > rules.kept, let first = idle.first else {
            return nil
        }
        isSweepPlanned = true
        return max(rules.idle - Self.seconds(since: first.since), 0.01)
    }

    /// Refuses everybody from now on.
    ///
    /// - Returns: the idle connections, to be closed.
    mutating func close() -> [ServerConnection] {
        isClosed = true
        waiters.forEach { $0.give(.closed) }
        waiters.removeAll()
        return takeOld()
    }

    private static func seconds(since instant: UInt64, _ now: UInt64 = Deadline.now) -> TimeInterval {
        TimeInterval(now - min(instant, now)) / 1e9
    }
}
#endif
