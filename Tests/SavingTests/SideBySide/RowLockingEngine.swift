// SPDX-License-Identifier: Apache-2.0
// An engine that takes several writes at once, as a server with locks of rows does: change sets wait beside each other until
// they are committed. The rows are those of an engine in memory.

import Foundation
import PerdureStore
import PerdureTestSupport

/// A store in memory whose writes go side by side.
final class RowLockingEngine: ForwardingEngine {
    let memory: InMemoryEngine
    /// Called by each commit before it is done.
    private let beforeCommit: @Sendable () throws -> Void
    let limits: StoreLimits

    init(
        schema: Schema, limits: StoreLimits = RowLockingEngine.concurrent,
        beforeCommit: @escaping @Sendable () throws -> Void = {}
    ) {
        memory = InMemoryEngine(schema: schema)
        self.limits = limits
        self.beforeCommit = beforeCommit
    }

    static var concurrent: StoreLimits {
        var limits = StoreLimits()
        limits.writesConcurrently = true
        return limits
    }

    func prepare(_ changes: ChangeSet) throws -> Preparation {
        switch try memory.prepare(changes) {
        case .conflicts(let conflicts): return .conflicts(conflicts)
        case .prepared(let commit):
            // What was found out counts, the lock on the whole store does not.
            commit.rollback()
            return .prepared(LateCommit(changes, memory, beforeCommit))
        }
    }
}

/// A change set that is written when it is committed.
private final class LateCommit: PreparedCommit {
    private let changes: ChangeSet
    private let engine: InMemoryEngine
    private let beforeCommit: @Sendable () throws -> Void

    init(
        _ changes: ChangeSet, _ engine: InMemoryEngine, _ beforeCommit: @escaping @Sendable () throws -> Void
    ) {
        self.changes = changes
        self.engine = engine
        self.beforeCommit = beforeCommit
    }

    func commit() throws -> [Row] {
        try beforeCommit()
        guard case .committed(let rows) = try engine.commit(changes) else { throw StoreError.closed }
        return rows
    }

    func rollback() {}
}
