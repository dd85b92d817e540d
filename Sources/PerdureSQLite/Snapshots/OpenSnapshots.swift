// SPDX-License-Identifier: Apache-2.0
// The snapshots of one store that somebody still reads: begins them, keeps the files that they need, ends them when
// the store is closed.

import Foundation
import PerdureSQL
import PerdureStore

/// The open snapshots of a store.
///
/// While one is open, checkpoints move only what it does not need, and the WAL cannot start from its beginning again.
final class OpenSnapshots: @unchecked Sendable {
    // Sendable because everything below is touched under the lock only.
    private let lock = NSLock()
    private let opening: StoreOpening
    private let watch: CommitWatch
    private let former: FormerColumns?
    private var isClosed = false
    /// By numbers that rise with time.
    private var open: [Int: Weak] = [:]
    private var next = 0
    /// Connections of snapshots that ended: a context that saves often begins one after the other.
    private var idle: [SQLiteConnection] = []
    private static let idleLimit = 2
    /// Files that no newer row names, each with the number of the first snapshot that cannot need it.
    private var kept: [(file: any ObsoleteFile, until: Int)] = []

    private struct Weak {
        weak var snapshot: SQLiteSnapshot?
    }

    init(opening: StoreOpening, watch: CommitWatch, former: FormerColumns? = nil) {
        self.opening = opening
        self.watch = watch
        self.former = former
    }

    /// Begins to read the newest state.
    ///
    /// - Parameter engine: what reads the store.
    /// - Returns: the snapshot.
    /// - Throws: `StoreError.closed`; what opening a connection reports.
    func begin(on engine: SQLEngine) throws -> SQLiteSnapshot {
        // The number comes first: what is given up from now on is kept.
        let (number, known) = try reserve()
        var connection = known
        do {
            let reader = try connection ?? opening.reader()
            connection = reader
            try reader.beginReading()
            // A transaction sees the state that its first read finds.
            try reader.readOnce()
            try watch.requireSameStore(reader)
            try former?.check(reader)
            let snapshot = SQLiteSnapshot(number, reader, of: engine, in: self)
            return try register(snapshot, number)
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
        defer { next += 1 }
        open[next] = Weak()
        return (next, idle.popLast())
    }

    private func register(_ snapshot: SQLiteSnapshot, _ number: Int) throws -> SQLiteSnapshot {
        lock.lock()
        defer { lock.unlock() }
        // Closed meanwhile: the snapshot ends with this error.
        guard !isClosed else { throw StoreError.closed }
        open[number] = Weak(snapshot: snapshot)
        return snapshot
    }

    /// Takes back what a snapshot used.
    func ended(_ number: Int, _ connection: SQLiteConnection?) {
        lock.lock()
        defer { lock.unlock() }
        open[number] = nil
        if let connection, !isClosed, idle.count < Self.idleLimit { idle.append(connection) }
        let oldest = open.keys.min() ?? Int.max
        for (file, until) in kept where until <= oldest { file.remove() }
        kept.removeAll { $0.until <= oldest }
    }

    /// Removes files beside the store, once no snapshot can need them any more.
    func remove(_ files: [any ObsoleteFile]) {
        guard !files.isEmpty else { return }
        lock.lock()
        defer { lock.unlock() }
        if open.isEmpty { return files.forEach { $0.remove() } }
        kept += files.map { ($0, next) }
    }

    /// Ends all snapshots, after the reads that are under way.
    func close() {
        lock.lock()
        isClosed = true
        // Not released under the lock: a snapshot's end takes it.
        let snapshots = open.values.compactMap(\.snapshot)
        idle = []
        lock.unlock()
        for snapshot in snapshots { snapshot.close() }
    }
}

/// A file beside a store that no row of the newest state names.
protocol ObsoleteFile: Sendable {
    /// Removes it; a later opening does it where that is not possible.
    func remove()
}
