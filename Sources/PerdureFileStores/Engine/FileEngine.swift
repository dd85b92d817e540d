// SPDX-License-Identifier: Apache-2.0
// The engine of stores that are one file: an in-memory engine searches, checks and merges, and each commit (FileCommit.swift) writes
// the whole file first (FileWriter.swift). FileEngine+Opening.swift makes it.

import Foundation
import PerdurePropertyList
import PerdureStore

/// A store whose rows are all in memory, and whose file is replaced by each commit.
package final class FileEngine: StoreEngine {
    let memory: InMemoryEngine
    private let writer: FileWriter
    private let isReadOnly: Bool

    /// Takes over what was read; the file's state is the document's.
    init(
        _ memory: InMemoryEngine, form: any FileForm, document: StoreDocument, isReadOnly: Bool,
        lastNumber: Int64
    ) {
        self.memory = memory
        self.isReadOnly = isReadOnly
        writer = FileWriter(memory, form: form, document: document, lastNumber: lastNumber)
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

    package func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys {
        try requireWritable()
        return try writer.reserve(count)
    }

    package func prepare(_ changes: ChangeSet) throws -> Preparation {
        try requireWritable()
        switch try memory.prepare(changes) {
        case .prepared(let commit as InMemoryCommit): return .prepared(try FileCommit(commit, writer))
        case let other: return other
        }
    }

    package func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws {
        try requireWritable()
        guard immediately else { return try writer.set(metadata) }
        // A commit without changes keeps others from writing meanwhile.
        guard case .prepared(let turn) = try memory.prepare(ChangeSet()) else { return }
        defer { turn.rollback() }
        try writer.write(metadata)
    }

    /// Writes the file of a store that is new or migrated.
    func writeFirst() throws { try writer.writeFirst() }

    private func requireWritable() throws {
        guard !isReadOnly else {
            throw StoreError.readOnly(path: writer.document.path, reason: "it was opened read-only")
        }
    }

    package func close() throws {
        writer.close(isReadOnly: isReadOnly)
        try memory.close()
    }
}
