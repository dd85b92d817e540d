// SPDX-License-Identifier: Apache-2.0
// A commit: first the files, then what readers see. So nobody reads what a lost file would take back.

import PerdureStore

/// A change set that fits the store.
final class JSONFolderCommit: PreparedCommit {
    private let rows: InMemoryCommit
    private let engine: JSONFolderEngine
    private var hasEnded = false

    init(_ rows: InMemoryCommit, _ engine: JSONFolderEngine) {
        self.rows = rows
        self.engine = engine
    }

    func commit() throws -> [Row] {
        guard !hasEnded else { return [] }
        hasEnded = true
        do {
            try engine.write(rows.outcome())
        } catch {
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
