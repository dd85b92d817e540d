// SPDX-License-Identifier: Apache-2.0
// How the engine of FileEngine.swift writes its file: a content is prepared beside it, and takes its place or is given up.

import Foundation
import PerdureStore

/// The next content of an engine's file, beside it.
struct PreparedFile {
    fileprivate let document: PreparedDocument
    fileprivate let lastNumber: Int64
    /// Whether the content has metadata that waited for a commit.
    fileprivate let hasPendingMetadata: Bool
}

extension FileEngine {
    /// Writes the file as it is after a commit, beside the present one; nil for a commit that changes nothing.
    func prepare(_ outcome: CommitOutcome) throws -> PreparedFile? {
        try lock.withLock {
            if outcome.written.isEmpty, outcome.deleted.isEmpty, !state.hasPendingMetadata { return nil }
            return try prepare(outcome.store)
        }
    }

    /// Puts a content in the place of the file.
    func commit(_ file: PreparedFile) throws { try lock.withLock { try takeOver(file) } }

    /// Gives a content up.
    func cancel(_ file: PreparedFile) { lock.withLock { giveUp(file) } }

    /// Writes the file; the caller has the lock.
    func write(_ reader: any StoreReader) throws { try takeOver(prepare(reader)) }

    /// Writes the file of a store that is new or migrated.
    func writeFirst() throws { try lock.withLock { try write(memory) } }

    // MARK: Under the lock

    private func prepare(_ reader: any StoreReader) throws -> PreparedFile {
        guard !state.isClosed else { throw StoreError.closed }
        let contents = try FileContents(
            of: reader, keepsDanglingReferences: form.keepsDanglingReferences, metadata: memory.metadata,
            lastNumber: state.lastNumber)
        let file = PreparedFile(
            document: try document.prepare(form.write(contents, schema)), lastNumber: contents.lastNumber,
            hasPendingMetadata: state.hasPendingMetadata)
        // Metadata that are set before the commit wait for the next one.
        state.hasPendingMetadata = false
        state.isPrepared = true
        return file
    }

    private func takeOver(_ file: PreparedFile) throws {
        do {
            guard !state.isClosed else { throw StoreError.closed }
            try file.document.commit()
        } catch {
            giveUp(file)
            // Nobody knows which state the disk has: the next opening will see.
            if case StoreError.inDoubt = error {
                state.isClosed = true
                try? memory.close()
            }
            throw error
        }
        state.isPrepared = false
        state.writtenNumber = file.lastNumber
        state.lastNumber = max(state.lastNumber, file.lastNumber)
    }

    private func giveUp(_ file: PreparedFile) {
        file.document.cancel()
        state.isPrepared = false
        if file.hasPendingMetadata { state.hasPendingMetadata = true }
    }
}
