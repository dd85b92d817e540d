// SPDX-License-Identifier: Apache-2.0
// Runs a fetch plan over the tables: filter, sort, cut, shape.

/// One fetch.
struct InMemoryFetch {
    let plan: FetchPlan
    let tables: InMemoryTables

    func run() throws -> FetchOutcome {
        try plan.cancellation?.check()
        switch plan.shape {
        case .rows: return .rows(try page(sorted(matches())))
        case .keys: return .keys(try page(sorted(matches())).map(\.key))
        case .count: return .count(try page(matches()).count)
        case .tuples(let shape): return .tuples(try page(tuples(shape)))
        }
    }

    /// The rows that satisfy the predicate, by key.
    private func matches() throws -> [Row] {
        let rows = tables.rows(of: plan.entity, includingSubentities: plan.includesSubentities)
        guard let predicate = plan.predicate else { return rows }
        return try RowPredicate(predicate, plan: plan, tables: tables).filter(rows)
    }

    private func sorted(_ rows: [Row]) throws -> [Row] {
        try RowOrder(plan.sort, entity: plan.entity, schema: tables.schema).sorted(rows, in: tables)
    }

    private func page<Element>(_ results: [Element]) -> [Element] {
        let rest = results.dropFirst(max(0, plan.offset))
        return Array(plan.limit.map { rest.prefix(max(0, $0)) } ?? rest)
    }

    private func tuples(_ shape: TupleShape) throws -> [[StoredValue]] {
        try TupleFetch(plan: plan, shape: shape, tables: tables).run(matches())
    }
}
