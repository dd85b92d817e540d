// SPDX-License-Identifier: Apache-2.0
// Containers and descriptions.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct ContainerTests {
    @Test("STO-196 defaults of a description")
    func defaults() {
        let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/x/y.sqlite"))
        #expect(description.type == NSSQLiteStoreType && description.configuration == nil)
        #expect(!description.isReadOnly && description.timeout == 240 && description.sqlitePragmas.isEmpty)
        #expect(!description.shouldAddStoreAsynchronously)
        #expect(
            description.shouldMigrateStoreAutomatically && description.shouldInferMappingModelAutomatically)
        #expect(description.options[NSMigratePersistentStoresAutomaticallyOption] == NSNumber(value: true))
    }

    @Test("STO-197 options and pragmas, and copies that change independently")
    func options() throws {
        let description = NSPersistentStoreDescription()
        description.setOption(NSNumber(value: 7), forKey: "mine")
        description.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode")
        description.isReadOnly = true
        description.timeout = 3
        let copy = try #require(description.copy() as? NSPersistentStoreDescription)
        #expect(copy == description)
        copy.setOption(nil, forKey: "mine")
        copy.setValue(nil, forPragmaNamed: "journal_mode")
        #expect(description.options["mine"] == NSNumber(value: 7) && copy.options["mine"] == nil)
        #expect(
            description.sqlitePragmas["journal_mode"] == "DELETE" as NSString && copy.sqlitePragmas.isEmpty)
        #expect(copy.isReadOnly && copy.timeout == 3)
        #expect(description.options[NSReadOnlyPersistentStoreOption] == NSNumber(value: true))
    }

    @Test("STO-191 the default description and folder")
    func defaultStore() {
        let container = NSPersistentContainer(name: "Todo", managedObjectModel: FixtureModel.notes())
        let url = NSPersistentContainer.defaultDirectoryURL().appendingPathComponent("Todo.sqlite")
        #expect(container.persistentStoreDescriptions.map(\.url) == [url])
        #expect(container.name == "Todo")
    }

    @Test("STO-190 a model that no bundle has is an error that says where it was looked for")
    func missingModel() {
        let error = #expect(throws: (any Error).self) {
            try NSPersistentContainer(name: "NoSuchModel", bundles: [.main])
        }
        #expect(error?.localizedDescription.contains("NoSuchModel") == true)
    }

    @Test("STO-192, STO-193, STO-194 loading calls back at once; the contexts are ready")
    func loading() throws {
        let folder = try TemporaryFolder()
        let container = NSPersistentContainer(name: "Notes", managedObjectModel: FixtureModel.notes())
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: folder.file("a.sqlite"))]
        var calls = 0
        container.loadPersistentStores { description, error in
            #expect(error == nil && description.url == folder.file("a.sqlite"))
            calls += 1
        }
        #expect(calls == 1)
        #expect(container.viewContext.concurrencyType == .mainQueueConcurrencyType)
        #expect(container.viewContext.persistentStoreCoordinator === container.persistentStoreCoordinator)
        let background = container.newBackgroundContext()
        try background.performAndWait {
            background.insert("Note", ["text": "a"])
            try background.save()
        }
        #expect(background.concurrencyType == .privateQueueConcurrencyType)
    }

    @Test("STO-195 background tasks get a context each and give a value back")
    func backgroundTasks() async throws {
        let container = NSPersistentContainer(name: "Notes", managedObjectModel: FixtureModel.notes())
        let description = NSPersistentStoreDescription()
        description.type = NSInMemoryStoreType
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { #expect($1 == nil) }
        let id = try await container.performBackgroundTask { context in
            let note = context.insert("Note", ["text": "a"])
            try context.save()
            return note.objectID
        }
        let text = await container.performBackgroundTask { context in
            context.object(with: id).value(forKey: "text") as? String
        }
        #expect(text == "a")
    }

    @Test("STO-210, STO-211 several descriptions: one that fails does not hinder the others")
    func failing() throws {
        let folder = try TemporaryFolder()
        let bad = folder.file("bad.sqlite")
        try Data(String(repeating: "no database ", count: 400).utf8).write(to: bad)
        let container = NSPersistentContainer(name: "Notes", managedObjectModel: FixtureModel.notes())
        container.persistentStoreDescriptions = [
            NSPersistentStoreDescription(url: bad),
            NSPersistentStoreDescription(url: folder.file("good.sqlite")),
        ]
        var errors: [Bool] = []
        container.loadPersistentStores { errors.append($1 != nil) }
        #expect(errors == [true, false])
        #expect(
            container.persistentStoreCoordinator.persistentStores.map(\.url) == [folder.file("good.sqlite")])
    }

    @Test("STO-212 asynchronous loading calls back later")
    func asynchronous() async throws {
        let container = NSPersistentContainer(name: "Notes", managedObjectModel: FixtureModel.notes())
        let description = NSPersistentStoreDescription()
        description.type = NSInMemoryStoreType
        description.shouldAddStoreAsynchronously = true
        container.persistentStoreDescriptions = [description]
        let failed = await withCheckedContinuation { continuation in
            container.loadPersistentStores { continuation.resume(returning: $1 != nil) }
        }
        #expect(!failed)
        #expect(container.persistentStoreCoordinator.persistentStores.count == 1)
    }

    @Test("STO-14 the coordinator's queue: values, errors, nesting")
    func performing() async throws {
        let coordinator = try Stack().coordinator
        #expect(coordinator.performAndWait { coordinator.performAndWait { 3 } } == 3)
        #expect(await coordinator.perform { 4 } == 4)
        await #expect(throws: CocoaError.self) {
            try await coordinator.perform { throw CocoaError(.coderInvalidValue) }
        }
        coordinator.name = "main"
        #expect(coordinator.name == "main")
    }
}
