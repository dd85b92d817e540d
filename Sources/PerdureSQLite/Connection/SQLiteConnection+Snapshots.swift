// SPDX-License-Identifier: Apache-2.0
// Begins, resumes and ends the snapshot that a connection keeps between reads. KeptSnapshot.swift says why.

import CSQLite
import Foundation
import PerdureSQL
import PerdureStore

extension SQLiteConnection {
    var keepsSnapshot: Bool { snapshot.header != nil }

    func resumeSnapshot() throws {
        guard mode == .readWrite || mode == .readOnly, !isPinned, snapshot.isUsable != false else { return }
        let now = DispatchTime.now().uptimeNanoseconds
        let isAmongMany = snapshot.isAmongMany(at: now)
        if keepsSnapshot {
            if isInTransaction, snapshot.isNewest(at: now, WALIndexHeader(handle)) { return }
            try endSnapshot()
        }
        // A read needs no snapshot of ours: without one it has its own.
        if isAmongMany, !isInTransaction { try? beginSnapshot(at: now) }
    }

    private func beginSnapshot(at now: UInt64) throws {
        guard try readsWAL(), let header = WALIndexHeader(handle), header.hasRoom(KeptSnapshot.mostPages)
        else { return }
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
        let isWAL = try first(KeptSnapshot.asking) { $0.text(0) } == "wal"
        let isUsable = isWAL && WALIndexHeader(handle) != nil
        snapshot.isUsable = isUsable
        return isUsable
    }
}
