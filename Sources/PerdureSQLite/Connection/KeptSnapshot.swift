// SPDX-License-Identifier: Apache-2.0
// Lets reads that follow each other share one read transaction: a transaction of its own costs a read three calls of the
// system, as much as the row. WALIndexHeader.swift says whether somebody has committed; SnapshotEnding.swift (PerdureSQL) ends
// what nobody uses.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

/// The snapshot that a connection keeps between reads.
///
/// In WAL mode all connections share the header of the WAL index, which each commit changes. While it has the bytes from
/// before the snapshot began, the snapshot is the newest state, and a read may use it: it sees every commit that was made
/// before the read.
struct KeptSnapshot {
    /// The header before the snapshot began; nil without a snapshot.
    private(set) var header: WALIndexHeader?
    /// Whether the file has a header that can be read; nil before the first look.
    fileprivate(set) var isUsable: Bool?
    /// The statement that ends the snapshot; made before it begins, so that the end needs no memory.
    fileprivate var end: SQLiteStatement?
    private var began: UInt64 = 0
    private var lastRead: UInt64?
    /// Reads this close to each other, in nanoseconds, are among many; tests on slow machines take longer.
    var nearness: UInt64 = 1_000_000

    /// The longest life of a snapshot in nanoseconds, for writers who wait for the WAL to become free.
    private static let longest: UInt64 = 10_000_000
    /// Texts that no other transaction has: the logs of statements leave them out.
    static let beginning = "BEGIN DEFERRED"
    static let ending = "END"

    /// Notes a read.
    ///
    /// - Returns: Whether another one came directly before.
    fileprivate mutating func isAmongMany(at now: UInt64) -> Bool {
        defer { lastRead = now }
        return lastRead.map { now &- $0 < nearness } ?? false
    }

    /// Whether a read may use the snapshot.
    fileprivate func isNewest(at now: UInt64, _ current: WALIndexHeader?) -> Bool {
        guard let header, let current else { return false }
        return header == current && now &- began < Self.longest
    }

    fileprivate mutating func begin(_ header: WALIndexHeader, at now: UInt64) {
        (self.header, began) = (header, now)
    }

    fileprivate mutating func forget() { header = nil }
}

extension SQLiteConnection {
    var keepsSnapshot: Bool { snapshot.header != nil }

    func resumeSnapshot() throws {
        guard mode == .readWrite || mode == .readOnly, !isPinned, snapshot.isUsable != false else { return }
        let now = DispatchTime.now().uptimeNanoseconds
        let isAmongMany = snapshot.isAmongMany(at: now)
        if keepsSnapshot {
            if isInTransaction, snapshot.isNewest(at: now, WALIndexHeader(self)) { return }
            try endSnapshot()
        }
        // A read needs no snapshot of ours: without one it has its own.
        if isAmongMany, !isInTransaction { try? beginSnapshot(at: now) }
    }

    private func beginSnapshot(at now: UInt64) throws {
        guard try readsWAL(), let header = WALIndexHeader(self), header.hasRoom else { return }
        if snapshot.end == nil { snapshot.end = try SQLiteStatement(KeptSnapshot.ending, on: self) }
        try prepared(KeptSnapshot.beginning).run()
        // The header is older than the snapshot or as old: a commit between them ends the snapshot at the next read.
        snapshot.begin(header, at: now)
    }

    func endSnapshot() throws {
        guard keepsSnapshot else { return }
        if isInTransaction {
            do { try snapshot.end?.run() } catch {
                rollback()
                // It stays one that is to be ended: a read of an old state would be worse than none.
                if isInTransaction { throw error }
            }
        }
        snapshot.forget()
    }

    /// Whether the file has a WAL and a header that can be read.
    ///
    /// A connection that has read the file knows; it stays so while the connection is open.
    private func readsWAL() throws -> Bool {
        if let isUsable = snapshot.isUsable { return isUsable }
        let isWAL = try first("PRAGMA journal_mode") { $0.text(0) } == "wal"
        let isUsable = isWAL && WALIndexHeader(self) != nil
        snapshot.isUsable = isUsable
        return isUsable
    }
}
