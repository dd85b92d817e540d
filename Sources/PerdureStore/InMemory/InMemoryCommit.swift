// SPDX-License-Identifier: Apache-2.0
// A commit of the in-memory store: checked when it is prepared, applied when it is committed. CommitOutcome.swift says what it
// will have written.

/// A change set that fits the tables.
///
/// `InMemoryEngine.prepare(_:)` makes it, and it holds the engine's write lock.
///
/// ## Stability
/// May change in any version before 0.1.0.
public final class InMemoryCommit: PreparedCommit {
    let changes: ChangeSet
    /// nil once the commit has ended.
    private var engine: InMemoryEngine?
    /// The tables with the changes, and the rows that the writer cannot know; made when somebody asks for them.
    private var applied: (tables: InMemoryTables, unknown: [Row])?

    init(_ changes: ChangeSet, _ engine: InMemoryEngine) {
        self.changes = changes
        self.engine = engine
    }

    deinit { rollback() }

    /// What the store will hold after the commit, for an engine that writes it elsewhere first.
    ///
    /// The commit then shows exactly this to readers, computed values included. Costs a copy of the tables of each hierarchy
    /// that the change set writes.
    ///
    /// - Returns: the rows that are written and deleted, and a reader of the store after the commit.
    /// - Throws: `StoreError.closed` after the engine or this commit has ended.
    public func outcome() throws -> CommitOutcome {
        guard let engine else { throw StoreError.closed }
        let before = try engine.tables()
        let known = try applied ?? Self.applied(changes, to: before)
        applied = known
        return CommitOutcome(changes, from: before, to: known.tables, known.unknown)
    }

    private static func applied(_ changes: ChangeSet, to tables: InMemoryTables) throws
        -> (tables: InMemoryTables, unknown: [Row])
    {
        var tables = tables
        let unknown = try tables.apply(changes)
        return (tables, unknown)
    }

    /// Shows the changes to readers.
    public func commit() throws -> [Row] {
        let ending = engine
        engine = nil
        return try ending?.finish { [changes, applied] tables in
            guard let applied else { return try tables.apply(changes) }
            tables.replace(by: applied.tables)
            return applied.unknown
        } ?? []
    }

    /// Gives the changes up; does nothing after the commit.
    public func rollback() {
        // Without a change set there is nothing that could fail.
        _ = try? engine?.finish(nil)
        engine = nil
    }
}
