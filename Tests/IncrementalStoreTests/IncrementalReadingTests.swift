// SPDX-License-Identifier: Apache-2.0
// What an incremental store is asked when a program reads: fetches of every result type, faults, relationships.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Reading an incremental store")
struct IncrementalReadingTests {
    let stage: RecordStage

    init() throws { stage = try RecordStage() }

    private func request<T>(_ entity: String, _ format: String? = nil) -> NSFetchRequest<T> {
        let request = NSFetchRequest<T>(entityName: entity)
        request.predicate = format.map { NSPredicate(format: $0) }
        return request
    }

    @Test("STO-85 a fetch executes the request, and each fault asks for its values once")
    func calls() throws {
        let context = stage.context()
        try context.performAndWait { () throws in
            let authors = try context.all("Author", by: "name")
            #expect(stage.store.takeCalls() == ["objects Author"])
            #expect(authors.map { $0.value(forKey: "name") as? String } == ["Ada", "Zoe"])
            #expect(stage.store.takeCalls() == ["values a1", "values a2"])
            let books = authors[0].value(forKey: "books") as? Set<NSManagedObject>
            #expect(books?.count == 2)
            #expect(stage.store.takeCalls() == ["books of a1"])
            context.reset()
            let again = try context.all("Author", "name == 'Ada'")
            #expect(again.first?.value(forKey: "name") as? String == "Ada")
            #expect(stage.store.takeCalls() == ["objects Author"])
        }
    }

