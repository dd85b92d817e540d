// SPDX-License-Identifier: Apache-2.0
// A commit of a store that is one file: first the file, then what readers see. All that may fail is done when it is prepared, so
// that a save in several stores stays whole. The engine makes it.

import PerdureStore

/// A change set that fits the store, and is written beside its file.
final class FileCommit: PreparedCommit {
    private let rows: InMemoryCommit
    private let writer: FileWriter
    /// nil once the commit has ended, and for a commit that changes nothing.
    private var file: PreparedFile?
    private var hasEnded = false

    /// Writes the file as it is after a commit in memory, beside the present one.
    ///
    /// - Throws: What writing reports; the commit in memory is given up then.
    init(_ rows: InMemoryCommit, _ writer: FileWriter) throws {
        self.rows = rows
        self.writer = writer
        do { file = try writer.prepare(rows.outcome()) } catch {
            rows.rollback()
            throw error
        }
    }

    deinit { rollback() }

    func commit() throws -> [Row] {
        guard !hasEnded else { return [] }
        hasEnded = true
        let written = file
        file = nil
        do { try written.map(writer.commit) } catch {
            rows.rollback()
            throw error
        }
        return try rows.commit()
    }

    func rollback() {
        hasEnded = true
        if let file { writer.cancel(file) }
        file = nil
        rows.rollback()
    }
}
