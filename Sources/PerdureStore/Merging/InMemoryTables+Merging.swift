// SPDX-License-Identifier: Apache-2.0
// Attributes that merge, in the in-memory store: changes become values before the tables are written. Part of
// InMemoryTables+Checking.swift and InMemoryTables+Writing.swift.

extension InMemoryTables {
    /// Replaces deltas by values; the values stay right, because the caller holds the write lock until the commit.
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

    /// Whether the writer knows the updated row: it has checked the version, and the entity has no mergeable attribute.
    func isPredictable(_ update: RowUpdate, of entity: Int32) -> Bool {
        guard update.expectedVersion != nil, update.deltas.isEmpty else { return false }
        return !schema[entity].merges
    }
}

extension InMemoryCommit {
    /// The updates with deltas; their rows have the whole values that will be stored.
    package var merged: [RowUpdate] { changes.updates.filter { !$0.deltas.isEmpty } }
}
