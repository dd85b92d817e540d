// SPDX-License-Identifier: Apache-2.0
// Configurations decide which store has which entities; what leads from one store to another does not save.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Configurations and stores")
struct ConfigurationTests {
    private func model() throws -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch("Book", .attribute("isbn"), .toOne("note", "Note")),
            EntitySketch("Note", .attribute("isbn"), .attribute("text")))
        let links = NSFetchedPropertyDescription()
        links.name = "notes"
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Note")
        request.predicate = NSPredicate(format: "isbn == $FETCH_SOURCE.isbn")
        request.sortDescriptors = [NSSortDescriptor(key: "text", ascending: false)]
        links.fetchRequest = request
        let book = try #require(model.entitiesByName["Book"])
        let note = try #require(model.entitiesByName["Note"])
        book.properties.append(links)
        model.setEntities([book], forConfigurationName: "Books")
        model.setEntities([note], forConfigurationName: "Notes")
        return model
    }

    private func coordinator(_ configurations: [String?]) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try model())
        for name in configurations {
            try coordinator.addPersistentStore(
                ofType: NSInMemoryStoreType, configurationName: name, at: nil, options: nil)
        }
        return coordinator
    }

    private func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test("MOD-11 STO-20 a store has the entities of its configuration only; without a name, all")
    func entities() throws {
        let books = context(try coordinator(["Books"]))
        books.insert("Note", ["text": "x"])
        #expect(throws: (any Error).self) { try books.save() }
        #expect(books.insertedObjects.count == 1)
        books.rollback()
        books.insert("Book", ["isbn": "1"])
        try books.save()
        let all = try coordinator([nil])
        #expect(all.persistentStores[0].configurationName == "PF_DEFAULT_CONFIGURATION_NAME")
        let context = context(all)
        context.insert("Book", ["isbn": "1"])
        context.insert("Note", ["text": "x"])
        try context.save()
        #expect(try context.all("Note").count == 1)
    }

    @Test("MOD-8 MOD-11 the model knows the configuration that each of its stores reports")
    func reportedNames() throws {
        for (given, names) in [(nil, ["Book", "Note"]), ("Books", ["Book"])] as [(String?, Set<String>)] {
            let coordinator = try coordinator([given])
            let store = coordinator.persistentStores[0]
            let (model, name) = (coordinator.managedObjectModel, store.configurationName)
            let entities = try #require(model.entities(forConfigurationName: name))
            #expect(Set(entities.compactMap(\.name)) == names)
            #expect(
                model.isConfiguration(withName: name, compatibleWithStoreMetadata: store.metadata ?? [:]))
        }
    }

    @Test("MOD-12 STO-22 a relationship that leads to another store fails the save with 133010")
    func crossStoreRelationship() throws {
        let context = context(try coordinator(["Books", "Notes"]))
        let note = context.insert("Note", ["text": "x"])
        try context.save()
        let book = context.insert("Book", ["isbn": "1", "note": note])
        let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
        #expect(error?.code == 133010 && book.isInserted)
        book.setValue(nil, forKey: "note")
        try context.save()
    }

    @Test("STO-22 members in another store fail the save with 133010 too", arguments: [false, true])
    func crossStoreMembers(_ isOrdered: Bool) throws {
        let model = NSManagedObjectModel(
            EntitySketch("Post", .toMany("tags", "Tag", inverse: "posts", isOrdered: isOrdered)),
            EntitySketch("Tag", .toMany("posts", "Post", inverse: "tags")))
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let stores = try (0..<2).map { _ in
            try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        }
        let context = context(coordinator)
        let (post, tag) = (context.insert("Post"), context.insert("Tag"))
        for (object, store) in zip([post, tag], stores) { context.assign(object, to: store) }
        try context.save()
        post.setValue(
            isOrdered ? NSOrderedSet(object: tag) as Any : NSSet(object: tag), forKey: "tags")
        let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
        #expect(error?.code == 133010)
        context.rollback()
        try context.save()
    }

    @Test("MOD-174 MOD-172 a fetched property may lead to another store, and keeps the request's order")
    func crossStoreFetchedProperty() throws {
        let context = context(try coordinator(["Books", "Notes"]))
        let book = context.insert("Book", ["isbn": "1"])
        for (isbn, text) in [("1", "a"), ("2", "b"), ("1", "c")] {
            context.insert("Note", ["isbn": isbn, "text": text])
        }
        try context.save()
        let notes = try #require(book.value(forKey: "notes") as? [NSManagedObject])
        #expect(notes.map { $0.value(forKey: "text") as? String } == ["c", "a"])
        #expect(notes[0].objectID.persistentStore !== book.objectID.persistentStore)
    }

    @Test("MOD-42 a model in use is changed in a copy; the objects of the old one stay as they are")
    func changedCopy() throws {
        let old = try Stack(.inMemory, FixtureModel.notes())
        let oldContext = old.context()
        let note = oldContext.insert("Note", ["text": "old"])
        let copy = try #require(old.coordinator.managedObjectModel.copy() as? NSManagedObjectModel)
        copy.entities[0].properties.append(ModelSamples.attribute("color"))
        let new = try Stack(.inMemory, copy)
        let newContext = new.context()
        let colored = newContext.insert("Note", ["text": "new", "color": "red"])
        try newContext.save()
        #expect(colored.value(forKey: "color") as? String == "red")
        #expect(note.entity.propertiesByName["color"] == nil)
        #expect(exceptionReason { _ = try note.tryValue(forKey: "color") }.contains("\"color\""))
        try oldContext.save()
        #expect(!copy.isEqual(old.coordinator.managedObjectModel))
        #expect(
            copy.entityVersionHashesByName != old.coordinator.managedObjectModel.entityVersionHashesByName)
    }

    @Test("STO-12 stores are found by URL, objects by URI")
    func finding() throws {
        let stack = try Stack(.sqlite, FixtureModel.notes())
        let url = try #require(stack.url)
        #expect(stack.coordinator.persistentStore(for: url) === stack.store)
        #expect(stack.coordinator.url(for: stack.store) == url)
        #expect(stack.coordinator.persistentStore(for: url.appendingPathExtension("x")) == nil)
        let context = stack.context()
        let note = context.insert("Note")
        try context.save()
        let uri = note.objectID.uriRepresentation()
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == note.objectID)
        let moved = try Stack(.inMemory, FixtureModel.notes())
        let place = try #require(URL(string: "memory://elsewhere"))
        #expect(moved.coordinator.setURL(place, for: moved.store))
        #expect(moved.store.url == place && moved.coordinator.persistentStore(for: place) === moved.store)
    }
}
