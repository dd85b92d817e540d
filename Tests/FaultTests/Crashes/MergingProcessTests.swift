// SPDX-License-Identifier: Apache-2.0
// Four processes that merge with the same ten rows, one of them killed: the store holds exactly what the reported saves add
// up to. PERDURE_MERGES sets how often each process saves (60 in every run).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Crash safety: processes that merge") struct MergingProcessTests {
    private let folder: TemporaryFolder
    private let url: URL
    private let times = Counts.number("PERDURE_MERGES", standard: 60)

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("Tallies.sqlite")
        let stack = try Stack(at: url, TallyModel.tallies())
        try TallyModel.fill(stack)
        try stack.coordinator.remove(stack.store)
    }

    /// The saves that a process reported, by tally.
    private struct Report {
        var saves: [Int: Set<Int>] = [:]
        var count = 0

        init(_ lines: [String]) {
            for line in lines {
                let numbers = line.split(separator: " ").compactMap { Int($0) }
                guard numbers.count == 2 else { continue }
                saves[numbers[0], default: []].insert(numbers[1])
                count += 1
            }
        }
    }

    private func start(_ names: [String]) throws -> [FaultWriter] {
        let writers = try names.map { try FaultWriter("merges", url.path, $0, "\(times)") }
        for writer in writers { #expect(writer.line() == "ready") }
        for writer in writers { writer.start() }
        return writers
    }

    @Test("MT-35 MRG-91 processes that merge with the same rows lose nothing and meet no conflict")
    func additions() throws {
        let names = ["a", "b"]
        var reports: [String: Report] = [:]
        for (name, writer) in zip(names, try start(names)) {
            let run = try writer.finish()
            #expect(run.exitCode == 0, "\(run.lines.last ?? "") \(run.errors)")
            reports[name] = Report(run.lines)
            #expect(reports[name]?.count == times)
        }
        try expectHolding(reports, missing: 0)
    }

    @Test(
        "MRG-91 MRG-97 kill -9: what a store holds is what the reported saves add up to, and whole saves only"
    )
    func kill() throws {
        let names = ["a", "b", "c", "d"]
        let writers = try start(names)
        // After a number of saves, not after a time.
        var lines: [String] = []
        for _ in 0..<Int.random(in: 1...max(1, times / 2)) { lines += writers[0].line().map { [$0] } ?? [] }
        writers[0].kill()
        var reports: [String: Report] = [:]
        for (name, writer) in zip(names, writers) {
            let run = try writer.finish()
            if name != "a" { #expect(run.exitCode == 0, "\(run.lines.last ?? "") \(run.errors)") }
            reports[name] = Report((name == "a" ? lines : []) + run.lines)
            if name != "a" { #expect(reports[name]?.count == times) }
        }
        // The killed one may have saved once more than it could say.
        try expectHolding(reports, missing: 1)
    }

    /// Compares the store with the reports; so many saves may be in it at most that nobody reported.
    private func expectHolding(_ reports: [String: Report], missing: Int) throws {
        let stack = try Stack(at: url, TallyModel.tallies())
        let context = stack.context()
        try context.performAndWait {
            var unreported = 0
            for (index, tally) in try TallyModel.all(context).enumerated() {
                let holding = TallyModel.holding(tally)
                #expect(holding.isWhole, "\(holding.count) \(holding.last)")
                for (name, report) in reports {
                    let (stored, reported) = (holding.saves[name] ?? [], report.saves[index] ?? [])
                    #expect(stored.isSuperset(of: reported), "\(name) lost \(reported.subtracting(stored))")
                    unreported += stored.subtracting(reported).count
                }
            }
            #expect(unreported <= missing)
        }
        try stack.coordinator.remove(stack.store)
        let check = try ToolRun("store", "check", url.path)
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
        let versions = try RawDatabase(url).value("SELECT COUNT(*) FROM ZTALLY WHERE Z_OPT = 1")
        #expect(times < 60 || versions == "0")
    }
}