    @Test("STO-87 each result type has its form, and the predicate arrives as it is")
    func resultTypes() throws {
        let context = stage.context()
        try context.performAndWait { () throws in
            #expect(
                try context.count(for: request("Book", "rating > 3") as NSFetchRequest<NSManagedObject>) == 1)
            let ids: NSFetchRequest<NSManagedObjectID> = request("Book", "rating > 3")
            ids.resultType = .managedObjectIDResultType
            #expect(try context.fetch(ids) == [stage.id("Book", "b2")])
            let dictionaries: NSFetchRequest<NSDictionary> = request("Book", "rating > 3")
            dictionaries.resultType = .dictionaryResultType
            #expect(try context.fetch(dictionaries).first?["title"] as? String == "Looms")
            #expect(stage.store.takeCalls() == ["count Book", "IDs Book", "dictionaries Book"])
            for request in stage.store.requests {
                let fetch = request as? NSFetchRequest<any NSFetchRequestResult>
                #expect(fetch?.predicate?.description == "rating > 3")
            }
            #expect(stage.store.contexts.suffix(3).allSatisfy { $0 === context })
        }
    }

    @Test("STO-87 limit, offset and order arrive, and filled objects are asked for at once")
    func pages() throws {
        let context = stage.context()
        try context.performAndWait { () throws in
            let page: NSFetchRequest<NSManagedObject> = request("Book")
            page.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            page.fetchLimit = 1
            page.fetchOffset = 1
            page.returnsObjectsAsFaults = false
            let found = try context.fetch(page)
            #expect(found.map(\.isFault) == [false])
            #expect(stage.store.takeCalls() == ["objects Book", "values b1"])
        }
    }

    @Test("STO-88 values that came with a node are not asked for; names that nobody knows are dropped")
    func nodes() throws {
        stage.store.lazyRelationships = []
        let context = stage.context()
        try context.performAndWait { () throws in
            let author = context.object(with: try stage.id("Author", "a1"))
            #expect((author.value(forKey: "books") as? Set<NSManagedObject>)?.count == 2)
            #expect(author.value(forKey: "name") as? String == "Ada")
            let book = context.object(with: try stage.id("Book", "b1"))
            #expect(book.value(forKey: "author") as? NSManagedObject === author)
            let calls = stage.store.takeCalls()
            #expect(calls == ["values a1", "values b1"])
        }
        let node = NSIncrementalStoreNode(
            objectID: try stage.id("Book", "b1"), withValues: ["title": "x", "none": 1], version: 4)
        let properties = try stage.entity("Book").propertiesByName
        #expect(properties["title"].flatMap { node.value(for: $0) } as? String == "x")
        node.update(withValues: ["rating": 2], version: 5)
        let rating = try #require(properties["rating"])
        #expect(node.version == 5 && node.value(for: rating) as? Int == 2)
        #expect(properties["title"].flatMap { node.value(for: $0) } as? String == "x")
    }

    @Test("STO-89 a relationship that a node lacks is asked for, and NSNull is nil")
    func relationships() throws {
        stage.store.lazyRelationships = ["books", "author", "tags"]
        stage.store.records["b3"] = Record(entity: "Book", values: ["title": "Lost"])
        let context = stage.context()
        try context.performAndWait { () throws in
            let book = context.object(with: try stage.id("Book", "b1"))
            let ada = try stage.id("Author", "a1")
            #expect((book.value(forKey: "author") as? NSManagedObject)?.objectID == ada)
            #expect(stage.store.takeCalls() == ["values b1", "author of b1"])
            let lost = context.object(with: try stage.id("Book", "b3"))
            #expect(lost.value(forKey: "author") == nil)
        }
    }

    @Test("STO-88 NSNull is nil for an attribute, and a node of another object is 134070")
    func strangeNodes() throws {
        let context = stage.context()
        try context.performAndWait { () throws in
            stage.store.records["b1"]?.values["title"] = NSNull()
            let book = try context.existingObject(with: stage.id("Book", "b1"))
            #expect(book.value(forKey: "title") == nil && book.value(forKey: "rating") as? Int == 3)
            stage.store.mistaken = "b1"
            let error = #expect(throws: NSError.self) {
                try context.existingObject(with: stage.id("Book", "b2"))
            }
            #expect(error?.code == NSPersistentStoreOperationError)
            #expect(error?.localizedDescription.contains("newValuesForObject") == true)
        }
    }

    @Test("STO-92 an object that the store does not have is inaccessible")
    func missing() throws {
        let context = stage.context()
        try context.performAndWait { () throws in
            let ghost = try stage.id("Book", "b9")
            let object = context.object(with: ghost)
            #expect(object.value(forKey: "title") == nil)
            #expect(object.isDeleted)
            let other = stage.context()
            let error = #expect(throws: (any Error).self) {
                try other.performAndWait { _ = try other.existingObject(with: ghost) }
            }
            #expect((error as? NSError)?.code == NSManagedObjectReferentialIntegrityError)
        }
    }

    @Test("STO-92 a record that one context has found missing is not read from the shared rows any more")
    func vanished() throws {
        let id = try stage.id("Book", "b1")
        for interval in [-1.0, 0, -1] {
            let context = stage.context()
            context.stalenessInterval = interval
            context.performAndWait {
                let isThere = stage.store.records["b1"] != nil
                let book = context.object(with: id)
                #expect(book.value(forKey: "title") as? String == (isThere ? "Notes" : nil))
                #expect(book.isDeleted == !isThere)
            }
            stage.store.records["b1"] = nil
        }
    }

    @Test("STO-85 what the program throws is what the fetch throws")
    func errors() throws {
        let context = stage.context()
        context.performAndWait {
            stage.store.failures["fetch"] = Refusal(reason: "offline")
            #expect(throws: Refusal(reason: "offline")) { try context.all("Book") }
            stage.store.failures["values"] = Refusal(reason: "gone")
            #expect(throws: Refusal(reason: "gone")) {
                try context.existingObject(with: stage.id("Book", "b1"))
            }
        }
    }

    @Test("STO-91 URIs have the reference objects, and lead back to them")
    func uris() throws {
        for reference in ["b1", "a b/ü", "17", "-5"] as [Any] + [17, -5] {
            let id = stage.store.newObjectID(for: try stage.entity("Book"), referenceObject: reference)
            #expect(stage.coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation()) == id)
        }
        let id = try stage.id("Book", "b1")
        #expect(id.uriRepresentation().absoluteString == "x-coredata://SHELF-main/Book/pb1")
        // Another process: the store has never heard the name.
        let other = try RecordStage()
        let found = other.coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation())
        #expect(try other.store.referenceObject(for: #require(found)) as? String == "b1")
        let number = stage.store.newObjectID(for: try stage.entity("Book"), referenceObject: 17)
        #expect(number.uriRepresentation().lastPathComponent == "p17")
        #expect(stage.store.referenceObject(for: number) as? Int == 17)
    }

    @Test("STO-85 an asynchronous fetch and async context methods read with a context of the store's own")
    func asynchronous() async throws {
        let context = stage.context()
        let titles: [String?] = await withCheckedContinuation { continuation in
            context.perform {
                let fetch = NSFetchRequest<NSManagedObject>(entityName: "Book")
                fetch.predicate = NSPredicate(format: "rating > 3")
                let wait = NSAsynchronousFetchRequest(fetchRequest: fetch) { result in
                    let found = result.finalResult?.map { $0.value(forKey: "title") as? String }
                    continuation.resume(returning: found ?? [])
                }
                _ = try? context.execute(wait)
            }
        }
        #expect(titles == ["Looms"])
    }

    @Test("STO-85 the store hears which objects contexts have")
    func registrations() throws {
        let context = stage.context()
        try context.performAndWait { () throws in
            var books = try context.all("Book")
            #expect(Set(stage.store.registered) == Set(books.map(\.objectID)))
            let ids = books.map(\.objectID)
            books = []
            context.reset()
            #expect(Set(stage.store.unregistered) == Set(ids))
        }
    }

    @Test("STO-85 a child context reads through its parent, and the store hears of the parent")
    func children() throws {
        let parent = stage.context()
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        try child.performAndWait { () throws in
            let books = try child.all("Book", "rating > 3")
            #expect(books.map { $0.value(forKey: "title") as? String } == ["Looms"])
            #expect(stage.store.contexts.compactMap { $0 }.allSatisfy { $0 === parent })
        }
    }
}
