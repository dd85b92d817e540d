// SPDX-License-Identifier: Apache-2.0
// Adding incremental stores: registration, metadata, identifiers, and a store beside SQLite.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Opening incremental stores")
struct IncrementalOpeningTests {
    @Test("STO-13 a registered class is among the types, and opens")
    func registration() throws {
        let stage = try RecordStage(filled: false)
        #expect(NSPersistentStoreCoordinator.registeredStoreTypes[RecordStore.typeName] != nil)
        #expect(stage.store.takeCalls() == ["loadMetadata"])
        #expect(stage.coordinator.persistentStores.first === stage.store)
        #expect(stage.store.identifier == "SHELF-main")
    }

    @Test("STO-86 metadata without a UUID or of another type are refused, with what to do")
    func metadata() throws {
        for (metadata, code) in [
            ([String: Any](), NSPersistentStoreOpenError),
            ([NSStoreTypeKey: "Wordless"], NSPersistentStoreOpenError),
            ([NSStoreTypeKey: "Other", NSStoreUUIDKey: "1"], NSPersistentStoreTypeMismatchError),
        ] {
            Wordless.metadataToSet = metadata
            NSPersistentStoreCoordinator.registerStoreClass(Wordless.self, forStoreType: "Wordless")
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Shelf.model())
            let error = #expect(throws: (any Error).self) {
                try coordinator.addPersistentStore(
                    ofType: "Wordless", configurationName: nil, at: URL(string: "words://none"))
            }
            #expect((error as? NSError)?.code == code)
            #expect(coordinator.persistentStores.isEmpty)
        }
    }

    @Test("STO-85 an incremental store stands beside SQLite, entities by configuration")
    func twoStores() throws {
        let stage = try RecordStage(configuration: "Remote")
        let folder = try TemporaryFolder()
        let local = try stage.coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: "Local", at: folder.file("Local.sqlite"))
        let context = stage.context()
        try context.performAndWait { () throws in
            let tag = context.insert("Tag", ["word": "fun"])
            let book = context.insert("Book", ["title": "Both"])
            try context.save()
            #expect(tag.objectID.persistentStore === local)
            #expect(book.objectID.persistentStore === stage.store)
            #expect(try context.all("Tag").count == 1)
            #expect(try context.all("Book").count == 3)
        }
    }

    @Test("STO-85 a fetch over an incremental store and SQLite is sorted and cut over both")
    func interleaving() throws {
        let stage = try RecordStage()
        let folder = try TemporaryFolder()
        let local = try stage.coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("Local.sqlite"))
        let context = stage.context()
        try context.performAndWait { () throws in
            context.assign(context.insert("Book", ["title": "Moss"]), to: local)
            try context.save()
            let fetch = NSFetchRequest<NSManagedObject>(entityName: "Book")
            fetch.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            #expect(
                try context.fetch(fetch).map { $0.value(forKey: "title") as? String } == [
                    "Looms", "Moss", "Notes",
                ])
            fetch.fetchOffset = 1
            fetch.fetchLimit = 1
            #expect(try context.fetch(fetch).map { $0.value(forKey: "title") as? String } == ["Moss"])
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book")) == 3)
            let rows = NSFetchRequest<NSDictionary>(entityName: "Book")
            rows.resultType = .dictionaryResultType
            rows.propertiesToFetch = ["title", "rating"]
            rows.sortDescriptors = fetch.sortDescriptors
            let found = try context.fetch(rows)
            #expect(found.map { $0["title"] as? String } == ["Looms", "Moss", "Notes"])
            #expect(found.first?["rating"] as? Int == 5)
        }
    }

    @Test("FET-43 STO-85 dictionaries of two stores are sorted by keys that they do not have")
    func sortedDictionaries() throws {
        let stage = try RecordStage()
        let folder = try TemporaryFolder()
        let local = try stage.coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("Local.sqlite"))
        let context = stage.context()
        try context.performAndWait { () throws in
            context.assign(context.insert("Book", ["title": "Moss", "rating": 4]), to: local)
            try context.save()
            let loud = NSExpressionDescription()
            loud.name = "loud"
            loud.expression = NSExpression(format: "uppercase:(title)")
            loud.expressionResultType = .stringAttributeType
            let fetch = NSFetchRequest<NSDictionary>(entityName: "Book")
            fetch.resultType = .dictionaryResultType
            fetch.propertiesToFetch = ["title", loud]
            fetch.sortDescriptors = ["rating", "objectID"].map { NSSortDescriptor(key: $0, ascending: true) }
            let found = try context.fetch(fetch)
            #expect(found.map { $0["title"] as? String } == ["Notes", "Moss", "Looms"])
            #expect(found[1] == ["title": "Moss", "loud": "MOSS"])
            let told = stage.store.requests.last as? NSFetchRequest<any NSFetchRequestResult>
            let properties = try #require(told?.propertiesToFetch)
            #expect(properties.compactMap { $0 as? String } == ["title", "rating", "objectID"])
            #expect((properties[1] as? NSExpressionDescription)?.name == "loud")
        }
    }

    @Test("CTX-161 a new object may be assigned to an incremental store")
    func assignment() throws {
        let stage = try RecordStage()
        let folder = try TemporaryFolder()
        try stage.coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("Local.sqlite"))
        let context = stage.context()
        try context.performAndWait { () throws in
            let book = context.insert("Book", ["title": "Moss"])
            context.assign(book, to: stage.store)
            #expect(book.objectID.isTemporaryID && book.objectID.persistentStore === stage.store)
            try context.save()
            #expect(!book.objectID.isTemporaryID && book.objectID.persistentStore === stage.store)
        }
    }

    @Test("STO-85 a failing save leaves the other stores of the save as they were")
    func failingBeside() throws {
        let stage = try RecordStage(configuration: "Remote")
        let folder = try TemporaryFolder()
        try stage.coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: "Local", at: folder.file("Local.sqlite"))
        let context = stage.context()
        context.performAndWait {
            context.insert("Tag", ["word": "fun"])
            context.insert("Book", ["title": "Both"])
            stage.store.failures["save"] = Refusal(reason: "no")
            #expect(throws: Refusal(reason: "no")) { try context.save() }
        }
        let other = stage.context()
        let tags = try other.performAndWait { try other.all("Tag") }
        #expect(tags.isEmpty)
    }
}

/// A store that sets the metadata of a test's choice.
private final class Wordless: NSIncrementalStore, @unchecked Sendable {
    // Sendable because one test uses it.
    // Set and read by one test.
    nonisolated(unsafe) static var metadataToSet: [String: Any] = [:]

    override func loadMetadata() throws { metadata = Self.metadataToSet }
}
