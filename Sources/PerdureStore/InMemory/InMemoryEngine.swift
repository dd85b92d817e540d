// SPDX-License-Identifier: Apache-2.0
// The smallest complete store: rows in dictionaries. Read it to learn what StoreEngine asks for.
// The data are in InMemoryTables.swift; fetches run in InMemoryFetch.swift, commits in InMemoryCommit.swift.

import Dispatch
import Foundation
import PerdurePropertyList

/// A store that lives as long as the process keeps it.
///
/// A fetch works on a copy of the tables. The copy costs nothing unless a commit comes in between. So readers never wait for
/// one another, and each of them sees one state of the store.
package final class InMemoryEngine: StoreEngine, @unchecked Sendable {
    // Sendable because `state` is only touched under the lock.
    package let schema: Schema
    private let lock = NSLock()
    private var state: State
    /// The write lock: held from a commit's preparation to its end, which may run on another thread.
    private let writing = DispatchSemaphore(value: 1)

    private struct State {
        var tables: InMemoryTables
        var metadata: [String: PropertyListValue]
        var isClosed = false
    }

    /// Makes an empty store.
    ///
    /// - Parameters:
    ///   - schema: The compiled model.
    ///   - entities: The numbers of the entities that may be stored here; nil allows all.
    ///   - metadata: The store's metadata; the type and a new UUID are added where they are missing.
    package init(schema: Schema, entities: Set<Int32>? = nil, metadata: [String: PropertyListValue] = [:]) {
        self.schema = schema
        state = State(
            tables: InMemoryTables(schema: schema, entities: entities),
            metadata: Self.systemMetadata().merging(metadata) { $1 })
    }

    private static func systemMetadata() -> [String: PropertyListValue] {
        ["NSStoreType": .string("InMemory"), "NSStoreUUID": .string(UUID().uuidString)]
    }

    package var metadata: [String: PropertyListValue] { lock.withLock { state.metadata } }

    package func fetch(_ plan: FetchPlan) throws -> FetchOutcome {
        try InMemoryFetch(plan: plan, tables: tables()).run()
    }

    package func rows(for keys: [ObjectKey]) throws -> [Row] {
        let tables = try tables()
        return keys.compactMap { tables.row(for: $0) }
    }

    package func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try tables().members(of: slot, for: owner)
    }

    package func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys {
        try withTables { $0.reserveKeys(count, root: schema[entity].root) }
    }

    package func prepare(_ changes: ChangeSet) throws -> Preparation {
        writing.wait()
        do {
            var changes = changes
            let conflicts = try withTables { tables in
                let conflicts = try tables.conflicts(with: &changes)
                if conflicts.isEmpty { try tables.check(sums: changes) }
                return conflicts
            }
            if conflicts.isEmpty { return .prepared(InMemoryCommit(changes, self)) }
            writing.signal()
            return .conflicts(conflicts)
        } catch {
            writing.signal()
            throw error
        }
    }

    /// Ends what `prepare` began; without a change set nothing is written.
    func finish(_ changes: ChangeSet?) throws -> [Row] {
        defer { writing.signal() }
        guard let changes else { return [] }
        // Since the check, other threads can only have reserved keys: the committing thread holds `writing`.
        return try withTables { try $0.apply(changes) }
    }

    package func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
        try lock.withLock {
            guard !state.isClosed else { throw StoreError.closed }
            state.metadata = metadata
        }
    }

    package func close() throws {
        lock.withLock {
            state.isClosed = true
            state.tables = InMemoryTables(schema: schema, entities: nil)
        }
    }

    private func tables() throws -> InMemoryTables { try withTables { $0 } }

    private func withTables<Result>(_ body: (inout InMemoryTables) throws -> Result) throws -> Result {
        try lock.withLock {
            guard !state.isClosed else { throw StoreError.closed }
            return try body(&state.tables)
        }
    }
}
