// SPDX-License-Identifier: Apache-2.0
// #Predicates of plain classes asked three ways: by Swift, by our evaluator, by a fetch. All agree.

import Foundation
import PerdurePredicates
import PerdureTestSupport
import SwiftDataPredicates
import Testing

@Suite("#Predicate of model classes")
struct VoyagePredicateTests {
    @Test(
        "SD-156 SD-158 SD-159 SD-94 predicates mean the same in Swift, in memory and in stores",
        arguments: Stack.Kind.allCases, [true, false])
    func agreement(_ kind: Stack.Kind, _ saves: Bool) throws {
        let harbor = try VoyageHarbor(kind, VoyageSamples.voyages(60, seed: 7), saves: saves)
        var telling = 0
        for row in VoyagePredicates.all {
            let expected = try harbor.expected(row.predicate)
            if !expected.isEmpty, expected.count < harbor.voyages.count { telling += 1 }
            do {
                let text = try harbor.terms.predicate(row.predicate).formatString
                #expect(try harbor.fetched(row.predicate) == expected, "\(row) from a store: \(text)")
                for rules in [NullSemantics.foundation, .sql] {
                    #expect(
                        try harbor.evaluated(row.predicate, rules) == expected, "\(row) \(rules): \(text)")
                }
            } catch {
                Issue.record("\(row): \(error)")
            }
        }
        // Predicates that hold for all voyages or none would agree by chance.
        #expect(telling > 80)
    }
}
