// SPDX-License-Identifier: Apache-2.0
// A commit of the in-memory store: checked when it is prepared, applied when it is committed.

/// A change set that fits the tables.
package final class InMemoryCommit: PreparedCommit {
    let changes: ChangeSet
    /// nil once the commit has ended.
    private var engine: InMemoryEngine?

    init(_ changes: ChangeSet, _ engine: InMemoryEngine) {
        self.changes = changes
        self.engine = engine
    }

    deinit { rollback() }

    package func commit() throws -> [Row] {
        let ending = engine
        engine = nil
        return try ending?.finish(changes) ?? []
    }

    package func rollback() {
        // Without a change set there is nothing that could fail.
        _ = try? engine?.finish(nil)
        engine = nil
    }
}
