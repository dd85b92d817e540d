// SPDX-License-Identifier: Apache-2.0
// Saves as the coordinator makes them: versions, stores, links, failures.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct CoordinatorSaveTests {
    @Test("SAV-3, CTX-168 a coordinator without stores cannot save")
    func noStores() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: FixtureModel.notes())
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.performAndWait {
            context.insert("Note")
            let error = #expect(throws: (any Error).self) { try context.save() }
            #expect("\(error as Any)".contains("has no persistent stores"))
            #expect(context.hasChanges)
        }
    }

    @Test(
        "SAV-16 a cycle of to-one relationships is saved in one transaction", arguments: Stack.Kind.allCases)
    func cycle(_ kind: Stack.Kind) throws {
        let model = NSManagedObjectModel(
            EntitySketch("Node", .attribute("name"), .toOne("next", "Node"), .toOne("other", "Node")))
        let stack = try Stack(kind, model)
        let context = stack.context()
        try context.performAndWait {
            let a = context.insert("Node", ["name": "a"])
            let b = context.insert("Node", ["name": "b", "next": a])
            a.setValue(b, forKey: "next")
            a.setValue(a, forKey: "other")
            try context.save()
        }
        let reader = stack.context()
        try reader.performAndWait {
            let a = try #require(try reader.all("Node", "name == 'a'").first)
            #expect(a.value(forKeyPath: "next.name") as? String == "b")
            #expect(a.value(forKeyPath: "next.next.name") as? String == "a")
            #expect(a.value(forKey: "other") as? NSManagedObject === a)
        }
    }

    @Test("SAV-114, STO-213 saving to a read-only store is 513, and the file stays as it is")
    func readOnly() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("a.sqlite")
        do {
            let stack = try Stack(
                at: url, FixtureModel.notes(), options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
            let context = stack.context()
            try context.performAndWait {
                context.insert("Note", ["text": "old"])
                try context.save()
            }
        }
        let bytes = try Data(contentsOf: url)
        let stack = try Stack(at: url, FixtureModel.notes(), options: [NSReadOnlyPersistentStoreOption: true])
        let context = stack.context()
        try context.performAndWait {
            let note = try #require(try context.all("Note").first)
            #expect(note.value(forKey: "text") as? String == "old")
            note.setValue("new", forKey: "text")
            let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
            #expect(error?.code == 513)
            context.rollback()
            context.insert("Note")
            let other = #expect(throws: (any Error).self) { try context.save() } as NSError?
            #expect(other?.code == 513)
        }
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test(
        "links of many-to-many relationships are stored once, whichever end was changed",
        arguments: Stack.Kind.allCases)
    func links(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let context = stack.context()
        try context.performAndWait {
            let ada = context.insert("Person", ["firstName": "Ada"])
            let bob = context.insert("Person", ["firstName": "Bob"])
            let red = context.insert("Tag", ["label": "red"])
            let blue = context.insert("Tag", ["label": "blue"])
            ada.mutableSetValue(forKey: "tags").add(red)
            blue.mutableSetValue(forKey: "people").add(ada)
            blue.mutableSetValue(forKey: "people").add(bob)
            ada.mutableSetValue(forKey: "friends").add(bob)
            try context.save()
            ada.mutableSetValue(forKey: "tags").remove(blue)
            try context.save()
        }
        let reader = stack.context()
        try reader.performAndWait {
            let labels = try reader.all("Person", by: "firstName").map { person in
                (person.value(forKey: "tags") as? Set<NSManagedObject> ?? [])
                    .compactMap { $0.value(forKey: "label") as? String }.sorted()
            }
            #expect(labels == [["red"], ["blue"]])
            let bob = try #require(try reader.all("Person", "firstName == 'Bob'").first)
            #expect((bob.value(forKey: "friends") as? Set<NSManagedObject>)?.count == 1)
        }
    }

    @Test("an ordered relationship keeps its order over changes", arguments: Stack.Kind.allCases)
    func order(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let context = stack.context()
        let titles = { (context: NSManagedObjectContext) throws -> [String] in
            let items = try context.all("TodoList").first?.value(forKey: "items") as? NSOrderedSet
            return items?.array.compactMap { ($0 as? NSManagedObject)?.value(forKey: "title") as? String }
                ?? []
        }
        try context.performAndWait {
            let list = context.insert("TodoList", ["name": "Home"])
            let items = ["a", "b", "c"].map { context.insert("Item", ["title": $0, "todolist": list]) }
            try context.save()
            list.setValue(NSOrderedSet(array: [items[2], items[0], items[1]]), forKey: "items")
            try context.save()
        }
        let reader = stack.context()
        try reader.performAndWait {
            #expect(try titles(reader) == ["c", "a", "b"])
            let list = try #require(try reader.all("TodoList").first)
            let new = reader.insert("Item", ["title": "d"])
            list.mutableOrderedSetValue(forKey: "items").insert(new, at: 1)
            reader.delete(try #require(try reader.all("Item", "title == 'a'").first))
            try reader.save()
        }
        let last = stack.context()
        let found = try last.performAndWait { try titles(last) }
        #expect(found == ["c", "d", "b"])
    }

    @Test("SAV-18 a row's version is 1 after the insert and moves with each written update")
    func versions() throws {
        let stack = try Stack(.sqlite, FixtureModel.notes())
        let context = stack.context()
        let url = try #require(stack.url)
        let version = { try RawDatabase(url).value("SELECT Z_OPT FROM ZNOTE") }
        try context.performAndWait {
            let note = context.insert("Note", ["text": "a"])
            try context.save()
            #expect(try version() == "1")
            note.setValue("b", forKey: "text")
            try context.save()
            #expect(try version() == "2")
            // SAV-11: equal values are not written.
            note.setValue("b", forKey: "text")
            try context.save()
            #expect(try version() == "2")
        }
    }

    @Test("STO-20…22, SAV-110 objects go to the store of their configuration, in order")
    func configurations() throws {
        let model = NSManagedObjectModel(
            EntitySketch("A", .attribute("name"), .toOne("b", "B")), EntitySketch("B", .attribute("name")))
        let byName = model.entitiesByName
        model.setEntities(model.entities, forConfigurationName: "Both")
        model.setEntities([try #require(byName["B"])], forConfigurationName: "OnlyB")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let onlyB = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: "OnlyB", at: nil)
        let both = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: "Both", at: nil)
        #expect(onlyB.configurationName == "OnlyB")
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let a = context.insert("A", ["name": "1"])
            let b = context.insert("B", ["name": "2"])
            let related = context.insert("B", ["name": "0"])
            context.assign(related, to: both)
            try context.save()
            #expect(a.objectID.persistentStore === both)
            #expect(b.objectID.persistentStore === onlyB)
            #expect(related.objectID.persistentStore === both)
            // STO-210: a fetch merges the stores' results.
            #expect(
                try context.all("B", by: "name").map { $0.value(forKey: "name") as? String } == ["0", "2"])
            let request = NSFetchRequest<NSManagedObject>(entityName: "B")
            request.affectedStores = [onlyB]
            #expect(try context.fetch(request) == [b])
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "B")) == 2)
            a.setValue(related, forKey: "b")
            try context.save()
            a.setValue(b, forKey: "b")
            let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
            #expect(error?.code == 133010)
        }
    }
}
