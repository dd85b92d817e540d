// SPDX-License-Identifier: Apache-2.0
// Settles a COMMIT without an answer where tables are others' and have no marks (PG-61, PG-93): the old transaction is ended for
// certain, then the rows are asked whether they are what was written.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

/// What one transaction has written to tables of others.
struct AttachedSettlement {
    let changes: ChangeSet
    /// The rows as they were in the transaction, with their new versions.
    let written: [Row]

    /// Whether the save is committed; if not, it never will be.
    ///
    /// - Throws: `StoreError.inDoubt` when neither the server nor the rows have said it by the deadline.
    func isCommitted(
        _ engine: PostgreSQLEngine, _ process: ServerProcess?, until deadline: Deadline,
        after cause: any Error
    ) throws -> Bool {
        var (backoff, last) = (Backoff(), cause)
        while !deadline.isPast {
            let soon = deadline.orAfter(max(1, deadline.remaining / 4))
            do {
                if let process, try process.end(engine.readers.pool, until: soon) {
                    guard let answer = try answer(engine, soon) else { break }
                    return answer
                }
            } catch let error as PostgreSQLError { last = error }
            backoff.wait(deadline)
        }
        throw StoreError.inDoubt(
            path: engine.place,
            reason: "the answer to COMMIT did not come, and the rows of others' tables do not tell: \(last)")
    }

    /// What the rows say; nil where others have changed all of them meanwhile.
    private func answer(_ engine: PostgreSQLEngine, _ deadline: Deadline) throws -> Bool? {
        let keys =
            changes.insertions.map(\.key) + changes.updates.map(\.key) + changes.deletions.map(\.key)
        let rows = try engine.readers.pool.withConnection(until: deadline) {
            let session = ServerSession($0, until: deadline, keys: engine.readers.keys)
            return try session.reading(with: engine.options.settings) {
                try engine.engine.reader(session).rows(for: keys)
            }
        }
        let stored = Dictionary(rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        if written.contains(where: { stored[$0.key]?.isEqual(to: $0) == true }) { return true }
        return isUntouched(stored) ? false : nil
    }

    /// Whether a row is still what the save has found.
    private func isUntouched(_ stored: [ObjectKey: Row]) -> Bool {
        let updated = changes.updates.contains {
            $0.expectedVersion != nil && stored[$0.key]?.version == $0.expectedVersion
        }
        let deleted = changes.deletions.contains { deletion in
            stored[deletion.key].map { deletion.expectedVersion ?? $0.version == $0.version } ?? false
        }
        // New rows have keys that nobody else knows.
        let isNew =
            !changes.insertions.isEmpty && changes.insertions.allSatisfy { stored[$0.key] == nil }
        return updated || deleted || isNew
    }
}

extension Row {
    /// Whether two rows have one version and the same values.
    fileprivate func isEqual(to other: Row) -> Bool {
        version == other.version && count == other.count
            && (0..<count).allSatisfy { self[$0] == other[$0] }
    }
}
#endif
