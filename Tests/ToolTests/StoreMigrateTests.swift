// SPDX-License-Identifier: Apache-2.0
// `perdure store migrate`.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: migrating stores") struct StoreMigrateTests {
    private let sample: StoreSample

    init() throws { sample = try StoreSample() }

    /// A model file with a change.
    private func model(_ name: String, _ change: (NSManagedObjectModel) -> Void) throws -> String {
        let model = StoreSample.model()
        change(model)
        let url = sample.folder.file("\(name).mom")
        try model.write(compiledTo: url)
        return url.path
    }

    private func next() throws -> String {
        try model("Next") { model in
            let note = model.entitiesByName["Note"]
            note?.attributesByName["title"]?.renamingIdentifier = "title"
            note?.attributesByName["title"]?.name = "headline"
            note?.properties.removeAll { $0.name == "points" }
        }
    }

    private func headlines(_ path: String) throws -> [String] {
        let database = try RawDatabase(URL(fileURLWithPath: path))
        return try database.rows("SELECT ZHEADLINE FROM ZNOTE ORDER BY Z_PK").map { $0[0] }
    }

    @Test("MIG-153 store migrate prints what it does, and does it; the second time there is nothing to do")
    func migrates() throws {
        let (model, backup) = (try next(), sample.folder.file("Backup.sqlite").path)
        let run = try ToolRun("store", "migrate", sample.path, "--model", model, "--backup", backup)
        #expect(run.exitCode == 0 && run.errors.isEmpty)
        #expect(run.output.contains("title -> headline"))
        #expect(run.output.contains("lost:\n  Note.points: the values"))
        #expect(run.lines.last == "\(sample.path): migrated")
        #expect(try headlines(sample.path)[1] == "Milk")
        #expect(
            try RawDatabase(URL(fileURLWithPath: backup)).rows("SELECT COUNT(ZTITLE) FROM ZNOTE") == [["3"]])
        let again = try ToolRun("store", "migrate", sample.path, "--model", model)
        #expect(again.exitCode == 0 && again.output == "\(sample.path): has this version already\n")
    }

    @Test("MIG-153 a dry run prints the statements too, and writes nothing")
    func dryRun() throws {
        let model = try next()
        let before = try sample.files()
        let run = try ToolRun("store", "migrate", sample.path, "--model", model, "--dry-run")
        #expect(run.exitCode == 0)
        #expect(run.output.contains("  ALTER TABLE ZNOTE RENAME COLUMN ZTITLE TO ZHEADLINE\n"))
        #expect(run.output.hasSuffix("  ALTER TABLE ZNOTE DROP COLUMN ZPOINTS -- 3 rows\n"))
        #expect(try sample.files() == before)
    }

    @Test("MIG-153 a dry run counts the rows that a value is written to")
    func countedRows() throws {
        let model = try model("Filled") { model in
            let place = NSAttributeDescription()
            (place.name, place.attributeType) = ("place", .stringAttributeType)
            (place.isOptional, place.defaultValue) = (false, "here")
            model.entitiesByName["Note"]?.properties.append(place)
        }
        let run = try ToolRun("store", "migrate", sample.path, "--model", model, "--dry-run")
        #expect(run.output.contains(" = ? -- 'here'; 3 rows\n"))
    }

    @Test("MIG-153 progress is shown at a terminal, and elsewhere where it is asked for twice")
    func progress() throws {
        let (model, copy) = (try next(), sample.folder.file("Copy.sqlite").path)
        let quiet = try ToolRun("store", "migrate", sample.path, "--model", model, "--to", copy, "--progress")
        #expect(quiet.exitCode == 0 && quiet.errors.isEmpty)
        let run = try ToolRun("store", "migrate", sample.path, "--model", model, "--force-progress")
        #expect(run.exitCode == 0 && run.errors.hasSuffix("100 %\n"))
        #expect(run.lines.last == "\(sample.path): migrated")
    }

    @Test("MIG-153 with --to a copy is migrated, and the store stays")
    func copies() throws {
        let (model, copy) = (try next(), sample.folder.file("Copy.sqlite").path)
        let before = try Data(contentsOf: sample.url)
        #expect(try ToolRun("store", "migrate", sample.path, "--model", model, "--to", copy).exitCode == 0)
        #expect(try headlines(copy).count == 3)
        #expect(try Data(contentsOf: sample.url) == before)
        let again = try ToolRun("store", "migrate", sample.path, "--model", model, "--to", copy)
        #expect(again.exitCode == 3 && again.errors.contains("exists already"))
    }

    @Test("MIG-153 a copy whose rows do not fit leaves nothing, and its name can be used again")
    func refusedCopy() throws {
        let required = try model("Required") {
            $0.entitiesByName["Note"]?.attributesByName["points"]?.isOptional = false
        }
        let (next, copy) = (try next(), sample.folder.file("Copy.sqlite").path)
        let run = try ToolRun("store", "migrate", sample.path, "--model", required, "--to", copy)
        #expect(run.exitCode == 5 && run.errors.contains("missing attribute values"))
        let names = try FileManager.default.contentsOfDirectory(atPath: sample.folder.url.path)
        #expect(names.filter { $0.contains("Copy") }.isEmpty)
        #expect(try ToolRun("store", "migrate", sample.path, "--model", next, "--to", copy).exitCode == 0)
        #expect(try headlines(copy).count == 3)
    }

    @Test("MIG-145 MIG-146 MIG-153 a store with a history is migrated, and keeps it")
    func history() throws {
        let stack = try Stack(
            at: sample.url, StoreSample.model(), options: [NSPersistentHistoryTrackingKey: true])
        let context = stack.context()
        try context.performAndWait {
            context.insert("Note", ["title": "Tea"])
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        let (model, copy) = (try next(), sample.folder.file("Copy.sqlite").path)
        for arguments in [["--to", copy], []] {
            let run = try ToolRun(["store", "migrate", sample.path, "--model", model] + arguments)
            #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
        }
        for path in [copy, sample.path] {
            #expect(try headlines(path).last == "Tea")
            let database = try RawDatabase(URL(fileURLWithPath: path))
            #expect(try database.rows("SELECT COUNT(*) FROM ATRANSACTION") == [["1"]])
        }
    }

    @Test("MIG-153 what cannot be migrated exits with 5 and the reason, and the store stays")
    func refuses() throws {
        let incompatible = try model("Dates") {
            $0.entitiesByName["Note"]?.attributesByName["title"]?.attributeType = .dateAttributeType
        }
        let required = try model("Required") {
            $0.entitiesByName["Note"]?.attributesByName["points"]?.isOptional = false
        }
        let before = try headline(sample.path)
        for (path, reason) in [
            (incompatible, "Source and destination attribute types are incompatible"),
            (required, "missing attribute values on mandatory destination attribute"),
        ] {
            let run = try ToolRun("store", "migrate", sample.path, "--model", path)
            #expect(run.exitCode == 5)
            #expect((run.output + run.errors).contains(reason))
            #expect(try headline(sample.path) == before)
        }
    }

    private func headline(_ path: String) throws -> [[String]] {
        try RawDatabase(URL(fileURLWithPath: path)).rows("SELECT * FROM ZNOTE")
    }
}
