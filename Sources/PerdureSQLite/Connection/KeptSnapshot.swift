// SPDX-License-Identifier: Apache-2.0
// Lets reads that follow each other share one read transaction: a transaction of its own costs a read three calls of the
// system, as much as the row. WALIndexHeader.swift says whether somebody has committed; SQLiteConnection+Snapshots.swift begins
// and ends them, SnapshotEnding.swift (PerdureSQL) those that nobody uses.

import PerdureSQL

/// The snapshot that a connection keeps between reads.
///
/// In WAL mode all connections share the header of the WAL index, which each commit changes. While it has the bytes from
/// before the snapshot began, the snapshot is the newest state, and a read may use it: it sees every commit that was made
/// before the read.
struct KeptSnapshot {
    /// The header before the snapshot began; nil without a snapshot.
    private(set) var header: WALIndexHeader?
    /// Whether the file has a header that can be read; nil before the first look.
    var isUsable: Bool?
    /// The statement that ends the snapshot; made before it begins, so that the end needs no memory.
    var end: (any PreparedStatement)?
    private var began: UInt64 = 0
    private var lastRead: UInt64?
    /// Reads this close to each other, in nanoseconds, are among many; tests on slow machines take longer.
    var nearness: UInt64 = 1_000_000

    /// How many pages a WAL may have of which a snapshot is kept: half of those after which a commit makes a checkpoint.
    static let mostPages: UInt32 = 500
    /// The longest life of a snapshot in nanoseconds, for writers who wait for the WAL to become free.
    private static let longest: UInt64 = 10_000_000
    /// Texts that no other statement has.
    static let beginning = "BEGIN DEFERRED"
    static let ending = "END"
    static let asking = "PRAGMA main.journal_mode"
    /// How often they run depends on time: logs and counts of statements leave them out.
    static let texts = [beginning, ending, asking]

    /// Notes a read.
    ///
    /// - Returns: Whether another one came directly before.
    mutating func isAmongMany(at now: UInt64) -> Bool {
        defer { lastRead = now }
        return lastRead.map { now &- $0 < nearness } ?? false
    }

    /// Whether a read may use the snapshot.
    func isNewest(at now: UInt64, _ current: WALIndexHeader?) -> Bool {
        guard let header, let current else { return false }
        return header == current && now &- began < Self.longest
    }

    mutating func begin(_ header: WALIndexHeader, at now: UInt64) {
        (self.header, began) = (header, now)
    }

    mutating func forget() { header = nil }
}
