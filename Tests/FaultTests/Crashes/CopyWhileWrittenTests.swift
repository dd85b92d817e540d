// SPDX-License-Identifier: Apache-2.0
// Copies of a store that another process is writing: backups are complete, and the main file alone is reported.
// PERDURE_BACKUPS sets how many backups are made (10 in every run).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Crash safety: copies of a store in use") struct CopyWhileWrittenTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.file("Batches.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func copy(_ endings: [String], to name: String) throws -> URL {
        for ending in endings {
            try FileManager.default.copyItem(
                atPath: url.path + ending, toPath: folder.file(name).path + ending)
        }
        return folder.file(name)
    }

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

    @Test("REL-12 the main file alone is reported, also of a killed writer; what the writer left is not")
    func alone() throws {
        let writer = try FaultWriter("batches", url.path)
        for _ in 0..<3 { #expect(writer.line() != nil) }
        let early = try copy([""], to: "Early.sqlite")
        writer.kill()
        _ = try writer.finish()
        let late = try copy([""], to: "Late.sqlite")
        for file in [early, late] {
            let found = try check(file)
            #expect(found.exitCode == 1 && found.output.contains("copied alone"), "\(found.output)")
            let doctor = try ToolRun("store", "doctor", file.path)
            #expect(doctor.exitCode == 1 && doctor.output.contains("store backup"), "\(doctor.output)")
        }
        for file in [url, try copy(["", "-wal"], to: "Whole.sqlite")] {
            let found = try check(file)
            #expect(found.exitCode == 0 && found.output.contains(": sound, "), "\(found.output)")
        }
        // Who opens the store and closes it leaves a complete file.
        #expect(try batches(url) >= 3)
        #expect(try check(copy([""], to: "Closed.sqlite")).exitCode == 0)
    }

    @Test("REL-12 opening the main file alone succeeds, with a warning on the standard error output")
    func warning() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let folder = try TemporaryFolder()
            let stack = try Stack(at: folder.file("Notes.sqlite"))
            let context = stack.context()
            context.insert("Tag", ["label": "A"])
            try context.save()
            // Not by this process: closing a descriptor would end SQLite's locks.
            let copying = Process()
            copying.executableURL = URL(fileURLWithPath: "/bin/cp")
            copying.arguments = [folder.file("Notes.sqlite").path, folder.file("Copy.sqlite").path]
            try copying.run()
            copying.waitUntilExit()
            _ = try Stack(at: folder.file("Copy.sqlite"))
        }
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(words.contains("Copy.sqlite: the main file was copied alone"), "\(words)")
        #expect(!words.contains("Notes.sqlite: the main file"), "\(words)")
    }
}
