// SPDX-License-Identifier: Apache-2.0
// What writes to tables of others do otherwise: rows that are expected to be unchanged are locked before anything is written.

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
}
#endif
