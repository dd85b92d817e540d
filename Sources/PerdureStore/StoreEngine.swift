// SPDX-License-Identifier: Apache-2.0
// The contract of a store: rows out, change sets in. Read this first. Everything that crosses here is
// a Sendable value; an engine has never heard of a context. InMemory/InMemoryEngine.swift is the
// smallest complete one; the suite that all must pass is in PerdureStoreConformance.

import PerdurePropertyList

/// A store below the object layer.
///
/// All methods may be called from any thread. Reads run beside each other and beside a write; writes are serial.
package protocol StoreEngine: AnyObject, Sendable {
    var schema: Schema { get }

    /// The store's metadata: system keys (type, UUID, version hashes …) and the application's own.
    var metadata: [String: PropertyListValue] { get }

    /// Runs a fetch.
    ///
    /// - Throws: `StoreError.unsupported` before anything runs when the plan has no form that the store can run.
    func fetch(_ plan: FetchPlan) throws -> FetchOutcome

    /// The rows of some objects, in no particular order; an object that is gone has none.
    func rows(for keys: [ObjectKey]) throws -> [Row]

    /// The members of a to-many relationship; in their order when it is ordered.
    func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey]

    /// Gives out primary keys, never given out before: the first of `count` consecutive numbers.
    ///
    /// The numbers stay used when nothing is saved under them.
    func reserveKeys(_ count: Int, entity: Int32) throws -> Int64

    /// Writes a change set so far that only its commit is missing.
    ///
    /// Waits for the commit that is under way, of whichever process. A version that does not match is no error but a
    /// conflict in the result; nothing is written then.
    func prepare(_ changes: ChangeSet) throws -> Preparation

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
}
