// SPDX-License-Identifier: Apache-2.0
// Random operations against a computation from scratch (DER-62). A failure prints its seed; PERDURE_SEED runs that
// seed again. PERDURE_DERIVED_OPERATIONS sets how many operations there are for each kind of store (1,000 in every run).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Random operations on derived attributes") struct DerivedOperationTests {
    /// How many operations follow each other on one store.
    private static let length = 1_000

    @Test(
        "DER-62 DER-63 DER-23 after each save all values are those of the data",
        arguments: Stack.Kind.allCases)
    func operations(_ kind: Stack.Kind) throws {
        let operations = Counts.number("PERDURE_DERIVED_OPERATIONS", standard: Self.length)
        let count = (operations + Self.length - 1) / Self.length
        for seed in Seeds.of("derived", count: count) { try play(kind, seed) }
    }

    private func play(_ kind: Stack.Kind, _ seed: UInt64) throws {
        var steps = try RandomSteps(kind, seed: seed)
        var last = try RandomAudit(steps.stack).times()
        var values = RandomAudit.Values()
        var saves = 0
        for number in 0..<Self.length {
            let save = try steps.step()
            try #require(steps.problems == [], "PERDURE_SEED=\(seed), operation \(number)")
            guard let save else { continue }
            saves += save.hasFailed ? 0 : 1
            let comment = Comment(rawValue: "PERDURE_SEED=\(seed), operation \(number)")
            let audit = try RandomAudit(steps.stack)
            try #require(audit.problems() == [], comment)
            let times = audit.times()
            for (id, now) in times {
                try #require(Self.isRight(now, after: last[id], save), comment)
            }
            last = times
            let newest = audit.values()
            try #require(audit.outdated(newest, after: values, in: save.context) == [], comment)
            values = newest
        }
        #expect(saves > 50)
        print("ran: \(Self.length) operations")
    }

    /// Whether an item's time is that of the save, or its old one when the save did not write the row.
    private static func isRight(
        _ now: (touched: Date?, row: [NSObject?]), after old: (touched: Date?, row: [NSObject?])?,
        _ save: RandomSteps.Save
    ) -> Bool {
        guard let touched = now.touched else { return false }
        let isNew = !save.hasFailed && save.start <= touched && touched <= save.end
        guard let old else { return isNew }
        return isNew || (old.touched == touched && old.row == now.row)
    }
}
