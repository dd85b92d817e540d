// SPDX-License-Identifier: Apache-2.0
// The commit of an atomic store of a program's own class. Such a store has no transactions, so its file is written when all
// other stores are ready. EngineStore makes this commit.

import PerdureStore

/// Writes an atomic store's file, then the rows that contexts see.
final class AtomicCommit: PreparedCommit {
    private let rows: any PreparedCommit
    private let write: () throws -> Void

    init(_ rows: any PreparedCommit, write: @escaping () throws -> Void) {
        self.rows = rows
        self.write = write
    }

    func commit() throws -> [Row] {
        do { try write() } catch {
            rows.rollback()
            throw error
        }
        return try rows.commit()
    }

    func rollback() { rows.rollback() }
}
