// SPDX-License-Identifier: Apache-2.0
// Stores whose engine a program brings along (KeptEngine.swift): containers open them, save, fetch and open them again.

import Foundation
import Perdure
import PerdurePropertyList
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Engines of programs") struct RegisteredEngineTests {
    private let type = "Kept-\(UUID().uuidString)"
    private let url = URL(fileURLWithPath: "/nowhere/\(UUID().uuidString)")
    private let kept = KeptStore()

    init() throws { try register() }

    private func register() throws {
        try NSPersistentStoreCoordinator.registerStoreEngine(
            { [kept] in
                try $0.requireCompatible(kept.metadata)
                return try KeptEngine(
                    kept, schema: $0.schema, entities: $0.entities, metadata: $0.newMetadata)
            }, forStoreType: type)
    }

    private func container(_ model: NSManagedObjectModel = FixtureModel.scenarios()) throws
        -> NSPersistentContainer
    {
        let container = NSPersistentContainer(name: "Kept", managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: url)
        description.type = type
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        return container
    }

    @Test("a container loads, saves, fetches and opens such a store again")
    func reopening() throws {
        var context = try container().newBackgroundContext()
        let id = try context.performAndWait {
            let person = context.insert("Person", ["firstName": "Zoë"])
            let tag = context.insert("Tag", ["label": "x"])
            person.setValue(Set([tag]), forKey: "tags")
            try context.save()
            person.setValue("Ada", forKey: "firstName")
            try context.save()
            return person.objectID.uriRepresentation()
        }
        let again = try container()
        context = again.newBackgroundContext()
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.predicate = NSPredicate(format: "ANY tags.label == %@", "x")
            let found = try context.fetch(request)
            #expect(found.map { $0.value(forKey: "firstName") as? String } == ["Ada"])
            #expect(found.first?.objectID.uriRepresentation() == id)
        }
        let store = try #require(again.persistentStoreCoordinator.persistentStores.first)
        #expect(store.type == type)
        #expect(store.metadata[NSStoreTypeKey] as? String == type)
        #expect(NSPersistentStoreCoordinator.registeredStoreTypes[type] != nil)
    }

    @Test("a store of another model version is refused with 134100")
    func versions() throws {
        _ = try container()
        let model = NSManagedObjectModel()
        let entity = NSEntityDescription()
        entity.name = "Person"
        model.entities = [entity]
        let error = #expect(throws: NSError.self) { try container(model) }
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    }

    @Test("an engine's error is the error of adding the store")
    func errors() throws {
        let path = url.path
        try NSPersistentStoreCoordinator.registerStoreEngine(
            { _ in throw StoreError.notAStore(path: path, reason: "it is a teapot") }, forStoreType: type)
        let error = #expect(throws: NSError.self) { try container() }
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.code == CocoaError.fileReadCorruptFile.rawValue)
        #expect(error.map { "\($0)".contains("it is a teapot") } == true)
    }

    @Test("an engine with a schema of its own is refused")
    func otherSchema() throws {
        try NSPersistentStoreCoordinator.registerStoreEngine(
            { _ in InMemoryEngine(schema: try Schema([])) }, forStoreType: type)
        #expect(throws: CoreDataException.self) { try container() }
    }

    @Test("types that are built in or belong to a class cannot be taken")
    func taken() throws {
        let opening: @Sendable (StoreEngineRequest) throws -> any StoreEngine = {
            InMemoryEngine(schema: $0.schema)
        }
        for type in [NSSQLiteStoreType, NSInMemoryStoreType] {
            #expect(throws: CoreDataException.self) {
                try NSPersistentStoreCoordinator.registerStoreEngine(opening, forStoreType: type)
            }
        }
        let name = "Class-\(UUID().uuidString)"
        NSPersistentStoreCoordinator.registerStoreClass(PropertyListStore.self, forStoreType: name)
        defer { NSPersistentStoreCoordinator.registerStoreClass(nil, forStoreType: name) }
        #expect(throws: CoreDataException.self) {
            try NSPersistentStoreCoordinator.registerStoreEngine(opening, forStoreType: name)
        }
    }

    @Test("a removed registration is unknown again")
    func removed() throws {
        try NSPersistentStoreCoordinator.registerStoreEngine(nil, forStoreType: type)
        let error = #expect(throws: NSError.self) { try container() }
        #expect(error?.code == NSPersistentStoreInvalidTypeError)
        #expect(NSPersistentStoreCoordinator.registeredStoreTypes[type] == nil)
    }
}
