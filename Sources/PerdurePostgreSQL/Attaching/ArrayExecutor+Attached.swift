// SPDX-License-Identifier: Apache-2.0
// What writes to tables of others do otherwise: rows that are expected to be unchanged are locked before anything is written, and
// rows of tables that refer to themselves are written when all of them are known.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdureSQL
import PerdureStore

extension ArrayExecutor {
    /// Checks and locks the rows that a change set expects to be unchanged, where the server's mark is their version.
    ///
    /// Triggers of others, and keys without a slot, give rows a new mark before their own turn comes. Nobody else writes them
    /// behind the lock.
    mutating func lockMarked(_ changes: ChangeSet) throws {
        guard let attached = texts.attached else { return }
        let updates = changes.updates.compactMap { update in
            update.checkedVersion.map { VersionCheck(key: update.key, expectedVersion: $0) }
        }
        let deletions = changes.deletions.filter { $0.expectedVersion != nil }.map {
            VersionCheck(key: $0.key, expectedVersion: $0.expectedVersion)
        }
        let groups = Dictionary(grouping: updates + deletions, by: \.key.root)
        for (root, expected) in groups.sorted(by: { $0.key < $1.key })
        where attached[try mapping.table(of: root).name]?.isLocked == true {
            try check(expected[...], root, locking: "FOR NO KEY UPDATE")
        }
    }

    // MARK: Tables that refer to themselves

    mutating func wait(_ insertions: ArraySlice<RowInsertion>, _ table: String) {
        ownReferences[table, default: OwnReferences()].insertions += insertions
    }

    mutating func wait(_ deletions: ArraySlice<RowDeletion>, _ table: String) {
        ownReferences[table, default: OwnReferences()].deletions += deletions
    }

    /// Plans the rows that have waited.
    mutating func planOwnReferences() throws {
        for (name, rows) in ownReferences.sorted(by: { $0.key < $1.key }) {
            for run in rows.insertionRuns(mapping) {
                guard let first = run.first else { continue }
                try plan(run[...], first.key.entity, name)
            }
            planDeletions(rows.deletions, name)
        }
        ownReferences = [:]
    }

    /// Deletes rows of all entities of a table by one statement: references are looked at when it is done.
    private mutating func planDeletions(_ deletions: [RowDeletion], _ name: String) {
        guard let first = deletions.first else { return }
        let rows = deletions[...].ascending(by: \.key.number)
        let text =
            "WITH gone AS (DELETE FROM \(texts.table(name)) AS t USING unnest(\(texts.keys("$1", of: name)), $2) "
            + "AS u(k, v) WHERE \(texts.matches(name, "t", "u.k")) AND (u.v IS NULL OR \(texts.isUnchanged(name))) "
            + "RETURNING u.v) SELECT 1 FROM gone HAVING count(v) <> $3"
        let versions = rows.map(\.expectedVersion)
        let checked = Int64(versions.filter { $0 != nil }.count)
        plan(
            PlannedStatement(
                request: ServerRequest(
                    text, [.int8s(rows.map(\.key.number)), .optionalInt8s(versions), .int8(checked)]),
                expectation: .none, subject: subject(first.key.entity, rows.map(\.key)),
                rank: WriteRank.deletions - (texts.attached?.ranks[name] ?? 0)))
    }
}
#endif
