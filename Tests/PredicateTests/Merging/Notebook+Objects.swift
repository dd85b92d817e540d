// SPDX-License-Identifier: Apache-2.0
// What the objects of a notebook say to predicates themselves. Part of Notebook.swift.

import PerdurePredicates
import PerdureStore

@testable import Perdure

extension Notebook {
    /// The names of the objects that a predicate is true of.
    func said(_ format: String, _ arguments: [ConstantValue], _ nulls: NullSemantics) throws -> String {
        try said(PredicateParser.parse(format, arguments: arguments), nulls)
    }

    func said(_ predicate: PredicateNode, _ nulls: NullSemantics) throws -> String {
        let context = stack.context()
        let evaluator = PredicateEvaluator(nullSemantics: nulls)
        return try context.performAndWait {
            let objects = try context.all("Note")
            return names(
                try objects.filter { try evaluator.evaluate(predicate, with: $0) }.map(\.objectID.key))
        }
    }
}
