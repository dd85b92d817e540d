// SPDX-License-Identifier: Apache-2.0
// Sorts the dictionaries of several stores together, removes duplicates, and cuts the request's page. StoreFetch.swift
// refuses aggregates over several stores: no store has all rows.

import Foundation
import PerdureStore

/// Interleaves the tuples of several stores.
struct TupleInterleaving {
    /// The plan for each store: the request's columns, followed by columns for the order alone.
    private(set) var plan: FetchPlan
    private let columns: ResultColumns
    private let planner: FetchPlanner
    /// The index of each sort term's value in a tuple.
    private var columnIndexes: [Int] = []

    init(_ plan: FetchPlan, _ columns: ResultColumns, _ planner: FetchPlanner) throws {
        self.plan = plan
        self.columns = columns
        self.planner = planner
        var shape = columns.shape
        for term in plan.sort {
            let name = term.keys.joined(separator: ".")
            if let known = shape.columns.firstIndex(where: { $0.name == name }), !columns.isEntry(known) {
                columnIndexes.append(known)
            } else {
                columnIndexes.append(shape.columns.count)
                shape.columns.append(try columns.column(sortedBy: term.keys))
            }
        }
        planner.cutInMemory(&self.plan)
        if shape.isDistinct {
            // Equal tuples of one store may differ in their sort values.
            self.plan.limit = nil
            shape.isDistinct = false
        }
        self.plan.shape = .tuples(shape)
    }

    /// The results; equal tuples stay in the order of their stores.
    func dictionaries(of found: [(namespace: ObjectIDNamespace, tuples: [[StoredValue]])]) -> [[String: Any]]
    {
        let all = found.flatMap { part in part.tuples.map { (namespace: part.namespace, tuple: $0) } }
        let sorted = plan.sort.sorted(all) { result in columnIndexes.map { result.tuple[$0] } }
        let results = sorted.map { columns.dictionary($0.tuple, $0.namespace) }
        return planner.page(columns.shape.isDistinct ? distinct(results) : results)
    }

    private func distinct(_ results: [[String: Any]]) -> [[String: Any]] {
        var seen: Set<[String: AnyHashable]> = []
        return results.filter {
            seen.insert($0.mapValues { $0 as? AnyHashable ?? AnyHashable("\($0)") }).inserted
        }
    }
}
