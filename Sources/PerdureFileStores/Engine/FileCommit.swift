// SPDX-License-Identifier: Apache-2.0
// A commit of a store that is one file: first the file, then what readers see. The engine makes it.

import PerdureStore

/// A change set that fits the store.
final class FileCommit: PreparedCommit {
    private let rows: InMemoryCommit
    private let write: (CommitOutcome) throws -> Void
    private var hasEnded = false

    /// - Parameters:
    ///   - rows: The commit in memory.
    ///   - write: Writes the file as it is afterwards.
    init(_ rows: InMemoryCommit, write: @escaping (CommitOutcome) throws -> Void) {
        self.rows = rows
        self.write = write
    }

    func commit() throws -> [Row] {
        guard !hasEnded else { return [] }
        hasEnded = true
        do { try write(rows.outcome()) } catch {
            rows.rollback()
            throw error
        }
        return try rows.commit()
    }

    // The in-memory commit rolls back when it is dropped, too.
    func rollback() {
        hasEnded = true
        rows.rollback()
    }
}
