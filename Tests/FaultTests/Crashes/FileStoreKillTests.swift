// SPDX-License-Identifier: Apache-2.0
// XML and binary stores replace their file at each save: a kill or a full disk leaves the file of the last save that returned,
// or of the one that was interrupted. PERDURE_KILLS sets how often a writer is killed (20 in every run).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Crash safety: XML and binary stores") struct FileStoreKillTests {
    private static let forms = ["xml", "binary"]

    @Test(
        "STO-70 STO-73 a killed writer leaves every save that returned, none of them torn", arguments: forms)
    func kills(_ form: String) throws {
        let kills = Counts.number("PERDURE_KILLS", standard: 20)
        try Counts.dividedAmongStores(kills) { times in
            let folder = try TemporaryFolder()
            try killWriters(of: folder.file("Batches.\(form)"), times: times)
        }
        print("ran: \(kills) kills")
    }

    private func killWriters(of url: URL, times: Int) throws {
        var acknowledged = 0
        for _ in 0..<times {
            let writer = try FaultWriter("batches", url.path)
            for _ in 0..<Int.random(in: 1...8) {
                let line = try #require(writer.line())
                acknowledged = try #require(Int(line))
            }
            writer.kill()
            // What it printed before its end was saved too.
            acknowledged = try writer.finish().lines.compactMap { Int($0) }.last ?? acknowledged
            let count = try batches(url)
            // The save that the kill interrupted may be there or not.
            #expect(count == acknowledged || count == acknowledged + 1)
        }
    }

    @Test("STO-70 STO-73 a full disk is 640, and the next save writes everything", arguments: forms)
    func fullDisk(_ form: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Batches.\(form)")
        let run = try FaultWriter("fill", url.path, "800000").finish()
        try #require(run.lines.count == 3, "\(run.lines) \(run.errors)")
        let saved = try #require(Int(run.lines[0]))
        #expect(run.lines[1].contains(" 640 ") && run.lines[1].contains("Batches.\(form)"))
        #expect(run.lines[2].hasPrefix("saved ") && run.lines[2].hasSuffix(" false"))
        #expect(try batches(url) == saved + 1)
        // Nothing half-written stays beside the store.
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [url.lastPathComponent])
    }

    /// The number of batches in a store, all of which are whole.
    private func batches(_ url: URL) throws -> Int {
        let stack = try Stack(at: url, FaultModel.batches())
        let context = stack.context()
        return try context.performAndWait {
            let batches = try context.all("Batch", by: "number")
            #expect(batches.map { $0.value(forKey: "number") as? Int } == Array(1...max(batches.count, 1)))
            for batch in batches {
                let items = batch.value(forKey: "items") as? Set<NSManagedObject>
                #expect(items?.count == FaultModel.itemsPerBatch)
            }
            return batches.count
        }
    }
}
