// SPDX-License-Identifier: Apache-2.0
// Eight contexts on eight threads, and four processes beside them, on one store: FaultWriter's workers move amounts
// between accounts (AccountModel says what must always hold). PERDURE_STRESS_SECONDS sets how long (2 in every run).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Stress", .serialized) struct StressTests {
    private let seconds = Counts.number("PERDURE_STRESS_SECONDS", standard: 2)

    @Test(
        "SAV-163 SAV-17 check 8 twelve and more writers in five processes lose no change, and every fetch sees whole saves"
    )
    func manyWriters() throws {
        let bank = try Bank()
        let writers = try bank.start(seconds)
        var figures = StressFigures()
        for writer in writers { figures.add(try finished(writer)) }
        #expect(figures.saves > 0 && figures.reads > 0)
        try bank.expectBalanced(acknowledged: figures.touches)
        report("stress", figures)
    }

    @Test("check 8 workers that are killed and started anew leave whole saves only")
    func kills() throws {
        let bank = try Bank()
        let writers = try bank.start(seconds)
        let end = Date(timeIntervalSinceNow: Double(seconds) - 0.5)
        var kills = 0
        while Date() < end {
            let victim = try FaultWriter("transfers", bank.url.path, "victim\(kills)", "2", "60")
            #expect(victim.line() == "ready")
            Thread.sleep(forTimeInterval: .random(in: 0.05...0.4))
            victim.kill()
            _ = try victim.finish()
            kills += 1
        }
        var figures = StressFigures()
        for writer in writers { figures.add(try finished(writer)) }
        // What the killed ones were told of is in the rows of the workers.
        try bank.expectBalanced(acknowledged: nil)
        report("stress with \(kills) kills", figures)
        #expect(kills > 0)
    }

    /// What a process did; nothing when it found something wrong.
    private func finished(_ writer: FaultWriter) throws -> StressFigures {
        let run = try writer.finish()
        guard let figures = run.lines.last.flatMap({ StressFigures($0) }) else {
            Issue.record("\(run.lines) \(run.errors)")
            return StressFigures()
        }
        return figures
    }

    private func report(_ name: String, _ figures: StressFigures) {
        let perSecond = { (count: Int) in String(format: "%.0f", Double(count) / Double(seconds)) }
        print(
            "\(name), \(seconds) s: \(perSecond(figures.saves)) saves/s, \(perSecond(figures.conflicts)) conflicts/s,"
                + " \(perSecond(figures.reads)) sums read/s, longest save \(figures.longest / 1_000) ms")
    }
}

/// A store with accounts.
private struct Bank {
    private let folder: TemporaryFolder
    let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("Bank.sqlite")
        let stack = try Stack(at: url, AccountModel.bank())
        try AccountModel.fill(stack)
        try stack.coordinator.remove(stack.store)
    }

    /// A process with eight workers and four with two each; some make a checkpoint after every few commits.
    func start(_ seconds: Int) throws -> [FaultWriter] {
        try (0..<5).map { number in
            let threads = number == 0 ? "8" : "2"
            let size = number % 2 == 0 ? "1000" : "20"
            return try FaultWriter(
                "transfers", url.path, "process\(number)", threads, "\(seconds)", "wal_autocheckpoint=\(size)"
            )
        }
    }

    func expectBalanced(acknowledged: Int?) throws {
        let stack = try Stack(at: url, AccountModel.bank())
        let context = stack.context()
        try context.performAndWait {
            #expect(try AccountModel.sum(of: "balance", "Account", in: context) == AccountModel.total)
            let touches = try AccountModel.sum(of: "touches", "Account", in: context)
            #expect(try AccountModel.sum(of: "touches", "Worker", in: context) == touches)
            if let acknowledged { #expect(touches == acknowledged) }
        }
        try stack.coordinator.remove(stack.store)
        let check = try ToolRun("store", "check", url.path)
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    }
}
