// SPDX-License-Identifier: Apache-2.0
// What an incremental store is asked when a program saves: IDs, requests, versions, failures, several stores.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Saving to an incremental store")
struct IncrementalSavingTests {
    let stage: RecordStage

    init() throws { stage = try RecordStage() }

    @Test("STO-90 a save asks for permanent IDs once, then executes, then reads the nodes")
    func order() throws {
        let context = stage.context()
        try context.performAndWait { () throws in
            let author = context.insert("Author", ["name": "Eve"])
            context.insert("Book", ["title": "Apples", "rating": 1, "author": author])
            try context.save()
            let calls = stage.store.takeCalls()
            #expect(calls.first == "obtain 2")
            #expect(calls.dropFirst().first?.hasPrefix("save +new-") == true)
            #expect(calls.dropFirst(2).allSatisfy { $0.hasPrefix("values new-") } && calls.count == 4)
            #expect(!author.objectID.isTemporaryID)
            #expect((author.value(forKey: "books") as? Set<NSManagedObject>)?.count == 1)
        }
        #expect(stage.store.records.values.contains { $0.values["title"] as? String == "Apples" })
    }

    @Test("STO-87 updated, deleted and locked objects arrive")
    func kinds() throws {
        let context = stage.context()
        try context.performAndWait { () throws in
            let books = try context.all("Book", by: "title")
            books[0].setValue("Looms II", forKey: "title")
            context.delete(books[1])
            let zoe = try #require(context.all("Author", "name == 'Zoe'").first)
            _ = zoe.value(forKey: "name")
            context.detectConflicts(for: zoe)
            _ = stage.store.takeCalls()
            try context.save()
            let call = try #require(stage.store.takeCalls().first { $0.hasPrefix("save") })
            #expect(call.contains("-b1 ") && call.contains("b2") && call.hasSuffix("=a2"))
        }
        #expect(stage.store.records["b1"] == nil)
        #expect(stage.store.records["b2"]?.values["title"] as? String == "Looms II")
    }

    @Test("STO-87 values and versions of the store reach the objects after a save")
    func values() throws {
        let context = stage.context()
        try context.performAndWait { () throws in
            let book = context.object(with: try stage.id("Book", "b1"))
            book.setValue("One", forKey: "title")
            stage.store.rating = 9
            try context.save()
            #expect(book.value(forKey: "rating") as? Int == 9 && !book.hasChanges)
            stage.store.rating = nil
            book.setValue("Two", forKey: "title")
            try context.save()
            #expect(stage.store.records["b1"]?.version == 3)
            book.setValue("Two", forKey: "title")
            book.setValue(9, forKey: "rating")
            try context.save()
            book.setValue("Three", forKey: "title")
            try context.save()
            #expect(stage.store.records["b1"]?.values["title"] as? String == "Three")
        }
    }

    @Test("STO-88 versions of nodes find conflicts, and merge policies resolve them")
    func conflicts() throws {
        let (first, second) = (stage.context(), stage.context())
        let id = try stage.id("Book", "b1")
        let read = second.performAndWait {
            let book = second.object(with: id)
            _ = book.value(forKey: "title")
            return book
        }
        defer { withExtendedLifetime(read) {} }
        try first.performAndWait { () throws in
            first.object(with: id).setValue("Mine", forKey: "title")
            try first.save()
        }
        try second.performAndWait { () throws in
            let book = second.object(with: id)
            book.setValue("Yours", forKey: "title")
            let error = #expect(throws: (any Error).self) { try second.save() }
            #expect((error as? NSError)?.code == NSManagedObjectMergeError)
            second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try second.save()
        }
        #expect(stage.store.records["b1"]?.values["title"] as? String == "Yours")
    }

