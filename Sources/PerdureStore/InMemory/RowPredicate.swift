// SPDX-License-Identifier: Apache-2.0
// Evaluates a plan's predicate over rows, by the plan's rules for null (PRE-90 to PRE-99). PredicateCheck.swift refuses a
// predicate that cannot run before the first row is read.

import PerdurePredicates

/// A predicate with the tables that its relationships lead through.
struct RowPredicate {
    private let predicate: PredicateNode
    private let tables: InMemoryTables
    private let evaluator: PredicateEvaluator

    /// Checks the predicate.
    ///
    /// - Throws: `StoreError.unsupported` for what a store cannot evaluate.
    init(_ predicate: PredicateNode, plan: FetchPlan, tables: InMemoryTables) throws {
        try PredicateCheck(schema: tables.schema, entity: plan.entity).check(predicate)
        evaluator = PredicateEvaluator(nullSemantics: plan.nullSemantics)
        self.predicate = PredicateEvaluator.prepared(predicate.namingEntities)
        self.tables = tables
    }

    func filter(_ rows: [Row]) throws -> [Row] {
        try withStoreErrors {
            try MatchingBudget.limiting {
                try rows.filter { try evaluator.evaluate(predicate, with: ReadableRow($0, tables: tables)) }
            }
        }
    }
}
