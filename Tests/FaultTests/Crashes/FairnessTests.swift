// SPDX-License-Identifier: Apache-2.0
// Four processes that write as fast as they can. PERDURE_FAIRNESS_SECONDS sets how long (2 in every run).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Fairness") struct FairnessTests {
    @Test("decision 25 each of four writing processes makes progress")
    func fourProcesses() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Counters.sqlite")
        let stack = try Stack(at: url, FaultModel.batches())
        try stack.coordinator.remove(stack.store)
        let seconds = Counts.number("PERDURE_FAIRNESS_SECONDS", standard: 2)
        let writers = try (0..<4).map { _ in try FaultWriter("tally", url.path, "\(seconds)") }
        for writer in writers { #expect(writer.line() == "ready") }
        for writer in writers { writer.start() }
        var (saves, longest): ([Int], Int) = ([], 0)
        for writer in writers {
            let run = try writer.finish()
            let numbers = (run.lines.last ?? "").split(separator: " ").compactMap { Int($0) }
            try #require(numbers.count == 2, "\(run.lines) \(run.errors)")
            #expect(numbers[0] > 0)
            saves.append(numbers[0])
            longest = max(longest, numbers[1])
        }
        // No assertion about time: the machine may be busy with other work.
        print("fairness, \(seconds) s: saves per process \(saves), longest save \(longest / 1_000) ms")
        let reopened = try Stack(at: url, FaultModel.batches())
        let context = reopened.context()
        try context.performAndWait {
            let counters = try context.all("Counter").compactMap { $0.value(forKey: "value") as? Int }
            #expect(counters.sorted() == saves.sorted())
        }
    }
}
