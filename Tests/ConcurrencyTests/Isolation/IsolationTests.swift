// SPDX-License-Identifier: Apache-2.0
// Many threads and processes append to shared lists; afterwards the history is searched for anomalies. PERDURE_TRANSACTIONS sets how
// many transactions each thread makes (40 in every run), PERDURE_ISOLATION_HISTORIES how many histories there are (1).

import Dispatch
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Isolation of contexts") struct IsolationTests {
    private static let workers = 6
    private static let processes = 3
    private static let count = Counts.number("PERDURE_TRANSACTIONS", standard: 40)
    private static let seeds = Seeds.of(
        "isolation", count: Counts.number("PERDURE_ISOLATION_HISTORIES", standard: 1))

    @Test(
        "check 20, SAV-17, SAV-163 contexts of one coordinator: no anomaly", arguments: ListReading.allCases)
    func oneCoordinator(_ reading: ListReading) throws {
        for seed in Self.seeds {
            for kind in Stack.Kind.allCases { try run([try Stack(kind, ListModel.lists())], reading, seed) }
        }
    }

    @Test(
        "check 20, SAV-17 coordinators on one store: no anomaly", arguments: ListReading.allCases,
        Stack.Kind.lasting)
    func twoCoordinators(_ reading: ListReading, _ kind: Stack.Kind) throws {
        for seed in Self.seeds {
            let first = try Stack(kind, ListModel.lists())
            try run([first, try Stack(at: try #require(first.place), ListModel.lists())], reading, seed)
        }
    }

    @Test("check 20, SAV-17 processes on one file: no anomaly", arguments: ListReading.allCases)
    func processes(_ reading: ListReading) throws {
        for seed in Self.seeds {
            let stack = try Stack(.sqlite, ListModel.lists())
            try ListModel.fill(stack)
            let transactions = try transactions(at: try #require(stack.url), reading, seed)
            try judge(transactions, stack, reading, seed, count: 2 * Self.processes * Self.count)
        }
    }

    /// The transactions of several processes that begin at the same time.
    private func transactions(at url: URL, _ reading: ListReading, _ seed: UInt64) throws -> [ListTransaction]
    {
        let writers = try (0..<Self.processes).map {
            try FaultWriter("lists", url.path, reading.rawValue, "\(seed)", "\($0)", "\(Self.count)")
        }
        for writer in writers { #expect(writer.line() == "ready") }
        for writer in writers { writer.start() }
        return try writers.flatMap { writer in
            let end = try writer.finish()
            try #require(end.exitCode == 0, "\(end.lines.last ?? "") \(end.errors)")
            return try end.lines.map { try JSONDecoder().decode(ListTransaction.self, from: Data($0.utf8)) }
        }
    }

    private func run(_ stacks: [Stack], _ reading: ListReading, _ seed: UInt64) throws {
        try ListModel.fill(stacks[0])
        let recorder = HistoryRecorder()
        let errors = ThreadErrors()
        let coordinators = stacks.map(\.coordinator)
        DispatchQueue.concurrentPerform(iterations: Self.workers) { worker in
            let coordinator = coordinators[worker % coordinators.count]
            var worker = ListWorker(coordinator, recorder, reading, seed: seed &+ UInt64(worker) << 32)
            errors.catching { for _ in 0..<Self.count { try worker.transact() } }
        }
        #expect(errors.list.isEmpty)
        try judge(recorder.transactions, stacks[0], reading, seed, count: Self.workers * Self.count)
    }

    private func judge(
        _ transactions: [ListTransaction], _ stack: Stack, _ reading: ListReading, _ seed: UInt64, count: Int
    ) throws {
        let history = ListHistory(
            transactions: transactions, final: try ListModel.all(stack.coordinator))
        var found = HistoryCheck.anomalies(history)
        if !reading.isOneMoment { found.remove(.readSkew) }
        #expect(found.isEmpty, "seed \(seed): \(found)")
        print("ran: \(count) transactions")
        #expect(transactions.count(where: \.isCommitted) == count)
    }
}
