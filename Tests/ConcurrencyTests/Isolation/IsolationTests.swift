// SPDX-License-Identifier: Apache-2.0
// Many threads append to shared lists; afterwards the history is searched for anomalies. PERDURE_TRANSACTIONS sets how
// many transactions each thread makes (40 in every run), PERDURE_ISOLATION_HISTORIES how many histories there are (1).

import Dispatch
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Isolation of contexts") struct IsolationTests {
    /// How a transaction reads.
    enum Reading: CaseIterable, Sendable {
        /// Rows come with the one fetch that the transaction makes.
        case oneFetch
        /// Faults fire one after the other: each sees committed values, but not all of one moment.
        case faults

        /// Whether a transaction never sees half of another one.
        var isOneMoment: Bool { self == .oneFetch }
    }

    private static let names = ["a", "b", "c", "d", "e"]
    private static let workers = 6
    private static let seeds = Seeds.of(
        "isolation", count: Counts.number("PERDURE_ISOLATION_HISTORIES", standard: 1))

    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(EntitySketch("List", .attribute("name"), .attribute("numbers")))
    }

    @Test("check 20, SAV-17, SAV-163 contexts of one coordinator: no anomaly", arguments: Reading.allCases)
    func oneCoordinator(_ reading: Reading) throws {
        for seed in Self.seeds {
            for kind in Stack.Kind.allCases { try run([try Stack(kind, Self.model())], reading, seed) }
        }
    }

    @Test("check 20, SAV-17 coordinators on one file: no anomaly", arguments: Reading.allCases)
    func twoCoordinators(_ reading: Reading) throws {
        for seed in Self.seeds {
            let first = try Stack(.sqlite, Self.model())
            try run([first, try Stack(at: try #require(first.url), Self.model())], reading, seed)
        }
    }

    private func run(_ stacks: [Stack], _ reading: Reading, _ seed: UInt64) throws {
        let context = stacks[0].context()
        try context.performAndWait {
            for name in Self.names { context.insert("List", ["name": name, "numbers": ""]) }
            try context.save()
        }
        let recorder = HistoryRecorder()
        let errors = ThreadErrors()
        let coordinators = stacks.map(\.coordinator)
        let count = Counts.number("PERDURE_TRANSACTIONS", standard: 40)
        DispatchQueue.concurrentPerform(iterations: Self.workers) { worker in
            let coordinator = coordinators[worker % coordinators.count]
            var worker = ListWorker(coordinator, recorder, reading, seed: seed &+ UInt64(worker) << 32)
            errors.catching { for _ in 0..<count { try worker.transact(Self.names) } }
        }
        #expect(errors.list.isEmpty)
        let history = recorder.history(final: try ListWorker.lists(stacks[0].coordinator))
        var found = HistoryCheck.anomalies(history)
        if !reading.isOneMoment { found.remove(.readSkew) }
        #expect(found.isEmpty, "seed \(seed): \(found)")
        print("ran: \(Self.workers * count) transactions")
        #expect(history.transactions.count(where: \.isCommitted) == Self.workers * count)
    }
}
