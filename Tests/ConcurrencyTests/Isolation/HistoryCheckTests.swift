// SPDX-License-Identifier: Apache-2.0
// The judge is judged: made-up histories with one anomaly each.

import PerdureTestSupport
import Testing

@Suite("Isolation: the check of histories") struct HistoryCheckTests {
    private typealias Transaction = ListTransaction

    private func anomalies(_ transactions: [Transaction], _ final: [String: [Int]]) -> Set<Anomaly> {
        HistoryCheck.anomalies(ListHistory(transactions: transactions, final: final))
    }

    @Test("a history in order has none")
    func sound() {
        let transactions = [
            Transaction(reads: ["x": []], appends: ["x": 1]),
            Transaction(reads: ["x": [1], "y": []], appends: ["x": 2, "y": 3]),
            Transaction(reads: ["x": [1]], appends: ["x": 9], isCommitted: false),
            Transaction(reads: ["x": [1, 2], "y": [3]]),
        ]
        #expect(anomalies(transactions, ["x": [1, 2], "y": [3]]) == [])
    }

    @Test("an append that is missing, double or out of place is a lost update")
    func lostUpdates() {
        let first = Transaction(reads: ["x": []], appends: ["x": 1])
        let second = Transaction(reads: ["x": []], appends: ["x": 2])
        #expect(anomalies([first, second], ["x": [2]]) == [.lostUpdate(list: "x", number: 1)])
        #expect(anomalies([first], ["x": [1, 1]]).contains(.lostUpdate(list: "x", number: 1)))
        #expect(anomalies([first, second], ["x": [1, 2]]).contains(.lostUpdate(list: "x", number: 2)))
    }

    @Test("what was not committed is seen by nobody")
    func abortedReads() {
        let refused = Transaction(appends: ["x": 5], isCommitted: false)
        let reader = Transaction(reads: ["x": [5]])
        #expect(
            anomalies([refused, reader], ["x": []]) == [
                .abortedRead(list: "x", number: 5), .divergedRead(list: "x"),
            ])
        #expect(anomalies([refused], ["x": [5]]) == [.abortedRead(list: "x", number: 5)])
    }

    @Test("two orders of one list are a divergence")
    func divergence() {
        let writers = [Transaction(appends: ["x": 1]), Transaction(appends: ["x": 2])]
        let found = anomalies(writers + [Transaction(reads: ["x": [2]])], ["x": [1, 2]])
        #expect(found.contains(.divergedRead(list: "x")))
    }

    @Test("writers in two orders are a cycle")
    func cycles() {
        let writers = [Transaction(appends: ["x": 1, "y": 2]), Transaction(appends: ["x": 3, "y": 4])]
        #expect(anomalies(writers, ["x": [1, 3], "y": [4, 2]]).contains(.cycle))
        #expect(anomalies(writers, ["x": [1, 3], "y": [2, 4]]) == [])
    }

    @Test("half of a transaction is read skew")
    func readSkew() {
        let transactions = [
            Transaction(appends: ["x": 1, "y": 2]), Transaction(reads: ["x": [1], "y": []]),
        ]
        #expect(anomalies(transactions, ["x": [1], "y": [2]]) == [.readSkew])
    }
}
