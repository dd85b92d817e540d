// SPDX-License-Identifier: Apache-2.0
// Lends connections: one for writing, several for reading. SQLEngine.swift takes every connection
// from here.

import Foundation
import PerdureStore

/// The connections of one store.
///
/// Reads run beside each other and beside a write when there are readers; without them (a database whose readers
/// block its writer) all work is serial on the one connection.
package final class ConnectionPool: @unchecked Sendable {
    // Sendable because everything below is touched under `condition` only, and a lent connection by its borrower.
    private let condition = NSCondition()
    private var writer: (any SQLConnection)?
    private var isWriterFree = true
    private var idle: [any SQLConnection] = []
    private var readerCount = 0
    private let readerLimit: Int
    private let openReader: () throws -> any SQLConnection
    private var isClosed = false
    private let path: String
    private let timeout: TimeInterval

    /// Takes the writer and a way to open readers, which are opened when they are first needed.
    package init(
        path: String, writer: any SQLConnection, readers: Int, timeout: TimeInterval,
        openReader: @escaping () throws -> any SQLConnection
    ) {
        self.path = path
        self.writer = writer
        readerLimit = max(readers, 0)
        self.timeout = timeout
        self.openReader = openReader
    }

    /// Lends the connection that writes.
    ///
    /// - Throws: `StoreError.busy` when another thread keeps it for longer than the timeout; what the body throws.
    package func write<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
        let writer = try borrowWriter()
        defer { returnWriter() }
        return try body(writer)
    }

    /// Lends the connection that writes until `returnWriter` is called, which must follow.
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

    /// Takes the connection that writes back.
    package func returnWriter() {
        condition.lock()
        isWriterFree = true
        condition.broadcast()
        condition.unlock()
    }

    /// Seconds after which one read is taken for endless.
    private static let longestRead: TimeInterval = 240

    /// Lends a connection that reads.
    ///
    /// - Throws: `StoreError.busy` when none gets free within the timeout; what the body throws.
    package func read<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
        guard readerLimit > 0 else { return try write(body) }
        let reader = try takeReader()
        reader.limitRun(Self.longestRead)
        defer {
            reader.limitRun(nil)
            giveBack(reader)
        }
        return try body(reader)
    }

    /// Waits for the work that is under way, then lets go of all connections.
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

    /// Forgets the idle readers: the next reads open new ones.
    package func closeIdleReaders() {
        condition.lock()
        defer { condition.unlock() }
        readerCount -= idle.count
        idle.removeAll()
    }

    private func takeReader() throws -> any SQLConnection {
        condition.lock()
        defer { condition.unlock() }
        try wait(for: "a connection that reads") { !idle.isEmpty || readerCount < readerLimit }
        if let reader = idle.popLast() { return reader }
        let reader = try openReader()
        readerCount += 1
        return reader
    }

    private func giveBack(_ reader: any SQLConnection) {
        condition.lock()
        idle.append(reader)
        condition.broadcast()
        condition.unlock()
    }

    private func wait(for what: String, until isReady: () -> Bool) throws {
        let start = Date()
        while !isClosed && !isReady() {
            guard condition.wait(until: start.addingTimeInterval(timeout)) else {
                throw StoreError.busy(
                    path: path, operation: "waiting for \(what)", waited: Date().timeIntervalSince(start))
            }
        }
        if isClosed { throw StoreError.closed }
    }
}
