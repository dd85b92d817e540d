// SPDX-License-Identifier: Apache-2.0
// Writes the file of an engine: a content is prepared beside it, and takes its place or is given up. Here are the numbers that the file
// knows, and what waits for its next content. FileEngine.swift and FileCommit.swift use it.

import Foundation
import PerdurePropertyList
import PerdureStore

/// The next content of a file, beside it.
struct PreparedFile {
    fileprivate let document: PreparedDocument
    fileprivate let lastNumber: Int64
    /// Whether the content has metadata that waited for a commit.
    fileprivate let hasPendingMetadata: Bool
}

/// The file of one store.
final class FileWriter: @unchecked Sendable {
    // Sendable because all variables are touched under the lock only.
    let form: any FileForm
    let document: StoreDocument
    private let memory: InMemoryEngine
    /// Held while the file is written.
    private let lock = NSLock()
    /// The highest number that was given out: one sequence for all entities, as the ids of XML files ask for.
    private var lastNumber: Int64
    /// The same in the file.
    private var writtenNumber: Int64
    private var hasPendingMetadata = false
    /// Whether a content waits beside the file for its commit.
    private var isPrepared = false
    private var isClosed = false

    init(_ memory: InMemoryEngine, form: any FileForm, document: StoreDocument, lastNumber: Int64) {
        self.memory = memory
        self.form = form
        self.document = document
        self.lastNumber = lastNumber
        writtenNumber = lastNumber
    }

    /// Reserves numbers; the file learns of them with the next commit, or when the store is closed.
    func reserve(_ count: Int) throws -> ReservedKeys {
        try lock.withLock {
            guard !isClosed else { throw StoreError.closed }
            let (last, isBeyond) = lastNumber.addingReportingOverflow(Int64(max(count, 0)))
            // Files do not have the highest number of all.
            guard !isBeyond, last < .max else { throw DocumentErrors.usedUp(document.path) }
            defer { lastNumber = last }
            return ReservedKeys(from: lastNumber + 1, count: count)
        }
    }

    // MARK: Commits

    /// Writes the file as it is after a commit, beside the present one; nil for a commit that changes nothing.
    func prepare(_ outcome: CommitOutcome) throws -> PreparedFile? {
        try lock.withLock {
            if outcome.written.isEmpty, outcome.deleted.isEmpty, !hasPendingMetadata { return nil }
            return try prepared(outcome.store)
        }
    }

    /// Puts a content in the place of the file.
    func commit(_ file: PreparedFile) throws { try lock.withLock { try takeOver(file) } }

    /// Gives a content up.
    func cancel(_ file: PreparedFile) { lock.withLock { giveUp(file) } }

    /// Writes the file of a store that is new or migrated.
    func writeFirst() throws { try lock.withLock { try takeOver(prepared(memory)) } }

    // MARK: Metadata and the end

    /// Sets metadata that wait for the next commit.
    func set(_ metadata: [String: PropertyListValue]) throws {
        try lock.withLock {
            try memory.setMetadata(metadata, immediately: true)
            hasPendingMetadata = true
        }
    }

    /// Sets metadata and writes the file; what fails leaves both as they were.
    func write(_ metadata: [String: PropertyListValue]) throws {
        try lock.withLock {
            let old = memory.metadata
            try memory.setMetadata(metadata, immediately: true)
            do { try takeOver(prepared(memory)) } catch {
                try memory.setMetadata(old, immediately: true)
                throw error
            }
        }
    }

    /// Ends the writing.
    ///
    /// Numbers that were given out and not saved stay used; a file that cannot be written is as it was.
    func close(isReadOnly: Bool) {
        lock.withLock {
            guard !isClosed else { return }
            if !isReadOnly, lastNumber > writtenNumber, !document.hasChanged, !hasPendingMetadata, !isPrepared
            {
                try? takeOver(prepared(memory))
            }
            isClosed = true
        }
    }

    // MARK: Under the lock

    private func prepared(_ reader: any StoreReader) throws -> PreparedFile {
        guard !isClosed else { throw StoreError.closed }
        let contents = try FileContents(
            of: reader, keepsDanglingReferences: form.keepsDanglingReferences, metadata: memory.metadata,
            lastNumber: lastNumber)
        let file = PreparedFile(
            document: try document.prepare(form.write(contents, memory.schema)),
            lastNumber: contents.lastNumber, hasPendingMetadata: hasPendingMetadata)
        // Metadata that are set before the commit wait for the next one.
        hasPendingMetadata = false
        isPrepared = true
        return file
    }

    private func takeOver(_ file: PreparedFile) throws {
        do {
            guard !isClosed else { throw StoreError.closed }
            try file.document.commit()
        } catch {
            giveUp(file)
            // Nobody knows which state the disk has: the next opening will see.
            if case StoreError.inDoubt = error {
                isClosed = true
                try? memory.close()
            }
            throw error
        }
        isPrepared = false
        writtenNumber = file.lastNumber
        lastNumber = max(lastNumber, file.lastNumber)
    }

    private func giveUp(_ file: PreparedFile) {
        file.document.cancel()
        isPrepared = false
        if file.hasPendingMetadata { hasPendingMetadata = true }
    }
}
