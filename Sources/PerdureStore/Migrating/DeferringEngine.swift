// SPDX-License-Identifier: Apache-2.0
// The part of engines whose migrations may leave work for later.

/// An engine that may have deferred a part of a migration.
package protocol DeferringEngine: StoreEngine {
    /// Does one item of the work that is left, in a transaction of its own; waits for other writers.
    ///
    /// - Returns: False when nothing was left, and for a store that is only read.
    /// - Throws: `StoreError`; the item stays in the list then.
    func finishDeferredItem() throws -> Bool
}
