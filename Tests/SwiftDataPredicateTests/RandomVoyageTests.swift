// SPDX-License-Identifier: Apache-2.0
// Random predicates asked of random voyages: Swift, the evaluator and stores find the same ones. `PERDURE_SEED` repeats a seed.

import Foundation
import PerdurePredicates
import PerdureTestSupport
import SwiftDataPredicates
import Testing

@Suite("Random #Predicates of model classes")
struct RandomVoyageTests {
    @Test("SD-156 SD-158 random predicates find the same in Swift, in memory and in stores")
    func agreement() throws {
        var (telling, all) = (0, 0)
        for seed in Seeds.of("SD-156", count: 4) {
            let voyages = VoyageSamples.voyages(40, seed: seed)
            let harbors = try Stack.Kind.allCases.map { try VoyageHarbor($0, voyages) }
            for number in 0..<150 {
                let drawn = seed &* 1000 &+ UInt64(number)
                let found = try check(
                    PredicateDraw.predicate(drawn), "PERDURE_SEED=\(seed), predicate \(number)", harbors)
                if found > 0, found < voyages.count { telling += 1 }
                all += 1
            }
        }
        // Predicates that hold for all voyages or none would agree by chance.
        #expect(telling * 2 > all)
    }

    private func check(_ predicate: Predicate<Voyage>, _ name: String, _ harbors: [VoyageHarbor]) throws
        -> Int
    {
        let expected = try harbors[0].expected(predicate)
        let text = try harbors[0].terms.predicate(predicate).formatString
        for rules in [NullSemantics.foundation, .sql] {
            #expect(try harbors[0].evaluated(predicate, rules) == expected, "\(name): \(text)")
        }
        for harbor in harbors {
            #expect(try harbor.fetched(predicate) == expected, "\(name): \(text)")
        }
        return expected.count
    }
}
