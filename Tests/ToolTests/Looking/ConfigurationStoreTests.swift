// SPDX-License-Identifier: Apache-2.0
// Stores of configurations: files that have some of a model's entities, and a copy of the whole model.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: stores of configurations") struct ConfigurationStoreTests {
    private let folder: TemporaryFolder
    private var notes: String { folder.file("Notes.sqlite").path }
    private var logs: String { folder.file("Logs.sqlite").path }

    /// Makes two stores with one coordinator: folders and notes in one, entries of a log in the other.
    init() throws {
        folder = try TemporaryFolder()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
        let stores = try ["Notes", "Logs"].map { (name: String) in
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: name, at: folder.file("\(name).sqlite"),
                options: nil)
        }
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let inbox = context.insert("Folder", ["name": "Inbox"])
            context.insert("Note", ["title": "Bread", "folder": inbox])
            context.insert("Entry", ["text": "begun"])
            try context.save()
        }
        for store in stores { try coordinator.remove(store) }
    }

    private static func model(_ change: (NSManagedObjectModel) -> Void = { _ in }) -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch("Entry", .attribute("text")),
            EntitySketch("Folder", .attribute("name"), .toMany("notes", "Note", inverse: "folder")),
            EntitySketch("Note", .attribute("title"), .toOne("folder", "Folder", inverse: "notes")))
        change(model)
        model.setEntities(model.entities.filter { $0.name != "Entry" }, forConfigurationName: "Notes")
        model.setEntities(model.entities.filter { $0.name == "Entry" }, forConfigurationName: "Logs")
        return model
    }

    private func expectSuccess(_ words: String..., at location: SourceLocation = #_sourceLocation) throws
        -> ToolRun
    {
        let run = try ToolRun(["store"] + words)
        #expect(run.exitCode == 0, "\(words): \(run.output)\(run.errors)", sourceLocation: location)
        return run
    }

    @Test("PRG-129 the store of a configuration is sound, and can be protected")
    func sound() throws {
        let checked = try expectSuccess("check", notes)
        #expect(checked.output == "\(notes): sound, 2 objects of 2 entities read\n")
        #expect(try expectSuccess("check", logs).output == "\(logs): sound, 1 object of 1 entity read\n")
        #expect(try expectSuccess("doctor", notes).output == "\(notes): sound\n")
        _ = try expectSuccess("protect", notes)
        #expect(try expectSuccess("check", notes).output.contains("protected on "))
    }

    @Test("STO-210 the objects of a configuration's store are printed, measured, exported and compared")
    func looks() throws {
        let dump = try expectSuccess("dump", notes)
        #expect(dump.output.contains("Bread") && dump.output.contains("Inbox"))
        #expect(try expectSuccess("dump", logs, "--entity", "Entry").output.contains("begun"))
        _ = try expectSuccess("stats", notes)
        #expect(try expectSuccess("export", notes).output.contains("Bread"))
        let backup = folder.file("Backup.sqlite").path
        _ = try expectSuccess("backup", notes, backup)
        _ = try expectSuccess("diff", notes, backup)
        let refused = try ToolRun("store", "dump", logs, "--entity", "Note")
        #expect(refused.exitCode == 3 && refused.errors.contains("a configuration without the entity 'Note'"))
    }

    @Test("PG-153 the copy of a configuration's store is one of the configuration")
    func copies() throws {
        let copy = folder.file("Copy.sqlite").path
        _ = try expectSuccess("copy", logs, copy)
        let tables = try RawDatabase(URL(fileURLWithPath: copy)).rows(
            "SELECT name FROM sqlite_master WHERE name IN ('ZENTRY', 'ZFOLDER', 'ZNOTE')")
        #expect(tables == [["ZENTRY"]])
        #expect(try expectSuccess("check", copy).output.contains("sound, 1 object of 1 entity"))
    }

    @Test("PRG-131 an object of a configuration's store is changed")
    func sets() throws {
        _ = try expectSuccess("set", notes, "Note/p1", "title=Milk")
        #expect(try RawDatabase(URL(fileURLWithPath: notes)).value("SELECT ZTITLE FROM ZNOTE") == "Milk")
        _ = try expectSuccess("check", notes)
    }

    @Test(
        "MIG-153 a store of all entities is migrated, though a configuration of the next version has these only"
    )
    func grows() throws {
        let store = folder.file("Whole.sqlite")
        let whole = Self.model { model in model.entities.removeAll { $0.name == "Entry" } }
        let stack = try Stack(at: store, whole)
        try stack.coordinator.remove(stack.store)
        let model = folder.file("Now.mom")
        try Self.model().write(compiledTo: model)
        #expect(
            try expectSuccess("fit", store.path, model.path).output.contains("opening migrates the store"))
        #expect(
            try expectSuccess("migrate", store.path, "--model", model.path).lines.last
                == "\(store.path): migrated")
        #expect(try RawDatabase(store).value("SELECT COUNT(*) FROM ZENTRY") == "0")
    }

    @Test("MIG-153 a configuration's store fits its model, and is migrated to the next version")
    func migrates() throws {
        let (now, next) = (folder.file("Now.mom"), folder.file("Next.mom"))
        try Self.model().write(compiledTo: now)
        let newer = Self.model { model in
            model.entitiesByName["Note"]?.attributesByName["title"]?.renamingIdentifier = "title"
            model.entitiesByName["Note"]?.attributesByName["title"]?.name = "headline"
        }
        try newer.write(compiledTo: next)
        #expect(try expectSuccess("fit", notes, now.path).output.contains("fits: opening does nothing"))
        #expect(try expectSuccess("dump", notes, "--model", now.path).output.contains("Bread"))
        let same = try expectSuccess("migrate", notes, "--model", now.path)
        #expect(same.output == "\(notes): has this version already\n")
        let dry = try expectSuccess("migrate", notes, "--model", next.path, "--dry-run")
        #expect(dry.output.contains("RENAME COLUMN ZTITLE TO ZHEADLINE") && !dry.output.contains("ZENTRY"))
        _ = try expectSuccess("migrate", notes, "--model", next.path)
        let database = try RawDatabase(URL(fileURLWithPath: notes))
        #expect(try database.value("SELECT ZHEADLINE FROM ZNOTE") == "Bread")
        _ = try expectSuccess("check", notes)
    }
}
