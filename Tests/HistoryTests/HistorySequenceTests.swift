// SPDX-License-Identifier: Apache-2.0
// The order of what was read of several stores, the places in it, and which places a history still knows.

import Perdure
import PerdureHistory
import PerdureStore
import Testing

@Suite("The order of transactions") struct HistorySequenceTests {
    private func part(
        _ identifier: String, _ times: [(number: Int64, time: Double)], oldest: Int64? = 1, newest: Int64
    ) -> HistoryPart {
        HistoryPart(
            identifier: identifier, range: HistoryRange(oldest: oldest, newest: newest),
            transactions: times.map {
                HistoryTransaction(
                    number: $0.number, timestamp: $0.time, author: CommitAuthor(), bundleID: nil,
                    processID: nil)
            })
    }

    @Test("STO-177 a place names what stands before it, not what a store got after it had been read")
    func lateCommit() {
        // Store A got its second transaction, at the time 15, after it was read and before B was.
        let early = part("A", [(1, 10)], newest: 1)
        let late = part("B", [(1, 20), (2, 30)], newest: 2)
        let found = HistorySequence.interleaved([early, late], after: [:])
        #expect(found.map(\.part) == [0, 1, 1])
        #expect(found.map(\.numbers) == [["A": 1, "B": 0], ["A": 1, "B": 1], ["A": 1, "B": 2]])
    }

    @Test("STO-177 from each place on, what follows is the rest, also where a clock went back")
    func clockWentBack() {
        let parts = [
            part("A", [(1, 10), (2, 50), (3, 20)], newest: 3), part("B", [(1, 30), (2, 60)], newest: 2),
        ]
        let found = HistorySequence.interleaved(parts, after: [:])
        #expect(found.map { "\($0.part) \($0.transaction.number)" } == ["0 1", "1 1", "0 2", "0 3", "1 2"])
        for (index, element) in found.enumerated() {
            let rest = found.filter { $0.transaction.number > element.numbers[["A", "B"][$0.part]] ?? 0 }
            #expect(rest.map(\.numbers) == found.dropFirst(index + 1).map(\.numbers))
        }
    }

    @Test("STO-177 places begin where the kept part of a history does, and keep what was not read")
    func beginnings() {
        let parts = [
            part("A", [(5, 10), (6, 20)], oldest: 5, newest: 6), part("B", [], oldest: nil, newest: 7),
            part("C", [(3, 15)], newest: 3),
        ]
        let found = HistorySequence.interleaved(parts, after: ["C": 2, "D": 9])
        #expect(
            found.map(\.numbers) == [
                ["A": 5, "B": 7, "C": 2, "D": 9], ["A": 5, "B": 7, "C": 3, "D": 9],
                ["A": 6, "B": 7, "C": 3, "D": 9],
            ])
    }

    @Test("STO-177 a history knows places from the one before its oldest transaction to its newest one")
    func covered() {
        func covered(_ oldest: Int64?, _ newest: Int64) -> [Int64] {
            ([.min] + (-1...7) + [.max]).filter {
                HistoryRange(oldest: oldest, newest: newest).covers(after: $0)
            }
        }
        #expect(covered(nil, 0) == [0])
        #expect(covered(nil, 4) == [4])
        #expect(covered(1, 3) == [0, 1, 2, 3])
        #expect(covered(3, 5) == [2, 3, 4, 5])
        #expect(covered(.min, 0) == [.min, -1, 0])
        #expect(covered(.max, .max) == [.max])
    }
}
