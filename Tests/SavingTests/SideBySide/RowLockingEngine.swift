// SPDX-License-Identifier: Apache-2.0
// An engine that takes several writes at once, as a server with locks of rows does: change sets wait beside each other until
// they are committed. The rows are those of an engine in memory.

import Foundation
import PerdurePropertyList
import PerdureStore

/// A store in memory whose writes go side by side.
final class RowLockingEngine: StoreEngine {
    private let inner: InMemoryEngine
    /// Called by each commit before it is done.
    private let beforeCommit: @Sendable () throws -> Void
    let limits: StoreLimits

    init(
        schema: Schema, limits: StoreLimits = RowLockingEngine.concurrent,
        beforeCommit: @escaping @Sendable () throws -> Void = {}
    ) {
        inner = InMemoryEngine(schema: schema)
        self.limits = limits
        self.beforeCommit = beforeCommit
    }

    static var concurrent: StoreLimits {
        var limits = StoreLimits()
        limits.writesConcurrently = true
        return limits
    }

    func prepare(_ changes: ChangeSet) throws -> Preparation {
        switch try inner.prepare(changes) {
        case .conflicts(let conflicts): return .conflicts(conflicts)
        case .prepared(let commit):
            // What was found out counts, the lock on the whole store does not.
            commit.rollback()
            return .prepared(LateCommit(changes, inner, beforeCommit))
        }
    }

    var schema: Schema { inner.schema }
    var metadata: [String: PropertyListValue] { inner.metadata }
    func fetch(_ plan: FetchPlan) throws -> FetchOutcome { try inner.fetch(plan) }
    func rows(for keys: [ObjectKey]) throws -> [Row] { try inner.rows(for: keys) }
    func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try inner.members(of: slot, for: owner)
    }
    func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys {
        try inner.reserveKeys(count, entity: entity)
    }
    func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
        try inner.setMetadata(metadata, immediately: immediately)
    }
    func close() throws { try inner.close() }
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
