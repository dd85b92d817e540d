// SPDX-License-Identifier: Apache-2.0
// Backups of a store that another process is writing.
// PERDURE_BACKUPS sets how many backups are made (10 in every run).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Crash safety: copies of a store in use") struct CopyWhileWrittenTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.file("Batches.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func check(_ file: URL) throws -> (exitCode: Int32, output: String) {
        let run = try ToolRun("store", "check", file.path)
        return (run.exitCode, run.output + run.errors)
    }

    /// The number of batches, each of which must be whole.
    private func batches(_ file: URL) throws -> Int {
        let stack = try Stack(at: file, FaultModel.batches())
        defer { try? stack.coordinator.remove(stack.store) }
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

    @Test("REL-12 backups made while another process saves are complete and sound")
    func backups() throws {
        let writer = try FaultWriter("batches", url.path)
        defer {
            writer.kill()
            _ = try? writer.finish()
        }
        for round in 0..<Counts.number("PERDURE_BACKUPS", standard: 10) {
            let line = try #require(writer.line())
            let acknowledged = try #require(Int(line))
            let backup = folder.file("Backup\(round).sqlite")
            let run = try ToolRun("store", "backup", url.path, backup.path)
            #expect(run.exitCode == 0, "\(run.errors)")
            let found = try check(backup)
            #expect(found.exitCode == 0 && found.output.contains(": sound, "), "\(found.output)")
            #expect(try batches(backup) >= acknowledged)
        }
    }
}
