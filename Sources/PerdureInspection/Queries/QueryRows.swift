// SPDX-License-Identifier: Apache-2.0
// The results of a query in pages. Without an order the pages follow the numbers of objects; a page of an ordered query is
// a window, and few large windows are sorted faster than many small ones.

import PerdureStore

/// The results of a query, page by page.
package struct QueryRows {
    private let query: StoreQuery
    private let reader: any PagedReader
    private let faults: QueryFaults?
    private var number: Int64 = 0
    private var found = 0
    private var isAtEnd = false
    private static let pageSize = 1_000
    private static let windowSize = 50_000

    /// - Parameters:
    ///   - query: the query.
    ///   - reader: the store.
    ///   - faults: hears of values that cannot be read, if the reader tells it.
    package init(_ query: StoreQuery, _ reader: any PagedReader, _ faults: QueryFaults? = nil) {
        self.query = query
        self.reader = reader
        self.faults = faults
    }

    /// The next values, one for each column; nil behind the last page.
    ///
    /// - Throws: What a fetch throws, and what the report of a fault throws.
    package mutating func next() throws -> [[StoredValue]]? {
        let size = query.sort.isEmpty ? Self.pageSize : Self.windowSize
        let limit = min(size, query.limit.map { $0 - found } ?? size)
        guard !isAtEnd, limit > 0 else { return nil }
        var plan = query.plan
        plan.limit = limit
        guard let tuples = try tuples(&plan), !tuples.isEmpty else { return nil }
        found += tuples.count
        isAtEnd = tuples.count < limit
        if case .reference(let key)? = tuples.last?.last { number = key.number }
        return tuples.map { Array($0.dropLast()) }
    }

    private func tuples(_ plan: inout FetchPlan) throws -> [[StoredValue]]? {
        var found: [[StoredValue]] = []
        do {
            guard case .tuples(let tuples) = try page(&plan) else { return nil }
            found = tuples
        } catch {
            try faults?.tell([], of: query, reader.schema)
            throw error
        }
        try faults?.tell(found, of: query, reader.schema)
        return found
    }

    private func page(_ plan: inout FetchPlan) throws -> FetchOutcome {
        guard !query.sort.isEmpty else { return try reader.page(of: plan, after: number) }
        plan.offset = found
        // Equal values need an order too, or windows could overlap.
        if plan.sort.last?.keys != ["objectID"] { plan.sort.append(SortTerm(["objectID"])) }
        return try reader.fetch(plan)
    }
}
