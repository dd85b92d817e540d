// SPDX-License-Identifier: Apache-2.0
// The smallest complete store: rows in dictionaries. Read it to learn what StoreEngine asks for.
// The data are in InMemoryTables.swift; fetches run in InMemoryFetch.swift, commits in InMemoryCommit.swift.

import Dispatch
import Foundation
import PerdurePropertyList

/// A store that lives as long as the process keeps it.
///
/// An engine of your own that keeps its rows in memory can let this one do the work: see `restore(_:lastKeys:)` and
/// `InMemoryCommit.outcome()`. It has no snapshots, no history and no batches.
///
/// A fetch works on a copy of the tables. The copy costs nothing unless a commit comes in between. So readers never wait for
/// one another, and each of them sees one state of the store.
///
/// ## Stability
/// May change in any version before 0.1.0.
public final class InMemoryEngine: StoreEngine, @unchecked Sendable {
    // Sendable because `state` is only touched under the lock.
    /// The compiled model.
    public let schema: Schema
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
    public init(schema: Schema, entities: Set<Int32>? = nil, metadata: [String: PropertyListValue] = [:]) {
        self.schema = schema
        state = State(
            tables: InMemoryTables(schema: schema, entities: entities),
            metadata: Self.systemMetadata().merging(metadata) { $1 })
    }

    private static func systemMetadata() -> [String: PropertyListValue] {
        ["NSStoreType": .string("InMemory"), "NSStoreUUID": .string(UUID().uuidString)]
    }

    /// The store's metadata.
    public var metadata: [String: PropertyListValue] { lock.withLock { state.metadata } }

    /// Runs a fetch; reads every row of the entity.
    public func fetch(_ plan: FetchPlan) throws -> FetchOutcome {
        try InMemoryFetch(plan: plan, tables: tables()).run()
    }

    /// The rows of some objects; a deleted object has no row.
    public func rows(for keys: [ObjectKey]) throws -> [Row] {
        let tables = try tables()
        return keys.compactMap { tables.row(for: $0) }
    }

    /// The members of a to-many relationship; in their order when it is ordered.
    public func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try tables().members(of: slot, for: owner)
    }

    /// Reserves keys; they are consecutive.
    public func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys {
        try withTables { $0.reserveKeys(count, root: schema[entity].root) }
    }

    /// Checks a change set; it is applied when it is committed.
    public func prepare(_ changes: ChangeSet) throws -> Preparation {
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

    /// Ends what `prepare` began; without a body nothing is written.
    ///
    /// Since the check, other threads can only have reserved keys: the committing thread holds `writing`.
    func finish(_ body: ((inout InMemoryTables) throws -> [Row])?) throws -> [Row] {
        defer { writing.signal() }
        return try body.map { try withTables($0) } ?? []
    }

    /// Replaces the metadata at once.
    public func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
        try lock.withLock {
            guard !state.isClosed else { throw StoreError.closed }
            state.metadata = metadata
        }
    }

    /// Forgets all rows; later calls throw `StoreError.closed`.
    public func close() throws {
        lock.withLock {
            state.isClosed = true
            state.tables = InMemoryTables(schema: schema, entities: nil)
        }
    }

    func tables() throws -> InMemoryTables { try withTables { $0 } }

    func withTables<Result>(_ body: (inout InMemoryTables) throws -> Result) throws -> Result {
        try lock.withLock {
            guard !state.isClosed else { throw StoreError.closed }
            return try body(&state.tables)
        }
    }
}
