// SPDX-License-Identifier: Apache-2.0
// The commit of a store that the program itself wrote: it has no transactions, so its file is written when all other
// stores are ready. Made by EngineStore.

import PerdureStore

/// Writes a program's own store, then the rows that contexts see.
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
