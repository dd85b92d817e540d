// SPDX-License-Identifier: Apache-2.0
// A process that is killed while it migrates leaves the source, and the old or the new destination.

import CoreData
import PerdureTestSupport
import Testing

@Suite("Killed migrations") struct MigrationCrashTests {
    private func batches(_ url: URL) throws -> Int {
        try LibrarySample.with(FaultModel.batches(), url) { context in
            let batches = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Batch"))
            for batch in batches {
                #expect((batch.value(forKey: "items") as? NSSet)?.count == FaultModel.itemsPerBatch)
            }
            let items = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))
            #expect(items == batches.count * FaultModel.itemsPerBatch)
            return batches.count
        }
    }

    private func fill(_ url: URL, _ count: Int) throws {
        try LibrarySample.with(FaultModel.batches(), url) { context in
            for number in 0..<count { FaultModel.insertBatch(number, into: context) }
            try context.save()
        }
    }

    @Test("MIG-104 MIG-108 MIG-142 a kill at any moment leaves all of the old or all of the new destination")
    func kills() throws {
        let folder = try TemporaryFolder()
        let (source, destination) = (folder.file("Source.sqlite"), folder.file("Destination.sqlite"))
        try fill(source, 1_200)
        try fill(destination, 1)
        var random = SeededNumbers(seed: 104)
        var expected = 1
        var kills = 0
        // A writer that was faster than its kill makes the next delays shorter: the machine's speed must not matter.
        var longest: UInt32 = 1_500_000
        for _ in 0..<10 {
            let writer = try FaultWriter("migrate", source.path, destination.path)
            #expect(writer.line() == "ready")
            usleep(UInt32.random(in: 0...longest, using: &random))
            writer.kill()
            let isDone = try writer.finish().lines.contains("done")
            if isDone { longest /= 4 } else { kills += 1 }
            let now = try batches(destination)
            #expect(now == expected || now == expected + 1_200)
            if isDone { #expect(now == expected + 1_200) }
            expected = now
            if now > 1 {
                try FileManager.default.removeItem(at: destination)
                try fill(destination, 1)
                expected = 1
            }
        }
        #expect(kills > 0)
        #expect(try batches(source) == 1_200)
    }
}
