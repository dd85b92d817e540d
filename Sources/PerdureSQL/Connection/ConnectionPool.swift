// SPDX-License-Identifier: Apache-2.0
// Lends connections: one for writing, several for reading. SQLEngine.swift takes every connection
// from here.

import Foundation
import PerdureBase
import PerdureStore

/// The connections of one store.
///
/// Readers run at the same time as each other and as the writer. Without readers (a database whose readers block its writer)
/// all work is serial on the one connection.
package final class ConnectionPool: @unchecked Sendable {
    // Sendable because everything below is touched under `condition` only, and a lent connection by its borrower.
    private let condition = NSCondition()
    private var writer: (any SQLConnection)?
    private var isWriterFree = true
    private var idle: [any SQLConnection] = []
    private var readerCount = 0
    /// How many idle readers stay open.
    private let keptReaders: Int
    private let mostReaders: Int
    private let running: (any RunningReads)?
    private let openReader: () throws -> any SQLConnection
    private var isClosed = false
    private let path: String
    private let timeout: TimeInterval
    private let afterRead: (any SQLConnection, ConnectionPool) throws -> Void
    private let snapshotEnding = SnapshotEnding()

    /// Makes a pool with a writer and a way to open readers.
    ///
    /// - Parameters:
    ///   - path: the database, for errors.
    ///   - writer: the connection that writes.
    ///   - readers: how many readers are kept; 0 when all work is the writer's.
    ///   - most: how many readers may be open at once. Readers beyond `readers` are closed after their read. Each takes a few
    ///     file descriptors.
    ///   - timeout: seconds that a call waits for a connection.
    ///   - running: hears of each read of a reader; nil when nobody has to know.
    ///   - openReader: opens a reader.
    ///   - afterRead: called with each connection after a read, before another thread may borrow the connection. Its error
    ///     replaces the result of the read.
    package init(
        path: String, writer: any SQLConnection, readers: Int, most: Int = 64, timeout: TimeInterval,
        running: (any RunningReads)? = nil,
        openReader: @escaping () throws -> any SQLConnection,
        afterRead: @escaping (any SQLConnection, ConnectionPool) throws -> Void = { _, _ in }
    ) {
        self.path = path
        self.writer = writer
        keptReaders = max(readers, 0)
        mostReaders = max(readers, most)
        self.timeout = timeout
        self.running = running
        self.openReader = openReader
        self.afterRead = afterRead
    }

    /// Lends the connection that writes.
    ///
    ///
    ///
    /// - Throws: `StoreError.busy` when another thread keeps it for longer than the timeout; what the body throws.
    package func write<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
        let writer = try borrowWriter()
        defer { returnWriter() }
        return try body(writer)
    }

    /// Lends the connection that writes.
    ///
    /// The borrower must call `returnWriter`.
    ///
    /// - Throws: `StoreError.busy` when another thread keeps it for longer than the timeout.
    package func borrowWriter() throws -> any SQLConnection {
        condition.lock()
        defer { condition.unlock() }
        try wait(for: "the connection that writes") { isWriterFree }
        guard let writer else { throw StoreError.closed }
        isWriterFree = false
        return writer
    }

    /// Lends the connection that writes if it is free.
    ///
    /// - Returns: whether the body has run.
    package func writeIfFree(_ body: (any SQLConnection) -> Void) -> Bool {
        condition.lock()
        let free = isClosed || !isWriterFree ? nil : writer
        if free != nil { isWriterFree = false }
        condition.unlock()
        guard let free else { return false }
        defer { returnWriter() }
        body(free)
        return true
    }

    /// Takes back the connection that writes.
    package func returnWriter() {
        condition.lock()
        isWriterFree = true
        condition.broadcast()
        condition.unlock()
    }

    /// The limit for one read in seconds: a longer read counts as endless.
    private static let longestRead: TimeInterval = 240

    /// Lends a connection that reads.
    ///
    /// - Throws: `StoreError.busy` when none gets free within the timeout; what the body throws.
    package func read<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
        try lend(body) { try $0.endSnapshot() }
    }

    package func readAmongMany<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
        try lend(body) { try $0.resumeSnapshot() }
    }

    private func lend<T>(
        _ body: (any SQLConnection) throws -> T, before: (any SQLConnection) throws -> Void
    ) throws -> T {
        guard hasReaders else { return try write { try limited($0, body) } }
        let reader = try borrowReader()
        defer { returnReader(reader) }
        // What a kept snapshot names must stay from here on, if it still is the newest state then.
        let number = running?.readBegins()
        defer { if let number { running?.readEnded(number) } }
        do {
            try before(reader)
            return try limited(reader, body)
        } catch {
            try? reader.endSnapshot()
            throw error
        }
    }

    /// Whether reads have connections of their own; all work is the writer's otherwise.
    package var hasReaders: Bool { keptReaders > 0 }

    package var lendsSeveral: Bool { hasReaders && mostReaders > 1 }

    private func limited<T>(_ reader: any SQLConnection, _ body: (any SQLConnection) throws -> T) throws -> T
    {
        reader.limitRun(Self.longestRead)
        let result: T
        do { result = try body(reader) } catch {
            reader.limitRun(nil)
            try afterRead(reader, self)
            throw error
        }
        reader.limitRun(nil)
        try afterRead(reader, self)
        return result
    }

    /// Waits for running work, then releases all connections.
    ///
    /// A second call does nothing.
    package func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        while !isWriterFree || idle.count < readerCount { condition.wait() }
        idle.removeAll()
        readerCount = 0
        writer = nil
        condition.broadcast()
    }

    /// How many readers are open and free.
    package var idleReaders: Int {
        condition.lock()
        defer { condition.unlock() }
        return idle.count
    }

    /// Closes the idle readers; later reads open new ones.
    package func closeIdleReaders() {
        condition.lock()
        defer { condition.unlock() }
        readerCount -= idle.count
        idle.removeAll()
    }

    /// Whether an idle reader keeps a snapshot.
    package var keepsSnapshots: Bool {
        condition.lock()
        defer { condition.unlock() }
        return idle.contains { $0.keepsSnapshot }
    }

    /// Ends the snapshots that idle readers keep.
    ///
    /// - Parameter isDue: whether the time is over after which they end anyway.
    package func endSnapshots(isDue: Bool = false) {
        condition.lock()
        defer { condition.unlock() }
        if isDue { snapshotEnding.begins() }
        for reader in idle { try? reader.endSnapshot() }
    }

    private func borrowReader() throws -> any SQLConnection {
        if let reader = try idleReader() { return reader }
        // Opening takes time without the lock, so other threads can return their readers meanwhile.
        do { return try openReader() } catch { return try reader(insteadOf: error) }
    }

    /// Returns an idle reader, or nil when the caller must open a reader; the pool has counted it already.
    private func idleReader() throws -> (any SQLConnection)? {
        condition.lock()
        defer { condition.unlock() }
        try wait(for: "a connection that reads") { !idle.isEmpty || readerCount < mostReaders }
        if let reader = idle.popLast() { return reader }
        readerCount += 1
        return nil
    }

    /// Waits for an open reader after opening a new one has failed: for example, when file descriptors run out.
    private func reader(insteadOf error: any Error) throws -> any SQLConnection {
        condition.lock()
        defer { condition.unlock() }
        readerCount -= 1
        condition.broadcast()
        try? wait(for: "a connection that reads") { !idle.isEmpty || readerCount == 0 }
        guard let reader = idle.popLast() else { throw error }
        return reader
    }

    private func returnReader(_ reader: any SQLConnection) {
        condition.lock()
        if idle.count < keptReaders { idle.append(reader) } else { readerCount -= 1 }
        if reader.keepsSnapshot, !snapshotEnding.isScheduled {
            snapshotEnding.schedule { [weak self] in self?.endSnapshots(isDue: true) }
        }
        condition.broadcast()
        condition.unlock()
    }

    private func wait(for what: String, until isReady: () -> Bool) throws {
        let start = Uptime.now
        while !isClosed && !isReady() {
            let waited = Uptime.now - start
            guard waited < timeout else {
                throw StoreError.busy(path: path, operation: "waiting for \(what)", waited: waited)
            }
            // A condition knows only the clock on the wall: who sets it forward does not end the wait.
            _ = condition.wait(until: Date(timeIntervalSinceNow: timeout - waited))
        }
        if isClosed { throw StoreError.closed }
    }
}

extension ConnectionPool: ReadConnections {}
