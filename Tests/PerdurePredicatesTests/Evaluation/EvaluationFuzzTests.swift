// SPDX-License-Identifier: Apache-2.0
// Random trees over random values: an answer or an error, never a trap, and the same answer for a tree that
// was prepared.

import Foundation
import Testing

@testable import PerdurePredicates

@Suite("Evaluation under random input")
struct EvaluationFuzzTests {
    private let values: [Any] = [
        NSNull(), 0, -1, Int64.max, Int64.min, 1.5, Double.infinity, Double.nan, true, "", "é", "x",
        Decimal(3),
        Date(timeIntervalSinceReferenceDate: 0), Data([1]), [1, "a", NSNull()] as [Any], [[1], [2]], Set([1]),
        ["k": 1], UUID(),
    ]

    @Test("PRE-134 three thousand random trees give an answer or an error")
    func trees() {
        var generator = TreeGenerator(seed: 4)
        var random = SeededGenerator(state: 5)
        var answers = 0
        for _ in 0..<3_000 {
            let node = generator.predicate(2)
            var object: [String: Any] = [:]
            for key in ["a", "größe", "any", "first", "end", "nil"] {
                object[key] = values.randomElement(using: &random)
            }
            let variables = ["name": 1, "v": object] as [String: Any]
            for nulls in [NullSemantics.foundation, .sql] {
                let evaluator = PredicateEvaluator(nullSemantics: nulls)
                let plain = try? evaluator.evaluate(node, with: object, variables: variables)
                let prepared = try? evaluator.evaluate(
                    PredicateEvaluator.prepared(node), with: object, variables: variables)
                if !node.isChanging { #expect(plain == prepared) }
                if plain != nil { answers += 1 }
            }
        }
        #expect(answers > 1_000)
    }
}

extension PredicateNode {
    /// Whether the predicate mentions the time, so that two evaluations may differ.
    fileprivate var isChanging: Bool { PredicatePrinter.format(self).contains("now()") }
}
