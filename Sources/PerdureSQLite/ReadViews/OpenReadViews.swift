// SPDX-License-Identifier: Apache-2.0
// The open read views of one store: begins them, keeps the files that they and running reads need, and ends them when the store
// is closed.

import Foundation
import PerdureSQL
import PerdureStore

/// The open read views of a store.
///
/// While a read view is open, checkpoints move only pages that it does not need, and the WAL cannot start from its beginning
/// again.
final class OpenReadViews: ObsoleteFiles, @unchecked Sendable {
    // Sendable because everything below is touched under the lock only.
    private let lock = NSLock()
    private let opening: StoreOpening
    let watch: CommitWatch
    private let former: RenamedColumns?
    private var isClosed = false
    /// The open read views, and without a view the reads that run, by numbers that increase with time.
    private var open: [Int: Weak] = [:]
    private var next = 0
    /// Connections of ended read views: a context that saves often begins one read view after another.
    private var idle: [SQLiteConnection] = []
    private static let idleLimit = 2
    /// Files that no newer row names, each with the first number whose read view or read does not need it.
    private var kept: [(file: any ObsoleteFile, until: Int)] = []

    private struct Weak {
        weak var view: SQLiteReadView?
    }

    init(opening: StoreOpening, watch: CommitWatch, former: RenamedColumns? = nil) {
        self.opening = opening
        self.watch = watch
        self.former = former
    }

    /// Begins a read view of the newest state.
    ///
    /// - Parameter engine: the engine that reads the store.
    /// - Returns: the read view.
    /// - Throws: `StoreError.closed`; any error of opening a connection.
    func begin(on engine: SQLEngine) throws -> SQLiteReadView {
        // The number is reserved first, so that files that become obsolete from now on are kept.
        let (number, known) = try reserve()
        var connection = known
        do {
            let reader = try connection ?? opening.reader()
            connection = reader
            try reader.beginReading()
            // A transaction's read view is the state at its first read.
            try reader.readOnce()
            try watch.requireSameStore(reader)
            try former?.check(reader)
            let view = SQLiteReadView(number, reader, of: engine, in: self)
            return try register(view, number)
        } catch {
            connection?.rollback()
            ended(number, nil)
            throw error
        }
    }

    private func reserve() throws -> (Int, SQLiteConnection?) {
        lock.lock()
        defer { lock.unlock() }
        guard !isClosed else { throw StoreError.closed }
        return (takeNumber(), idle.popLast())
    }

    /// Takes the next number; the caller has the lock.
    private func takeNumber() -> Int {
        defer { next += 1 }
        open[next] = Weak()
        return next
    }

    private func register(_ view: SQLiteReadView, _ number: Int) throws -> SQLiteReadView {
        lock.lock()
        defer { lock.unlock() }
        // The store was closed meanwhile: the read view ends with this error.
        guard !isClosed else { throw StoreError.closed }
        open[number] = Weak(view: view)
        return view
    }

    /// Ends a read view and takes back its connection.
    func ended(_ number: Int, _ connection: SQLiteConnection?) {
        lock.lock()
        defer { lock.unlock() }
        open[number] = nil
        if let connection, !isClosed, idle.count < Self.idleLimit { idle.append(connection) }
        if kept.isEmpty { return }
        let oldest = open.keys.min() ?? Int.max
        for (file, until) in kept where until <= oldest { file.remove() }
        kept.removeAll { $0.until <= oldest }
    }

    /// Removes files beside the store as soon as no read view and no running read needs them.
    func remove(_ files: [any ObsoleteFile]) {
        guard !files.isEmpty else { return }
        lock.lock()
        defer { lock.unlock() }
        if open.isEmpty { return files.forEach { $0.remove() } }
        kept += files.map { ($0, next) }
    }

    /// Ends all read views, after their running reads.
    func close() {
        lock.lock()
        isClosed = true
        // They must not be released under the lock, because the end of a read view takes the lock.
        let readViews = open.values.compactMap(\.view)
        idle = []
        lock.unlock()
        for view in readViews { view.close() }
    }
}

/// Reads of the pool may name obsolete files as read views do, until they end.
extension OpenReadViews: RunningReads {
    func readBegins() -> Int { lock.withLock { takeNumber() } }

    func readEnded(_ number: Int) { ended(number, nil) }
}
