// SPDX-License-Identifier: Apache-2.0
// Evaluates a plan's predicate over rows.

import PerdurePredicates

/// A predicate with the tables that its relationships lead through.
struct RowPredicate {
    private let predicate: PredicateNode
    private let tables: InMemoryTables

    init(_ predicate: PredicateNode, tables: InMemoryTables) {
        self.predicate = predicate
        self.tables = tables
    }

    func filter(_ rows: [Row]) throws -> [Row] {
        switch predicate {
        case .truth(let value): value ? rows : []
        default: throw StoreError.unsupported(UnsupportedRequest("predicate"))
        }
    }
}
