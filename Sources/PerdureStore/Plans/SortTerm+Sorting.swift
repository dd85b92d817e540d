// SPDX-License-Identifier: Apache-2.0
// Sorting by sort terms outside a database: rows of the in-memory engine (InMemory/RowOrder.swift), and results of several
// stores together (Perdure's ObjectInterleaving.swift).

extension [SortTerm] {
    /// Sorts elements by the terms; equal elements keep their order.
    ///
    /// - Parameters:
    ///   - elements: What to sort.
    ///   - values: One value per term; asked once for each element.
    /// - Returns: The elements in order.
    /// - Throws: What `values` throws.
    public func sorted<Item>(_ elements: [Item], by values: (Item) throws -> [StoredValue]) rethrows
        -> [Item]
    {
        let keyed = try elements.map { (element: $0, values: try values($0)) }
        return keyed.enumerated().sorted { left, right in
            precedes(left.element.values, right.element.values) ?? (left.offset < right.offset)
        }.map(\.element.element)
    }

    /// Whether the left values come first; nil when they are equal.
    private func precedes(_ left: [StoredValue], _ right: [StoredValue]) -> Bool? {
        for (index, term) in enumerated() {
            switch left[index].order(relativeTo: right[index], term.collation) {
            case .orderedSame: continue
            case .orderedAscending: return term.isAscending
            case .orderedDescending: return !term.isAscending
            }
        }
        return nil
    }
}
