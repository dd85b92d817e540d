// SPDX-License-Identifier: Apache-2.0
// The contract of a store: rows out, change sets in. Read this first. Everything that crosses here is
// a Sendable value; an engine has never heard of a context. InMemory/InMemoryEngine.swift is the
// smallest complete one; the suite that all must pass is in PerdureStoreConformance.

import PerdurePropertyList

/// A store below the object layer.
///
/// Reads (StoreReader.swift) give the newest state; they run beside each other and beside a write. Writes are serial, unless
/// `limits` says that they run side by side.
///
/// An engine is a class of your own: implement the requirements without a default, open it through
/// `NSPersistentStoreCoordinator.registerStoreEngine(_:forStoreType:)`, and run the checks of PerdureStoreConformance on it. An
/// engine that keeps its rows in memory lets an `InMemoryEngine` do the work, and writes what `InMemoryCommit.outcome()` names;
/// Examples/JSONFolder does it.
///
/// Errors are `StoreError`; the coordinator turns them into Apple's domains and codes, and hands on errors of the system.
///
/// ## Stability
/// The contract and its values may change in any version before 0.1.0.
public protocol StoreEngine: StoreReader {
    /// The store's metadata: system keys (type, UUID, version hashes …) and the application's own.
    var metadata: [String: PropertyListValue] { get }

    /// Whether `readView()` returns a read view.
    var keepsReadViews: Bool { get }

    /// Reads the store as it is now, whatever is written later; nil where the store keeps no read views.
    ///
    /// The store keeps the former rows until the last reference to the read view goes. Reads throw `StoreError.closed` after the
    /// engine has been closed.
    func readView() throws -> (any StoreReader)?

    /// Sets the closure that the engine calls when it notices a commit of another engine or another process.
    ///
    /// The engine calls it on any thread, in the middle of a read or a write. The closure must be short and must not use the
    /// engine.
    func whenOthersCommit(_ body: @escaping @Sendable () -> Void)

    /// Checks whether another engine or process has committed. Reads and writes check by themselves.
    func checkForCommits() throws

    /// The limits that callers must respect, and what the store requires of them.
    var limits: StoreLimits { get }

    /// Reserves `count` primary keys that the store has never given out before; they need not be consecutive.
    ///
    /// The keys stay used even when no row is saved under them, and when the store is closed in between. Keys are positive, and
    /// unique within the entity's hierarchy. A save asks once for all new objects of an entity.
    ///
    /// - Throws: `StoreError.closed`, `.readOnly`, and what keeps the store from noting the keys.
    func reserveKeys(_ count: Int, entity: Int32) throws -> ReservedKeys

    /// Writes a change set; only its commit is left to do.
    ///
    /// Waits for the commit that is under way, in this process or another. Where writes run side by side, it waits only for a
    /// commit that has written the same rows. A version that does not match is not an error: the result holds the conflict, and
    /// nothing is written. Readers see nothing of it before the commit.
    ///
    /// - Throws: `StoreError.merge` for a change that does not fit the newest value, `.invalidValue` for a value that the store
    ///   cannot keep, `.schemaMismatch` for an entity that it does not hold, `.readOnly`, `.closed`, `.busy`; nothing is written
    ///   then, and the next writer may go on.
    func prepare(_ changes: ChangeSet) throws -> Preparation

    /// What the store remembers of its commits; nil for a store that was opened to keep no history.
    var history: (any StoreHistory)? { get }

    /// Whether `prepare(_:by:)` takes batches.
    var runsBatches: Bool { get }

    /// Runs a batch; only its commit is left to do.
    ///
    /// Waits for the commit that is under way, in this process or another. Acts on the newest state.
    ///
    /// - Throws: `StoreError.unsupported` before anything is written when the batch has no form that the store can run;
    ///   `StoreError.violatedConstraint`, `StoreError.deniedDeletion`, `StoreError.invalidValue`.
    func prepare(_ batch: Batch, by author: CommitAuthor) throws -> PreparedBatch

    /// Begins an insertion whose rows come in pages; only stores that run batches have one.
    ///
    /// Waits for the commit that is under way, in this process or another.
    func beginInsertion(by author: CommitAuthor) throws -> any PagedInsertion

    /// Replaces the metadata. It is written with the next commit, or at once when `immediately`.
    ///
    /// `metadata` gives the new ones from then on. An engine keeps entries that it does not know.
    func setMetadata(_ metadata: [String: PropertyListValue], immediately: Bool) throws

    /// Ends the work with the store and lets go of its files. Later calls throw `StoreError.closed`; closing again does nothing.
    func close() throws
}

extension StoreEngine {
    /// Writes a change set: all of it or nothing.
    ///
    /// - Parameter changes: what is written.
    /// - Returns: the rows that the writer cannot know, or the conflicts; nothing is written then.
    /// - Throws: what `prepare(_:)` and `PreparedCommit.commit()` throw.
    public func commit(_ changes: ChangeSet) throws -> CommitResult {
        switch try prepare(changes) {
        case .prepared(let commit): .committed(rows: try commit.commit())
        case .conflicts(let conflicts): .conflicts(conflicts)
        }
    }

    /// No limits: most stores keep whatever a model allows.
    public var limits: StoreLimits { StoreLimits() }

    /// False: the default for stores without read views.
    public var keepsReadViews: Bool { false }
    /// Gives nil: the default for stores without read views.
    public func readView() throws -> (any StoreReader)? { nil }

    /// Gives nil: the default for stores without a history.
    public var history: (any StoreHistory)? { nil }

    /// False: most stores have no query language that could run a batch.
    public var runsBatches: Bool { false }
    /// Throws `StoreError.unsupported`: the default for stores that run no batches.
    public func prepare(_ batch: Batch, by author: CommitAuthor) throws -> PreparedBatch {
        throw StoreError.unsupported(UnsupportedRequest("the store runs no batch requests"))
    }

    /// Does nothing: the default for stores that no other engine or process can reach.
    public func whenOthersCommit(_ body: @escaping @Sendable () -> Void) {}
    /// Does nothing: the default for stores that no other engine or process can reach.
    public func checkForCommits() throws {}
}
