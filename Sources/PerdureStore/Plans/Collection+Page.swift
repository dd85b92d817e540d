// SPDX-License-Identifier: Apache-2.0
// Cuts a page out of results in memory: results of several stores, and results with unsaved changes.

extension Collection {
    /// The page of a request.
    ///
    /// - Parameters:
    ///   - offset: How many results stand before the page.
    ///   - limit: How many results the page has at most; 0 or less is no limit.
    /// - Returns: The page.
    package func page(offset: Int, limit: Int) -> SubSequence {
        let rest = dropFirst(Swift.max(0, offset))
        return limit > 0 ? rest.prefix(limit) : rest
    }
}
