// SPDX-License-Identifier: Apache-2.0
// A writing process is killed at random times. PERDURE_KILLS sets how often (20 in every run).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Crash safety: kill -9") struct KillTests {
    @Test("check 1 a killed writer leaves a sound store with every save that returned, none of them torn")
    func kills() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Batches.sqlite")
        var acknowledged = 0
        let kills = Counts.number("PERDURE_KILLS", standard: 20)
        for _ in 0..<kills {
            let writer = try FaultWriter("batches", url.path)
            for _ in 0..<Int.random(in: 1...15) {
                let line = try #require(writer.line())
                acknowledged = try #require(Int(line))
            }
            writer.kill()
            // What it printed before its end was saved too.
            let rest = try writer.finish().lines.compactMap { Int($0) }
            acknowledged = rest.last ?? acknowledged
            try expectSound(url, acknowledged)
        }
        print("ran: \(kills) kills")
        let check = try ToolRun("store", "check", url.path)
        #expect(check.exitCode == 0 && check.output.contains(": sound, "), "\(check.output)\(check.errors)")
    }

    private func expectSound(_ url: URL, _ acknowledged: Int) throws {
        let stack = try Stack(at: url, FaultModel.batches())
        let context = stack.context()
        let count = try context.performAndWait {
            let batches = try context.all("Batch", by: "number")
            let numbers = batches.map { $0.value(forKey: "number") as? Int }
            #expect(numbers == Array(1...max(batches.count, 1)))
            for batch in batches {
                #expect(
                    (batch.value(forKey: "items") as? Set<NSManagedObject>)?.count == FaultModel.itemsPerBatch
                )
            }
            #expect(try context.all("Item").count == batches.count * FaultModel.itemsPerBatch)
            return batches.count
        }
        // The save that the kill interrupted may be there or not.
        #expect(count == acknowledged || count == acknowledged + 1)
        let database = try RawDatabase(url)
        #expect(try database.value("PRAGMA integrity_check") == "ok")
        for (table, name) in [("ZBATCH", "Batch"), ("ZITEM", "Item")] {
            let counter = try #require(
                try database.value("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = '\(name)'"))
            let largest = try #require(try database.value("SELECT MAX(Z_PK) FROM \(table)"))
            let numbers = (try #require(Int(counter)), try #require(Int(largest)))
            #expect(numbers.0 >= numbers.1)
        }
    }
}
