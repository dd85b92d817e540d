// SPDX-License-Identifier: Apache-2.0
// The engine of stores that are one file: an in-memory engine searches, checks and merges, and each commit (FileCommit.swift) writes
// the whole file first (FileEngine+Writing.swift). FileEngine+Opening.swift makes it.

import Foundation
import PerdurePropertyList
import PerdureStore

/// A store whose rows are all in memory, and whose file is replaced by each commit.
package final class FileEngine: StoreEngine, @unchecked Sendable {
    // Sendable because the state is only touched under the lock.
    let memory: InMemoryEngine
    let form: any FileForm
    let document: StoreDocument
    private let isReadOnly: Bool
    /// Held while the file is written.
    let lock = NSLock()
    var state: State

    struct State {
        /// The highest number that was given out: one sequence for all entities, as the ids of XML files ask for.
        var lastNumber: Int64
        /// The same in the file.
        var writtenNumber: Int64
        var hasPendingMetadata = false
        /// Whether a content waits beside the file for its commit.
        var isPrepared = false
        var isClosed = false
    }

    /// Takes over what was read; the file's state is the document's.
    init(
        _ memory: InMemoryEngine, form: any FileForm, document: StoreDocument, isReadOnly: Bool,
        lastNumber: Int64
    ) {
        self.memory = memory
        self.form = form
        self.document = document
        self.isReadOnly = isReadOnly
        state = State(lastNumber: lastNumber, writtenNumber: lastNumber)
    }

    // MARK: Reading

    package var schema: Schema { memory.schema }

    package var metadata: [String: PropertyListValue] { memory.metadata }

    package func fetch(_ plan: FetchPlan) throws -> FetchOutcome { try memory.fetch(plan) }

    package func rows(for keys: [ObjectKey]) throws -> [Row] { try memory.rows(for: keys) }

    package func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        try memory.members(of: slot, for: owner)
    }

    // MARK: Writing

    /// Reserves keys; the file learns of them with the next commit, or when the store is closed.
    package func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys {
        try requireWritable()
        return try lock.withLock {
            guard !state.isClosed else { throw StoreError.closed }
            let (last, isBeyond) = state.lastNumber.addingReportingOverflow(Int64(max(count, 0)))
            // Files do not have the highest number of all.
            guard !isBeyond, last < .max else { throw DocumentErrors.usedUp(document.path) }
            defer { state.lastNumber = last }
            return ReservedKeys(from: state.lastNumber + 1, count: count)
        }
    }

    package func prepare(_ changes: ChangeSet) throws -> Preparation {
        try requireWritable()
        switch try memory.prepare(changes) {
        case .prepared(let commit as InMemoryCommit): return .prepared(try FileCommit(commit, self))
        case let other: return other
        }
    }

    package func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
        try requireWritable()
        guard immediately else {
            return try lock.withLock {
                try memory.setMetadata(metadata, immediately: true)
                state.hasPendingMetadata = true
            }
        }
        // A commit without changes keeps others from writing meanwhile.
        guard case .prepared(let turn) = try memory.prepare(ChangeSet()) else { return }
        defer { turn.rollback() }
        try lock.withLock {
            let old = memory.metadata
            try memory.setMetadata(metadata, immediately: true)
            do { try write(memory) } catch {
                try memory.setMetadata(old, immediately: true)
                throw error
            }
        }
    }

    private func requireWritable() throws {
        guard !isReadOnly else {
            throw StoreError.readOnly(path: document.path, reason: "it was opened read-only")
        }
    }

    package func close() throws {
        lock.withLock {
            guard !state.isClosed else { return }
            // Keys that were given out and not saved stay used; a file that cannot be written is as it was.
            if !isReadOnly, state.lastNumber > state.writtenNumber, !document.hasChanged {
                if !state.hasPendingMetadata, !state.isPrepared { try? write(memory) }
            }
            state.isClosed = true
        }
        try memory.close()
    }
}
