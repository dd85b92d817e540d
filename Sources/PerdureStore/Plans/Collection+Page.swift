// SPDX-License-Identifier: Apache-2.0
// A page of results, for those that are cut in memory: of several stores, and of unsaved changes.

extension Collection {
    /// The page of a request.
    ///
    /// - Parameters:
    ///   - offset: How many results stand before it.
    ///   - limit: How many it has at most; 0 or less is no limit.
    /// - Returns: The page.
    package func page(offset: Int, limit: Int) -> SubSequence {
        let rest = dropFirst(Swift.max(0, offset))
        return limit > 0 ? rest.prefix(limit) : rest
    }
}