    @Test("STO-87 a version that the store raises for the other end of a relationship causes no conflict")
    func otherEnds() throws {
        let context = stage.context()
        try context.performAndWait { () throws in
            let zoe = context.object(with: try stage.id("Author", "a2"))
            _ = zoe.value(forKey: "name")
            context.insert("Book", ["title": "Z", "author": zoe])
            try context.save()
            #expect(stage.store.records["a2"]?.version == 2)
            let other = stage.context()
            other.stalenessInterval = 0
            let name = try other.performAndWait {
                try other.existingObject(with: stage.id("Author", "a2")).value(forKey: "name") as? String
            }
            #expect(name == "Zoe")
            zoe.setValue("Zoë", forKey: "name")
            try context.save()
            #expect(stage.store.records["a2"]?.values["name"] as? String == "Zoë")
        }
    }

    @Test("STO-85 what the program throws is what the save throws, and the changes stay")
    func failures() throws {
        let context = stage.context()
        try context.performAndWait { () throws in
            let book = context.insert("Book", ["title": "New"])
            stage.store.failures["save"] = Refusal(reason: "disk full")
            #expect(throws: Refusal(reason: "disk full")) { try context.save() }
            #expect(context.hasChanges && book.isInserted)
            stage.store.failures["obtain"] = Refusal(reason: "no names")
            context.insert("Book", ["title": "Other"])
            #expect(throws: Refusal(reason: "no names")) { try context.save() }
            try context.save()
            #expect(!context.hasChanges)
        }
    }

    @Test("STO-85 a child's save reaches the store with its root's")
    func children() throws {
        let parent = stage.context()
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        try child.performAndWait { () throws in
            child.insert("Author", ["name": "Kid"])
            try child.save()
        }
        #expect(stage.store.takeCalls().isEmpty)
        try parent.performAndWait { try parent.save() }
        #expect(stage.store.records.values.contains { $0.values["name"] as? String == "Kid" })
    }

    @Test("STO-85 metadata alone are saved by a request with nil sets")
    func metadata() throws {
        stage.coordinator.setMetadata(["mood": "fine"], for: stage.store)
        let context = stage.context()
        try context.performAndWait { () throws in try context.save() }
        #expect(stage.store.savedMetadata?["mood"] as? String == "fine")
        #expect(stage.store.takeCalls() == ["save metadata"])
    }

    @Test("STO-85 batch requests are handed on")
    func batches() throws {
        let context = stage.context()
        try context.performAndWait { () throws in
            let update = NSBatchUpdateRequest(entityName: "Book")
            update.propertiesToUpdate = ["rating": 1]
            let result = try context.execute(update) as? NSBatchUpdateResult
            #expect(result?.result as? Int == 42)
            let delete = NSBatchDeleteRequest(
                fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Book"))
            _ = try context.execute(delete)
            #expect(
                stage.store.takeCalls() == ["execute NSBatchUpdateRequest", "execute NSBatchDeleteRequest"])
        }
    }

    @Test("STO-90 too few IDs, one ID for two objects and IDs of another entity fail the save")
    func badIDs() throws {
        NSPersistentStoreCoordinator.registerStoreClass(BadIDs.self, forStoreType: BadIDs.typeName)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Shelf.model())
        let added = try coordinator.addPersistentStore(
            ofType: BadIDs.typeName, configurationName: nil, at: URL(string: "records://bad/ids"))
        let store = try #require(added as? BadIDs)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait { () throws in
            for title in ["Apples", "Pears"] { context.insert("Book", ["title": title]) }
            for names in [["b1"], ["b1", "b1"], ["a1", "a2"]] {
                store.names = names
                let error = #expect(throws: (any Error).self) { try context.save() }
                #expect((error as? NSError)?.code == NSPersistentStoreOperationError, "\(names)")
                #expect(context.insertedObjects.count == 2 && store.records.isEmpty, "\(names)")
            }
            store.names = ["b1", "b2"]
            try context.save()
        }
        #expect(store.records.keys.sorted() == ["b1", "b2"])
    }
}

/// A store that gives IDs of a test's choice.
private final class BadIDs: RecordStore, @unchecked Sendable {
    // Sendable as its superclass is.
    override class var typeName: String { "BadIDs" }
    /// The names of the next IDs; their first letter tells the entity.
    var names: [String] = []

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
        return names.compactMap { name in
            entities[name.hasPrefix("a") ? "Author" : "Book"].map {
                newObjectID(for: $0, referenceObject: name)
            }
        }
    }
}
