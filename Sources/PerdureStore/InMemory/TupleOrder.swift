// SPDX-License-Identifier: Apache-2.0
// The order of dictionary results: by the columns' names, or by keys; a group has the place of its least value of such a key, in
// descending order of its greatest one (FET-65).

import Foundation

/// The sort terms of a fetch of tuples.
struct TupleOrder {
    private let terms: [Term]
    private let tables: InMemoryTables
    private let isGrouped: Bool

    private struct Term {
        let column: Int?
        let path: RowPath?
        let sort: SortTerm
    }

    init(plan: FetchPlan, shape: TupleShape, tables: InMemoryTables) throws {
        self.tables = tables
        isGrouped = !shape.groupBy.isEmpty
        terms = try plan.sort.map { sort in
            let name = sort.keys.joined(separator: ".")
            if let path = try? RowPath(sort.keys, entity: plan.entity, schema: tables.schema), path.isEntry {
                // A column of the result holds the entry as bytes, which have no useful order.
                return Term(column: nil, path: path, sort: sort)
            }
            let column = shape.columns.firstIndex { $0.name == name }
            let path =
                try column == nil ? RowPath(sort.keys, entity: plan.entity, schema: tables.schema) : nil
            return Term(column: column, path: path, sort: sort)
        }
    }

    func sorted(_ results: [(group: [Row], tuple: [StoredValue])]) -> [[StoredValue]] {
        guard !terms.isEmpty else { return results.map(\.tuple) }
        return results.enumerated().sorted { left, right in
            precedes(left.element, right.element) ?? (left.offset < right.offset)
        }.map(\.element.tuple)
    }

    // Sorting is compiled for its closure, which would hold several copies of this.
    @inline(never)
    private func precedes(
        _ left: (group: [Row], tuple: [StoredValue]), _ right: (group: [Row], tuple: [StoredValue])
    ) -> Bool? {
        for term in terms {
            let order = value(term, left).order(relativeTo: value(term, right), term.sort.collation)
            if order != .orderedSame { return (order == .orderedAscending) == term.sort.isAscending }
        }
        return nil
    }

    private func value(_ term: Term, _ result: (group: [Row], tuple: [StoredValue])) -> StoredValue {
        if let column = term.column { return result.tuple[column] }
        guard let path = term.path, let first = result.group.first else { return .null }
        guard isGrouped else { return path.value(of: first, in: tables) }
        let values = result.group.map { path.value(of: $0, in: tables) }.filter { !$0.isNull }
        let wanted = term.sort.isAscending ? ComparisonResult.orderedAscending : .orderedDescending
        guard var best = values.first else { return .null }
        for value in values where value.order(relativeTo: best, term.sort.collation) == wanted {
            best = value
        }
        return best
    }
}
