// SPDX-License-Identifier: Apache-2.0
// The reading half of a store's contract: rows out. An engine reads the newest state (StoreEngine.swift), a
// snapshot one that does not change any more.

/// What reads a store, in one state or always in the newest.
///
/// All methods may be called from any thread.
package protocol StoreReader: AnyObject, Sendable {
    var schema: Schema { get }

    /// Runs a fetch.
    ///
    /// - Throws: `StoreError.unsupported` before anything runs when the plan has no form that the store can run.
    func fetch(_ plan: FetchPlan) throws -> FetchOutcome

    /// The rows of some objects, in no particular order; an object that is gone has none.
    func rows(for keys: [ObjectKey]) throws -> [Row]

    /// The members of a to-many relationship; in their order when it is ordered.
    func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey]
}
