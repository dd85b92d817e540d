// SPDX-License-Identifier: Apache-2.0
// Attributes that merge, in the in-memory store: changes become values before the tables are written. Part of
// InMemoryTables+Checking.swift and InMemoryTables+Writing.swift.

extension InMemoryTables {
    /// Puts values in the place of changes; whoever commits holds the write lock, so they stay right.
    func resolveMerging(_ changes: inout ChangeSet) throws -> [CommitConflict] {
        var conflicts: [CommitConflict] = []
        for (index, update) in changes.updates.enumerated() where !update.deltas.isEmpty {
            // Rows that are gone are conflicts already.
            guard let current = row(for: update.key) else { continue }
            if let resolved = try update.resolved(on: current, schema[current.key.entity]) {
                changes.updates[index] = resolved
            } else {
                conflicts.append(.version(key: update.key, current: current))
            }
        }
        return conflicts
    }

    /// Whether the writer knows what an updated row is now: it has checked the version, and nobody merges without one.
    func isForeseen(_ update: RowUpdate, of entity: Int32) -> Bool {
        guard update.expectedVersion != nil, update.deltas.isEmpty else { return false }
        return !schema[entity].merges
    }
}

extension InMemoryCommit {
    /// The updates that merge, with whole values: what will be stored.
    package var merged: [RowUpdate] { changes.updates.filter { !$0.deltas.isEmpty } }
}
