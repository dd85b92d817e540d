// SPDX-License-Identifier: Apache-2.0
// The contract of a store: rows out, change sets in. Read this first. Everything that crosses here is
// a Sendable value; an engine has never heard of a context. InMemory/InMemoryEngine.swift is the
// smallest complete one; the suite that all must pass is in PerdureStoreConformance.

import PerdurePropertyList

/// A store below the object layer.
///
/// Reads (StoreReader.swift) give the newest state; they run beside each other and beside a write. Writes are serial, unless
/// `limits` says that they run side by side.
package protocol StoreEngine: StoreReader {
    /// The store's metadata: system keys (type, UUID, version hashes …) and the application's own.
    var metadata: [String: PropertyListValue] { get }

    /// Whether `snapshot()` gives one.
    var keepsSnapshots: Bool { get }

    /// The store as it is now, whatever is written later; nil where the store cannot keep it.
    ///
    /// It costs what the store needs to keep former states, until the last reference to it goes. Reads throw
    /// `StoreError.closed` when the engine has been closed.
    func snapshot() throws -> (any StoreReader)?

    /// Chooses what is called when it is noticed that somebody else has committed: another engine, another process.
    ///
    /// Called on any thread, in the middle of a read or a write: the body must be short and must not use the engine.
    func whenOthersCommit(_ body: @escaping @Sendable () -> Void)

    /// Looks whether somebody else has committed. Reads and writes look by themselves.
    func lookForCommits() throws

    /// What callers must not ask of the store, and what the store asks of them.
    var limits: StoreLimits { get }

    /// Gives out primary keys, never given out before: `count` of them, which need not be consecutive.
    ///
    /// The numbers stay used when nothing is saved under them.
    func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys

    /// Writes a change set so far that only its commit is missing.
    ///
    /// Waits for the commit that is under way, of whichever process: where writes run side by side, for one that has written
    /// the same rows. A version that does not match is no error but a conflict in the result; nothing is written then.
    func prepare(_ changes: ChangeSet) throws -> Preparation

    /// What the store remembers of its commits; nil for a store that was opened to keep no history.
    var history: (any StoreHistory)? { get }

    /// Whether `prepare(_:by:)` takes batches.
    var runsBatches: Bool { get }

    /// Does the work of a batch so far that only its commit is missing.
    ///
    /// Waits for the commit that is under way, of whichever process. Acts on the newest state.
    ///
    /// - Throws: `StoreError.unsupported` before anything is written when the batch has no form that the store can run;
    ///   `StoreError.violatedConstraint`, `StoreError.deniedDeletion`, `StoreError.invalidValue`.
    func prepare(_ batch: Batch, by author: CommitAuthor) throws -> PreparedBatch

    /// Begins an insertion whose rows come in pages; of stores that run batches.
    ///
    /// Waits for the commit that is under way, of whichever process.
    func beginInsertion(by author: CommitAuthor) throws -> any PagedInsertion

    /// Replaces the metadata. It is written with the next commit, or at once when `immediately`.
    func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws

    /// Ends the work with the store and lets go of its files. Later calls throw `StoreError.closed`.
    func close() throws
}

extension StoreEngine {
    /// Writes a change set: all of it or nothing.
    package func commit(_ changes: ChangeSet) throws -> CommitResult {
        switch try prepare(changes) {
        case .prepared(let commit): .committed(rows: try commit.commit())
        case .conflicts(let conflicts): .conflicts(conflicts)
        }
    }

    // Most stores keep whatever a model allows.
    package var limits: StoreLimits { StoreLimits() }

    // A store that keeps no former states need not say so.
    package var keepsSnapshots: Bool { false }
    package func snapshot() throws -> (any StoreReader)? { nil }

    package var history: (any StoreHistory)? { nil }

    // Most stores have no language for it.
    package var runsBatches: Bool { false }
    package func prepare(_ batch: Batch, by author: CommitAuthor) throws -> PreparedBatch {
        throw StoreError.unsupported(UnsupportedRequest("the store runs no batch requests"))
    }

    // Nor one that nobody else can reach.
    package func whenOthersCommit(_ body: @escaping @Sendable () -> Void) {}
    package func lookForCommits() throws {}
}
