// SPDX-License-Identifier: Apache-2.0
// The part of a store's contract for large fetches: rows come in parts, so that objects are made while the store still reads.

/// A store that gives the rows of a fetch while it reads.
package protocol PartReader: StoreReader {
    /// Runs a fetch of rows, and gives them in parts.
    ///
    /// All parts are of one state of the store.
    ///
    /// - Parameters:
    ///   - plan: its shape must be `.rows`.
    ///   - use: gets the rows of each part in the plan's order, on the calling thread, and may move them away. While it runs the
    ///     store keeps a connection for the rest, so what it reads itself needs another one.
    /// - Throws: what `fetch` throws; some parts may have been given, which then count for nothing.
    func fetch(_ plan: FetchPlan, use: (inout [Row]) -> Void) throws
}
