// SPDX-License-Identifier: Apache-2.0
// Adding stores: what is created, what is refused and with which error.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct AddingStoresTests {
    private func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch {
            return (error as NSError).code
        }
    }

    private func add(_ url: URL, _ model: NSManagedObjectModel, options: [AnyHashable: Any]? = nil) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
        try coordinator.remove(store)
    }

    @Test("STO-1 a coordinator freezes its model")
    func freezing() throws {
        let model = FixtureModel.notes()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        #expect(coordinator.managedObjectModel === model)
        #expect("\(model)".contains("isEditable 0"))
        _ = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    }

    @Test("STO-1 MOD-40 after that, changing an entity stops the process")
    func frozen() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let model = FixtureModel.notes()
            _ = NSPersistentStoreCoordinator(managedObjectModel: model)
            model.entities[0].name = "Other"
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("Can't modify an immutable model."))
    }

    @Test("STO-2 both forms return the store; the description's form calls back")
    func forms() throws {
        let folder = try TemporaryFolder()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: FixtureModel.notes())
        let first = try coordinator.addPersistentStore(type: .sqlite, at: folder.file("a.sqlite"))
        let second = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("b.sqlite"))
        var calls: [(any Error)?] = []
        coordinator.addPersistentStore(with: NSPersistentStoreDescription(url: folder.file("c.sqlite"))) {
            calls.append($1)
        }
        #expect(calls.count == 1 && calls[0] == nil)
        #expect(coordinator.persistentStores.count == 3)
        #expect(coordinator.persistentStores[0] === first && coordinator.persistentStores[1] === second)
        #expect(first.type == NSSQLiteStoreType && first.url == folder.file("a.sqlite"))
        #expect(first.configurationName == "PF_DEFAULT_CONFIGURATION_NAME")
        #expect(first.persistentStoreCoordinator === coordinator)
    }

    @Test("STO-3 the type strings")
    func types() {
        #expect(NSPersistentStore.StoreType.sqlite.rawValue == "SQLite")
        #expect(NSPersistentStore.StoreType.inMemory.rawValue == "InMemory")
    }

    @Test("STO-4 adding the same URL twice is refused with 134080")
    func twice() throws {
        let stack = try Stack(.sqlite)
        let url = try #require(stack.url)
        let detour = url.deletingLastPathComponent().appendingPathComponent("x/../\(url.lastPathComponent)")
        for url in [url, detour] {
            #expect(code { _ = try stack.coordinator.addPersistentStore(type: .sqlite, at: url) } == 134080)
        }
        #expect(stack.coordinator.persistentStores.count == 1)
    }

    @Test("STO-5 a missing or empty file becomes a store, a missing folder is an error that names it")
    func creation() throws {
        let folder = try TemporaryFolder()
        let empty = folder.file("empty.sqlite")
        try Data().write(to: empty)
        for url in [empty, folder.file("new.sqlite")] {
            try add(url, FixtureModel.notes())
            #expect(try Data(contentsOf: url).count > 0)
        }
        let lost = folder.file("nowhere/a.sqlite")
        let error = #expect(throws: (any Error).self) { try add(lost, FixtureModel.notes()) }
        #expect(error?.localizedDescription.contains("nowhere") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.file("nowhere").path))
    }

    @Test("STO-6 an unknown type is 134000, a file that is no database 259; its bytes stay")
    func wrongFiles() throws {
        let folder = try TemporaryFolder()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: FixtureModel.notes())
        let url = folder.file("text.sqlite")
        let bytes = Data(String(repeating: "This is no database. ", count: 300).utf8)
        try bytes.write(to: url)
        #expect(
            code {
                _ = try coordinator.addPersistentStore(
                    ofType: "Punched cards", configurationName: nil, at: url)
            } == 134000)
        #expect(code { try add(url, FixtureModel.notes()) } == 259)
        #expect(try Data(contentsOf: url) == bytes)
        #expect(coordinator.persistentStores.isEmpty)
    }

    @Test("STO-7 a store of another model is 134100 with the metadata, and its bytes stay")
    func otherModel() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("notes.sqlite")
        try add(url, FixtureModel.notes())
        let bytes = try Data(contentsOf: url)
        let error = #expect(throws: (any Error).self) { try add(url, FixtureModel.scenarios()) } as NSError?
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == 134100)
        let metadata = error?.userInfo["metadata"] as? [String: Any]
        #expect((metadata?[NSStoreModelVersionHashesKey] as? [String: Any])?.keys.sorted() == ["Note"])
        #expect(
            error?.userInfo["reason"] as? String
                == "The model used to open the store is incompatible with the one used to create the store")
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test("STO-8 NSIgnorePersistentStoreVersioningOption skips the comparison")
    func ignoringVersions() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("notes.sqlite")
        let model = FixtureModel.notes()
        model.entities[0].versionHashModifier = "2"
        try add(url, FixtureModel.notes())
        #expect(throws: (any Error).self) { try add(url, model) }
        let again = FixtureModel.notes()
        again.entities[0].versionHashModifier = "2"
        try add(url, again, options: [NSIgnorePersistentStoreVersioningOption: true])
    }

    @Test("MD-14 an unknown configuration is refused")
    func unknownConfiguration() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: FixtureModel.notes())
        #expect(
            code {
                _ = try coordinator.addPersistentStore(
                    ofType: NSInMemoryStoreType, configurationName: "Cloud", at: nil)
            } == 134020)
    }

    @Test("STO-31 options are kept as given, unknown ones ignored")
    func options() throws {
        let stack = try Stack(.inMemory, FixtureModel.notes(), options: ["MyOption": 3])
        #expect(stack.store.options?["MyOption"] as? Int == 3)
    }

    @Test("STO-52 /dev/null is a private store in memory, as often as one likes")
    func devNull() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: FixtureModel.notes())
        let url = URL(fileURLWithPath: "/dev/null")
        for _ in 1...2 { _ = try coordinator.addPersistentStore(type: .sqlite, at: url) }
        #expect(coordinator.persistentStores.count == 2)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            context.insert("Note", ["text": "here"])
            try context.save()
            #expect(try context.all("Note").count == 1)
        }
    }

    @Test("STO-32 a read-only store says so and needs its file")
    func readOnly() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("notes.sqlite")
        let options = [NSReadOnlyPersistentStoreOption: true]
        #expect(throws: (any Error).self) { try add(url, FixtureModel.notes(), options: options) }
        #expect(!FileManager.default.fileExists(atPath: url.path))
        try add(url, FixtureModel.notes())
        let stack = try Stack(at: url, FixtureModel.notes(), options: options)
        #expect(stack.store.isReadOnly)
    }
}
