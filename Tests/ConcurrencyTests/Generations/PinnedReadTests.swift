// SPDX-License-Identifier: Apache-2.0
// What a pinned context reads: everything from one state of the store, in whatever way it is read.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Pinned contexts: reading") struct PinnedReadTests {
    @Test(
        "CTX-150 current pins at the next read, not before, and nil unpins",
        arguments: Stack.Kind.lasting)
    func lazily(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        #expect(reader.queryGenerationToken == nil)
        try reader.setQueryGenerationFrom(.current)
        #expect(reader.queryGenerationToken == nil)
        try library.change()
        #expect(try Library.items(reader) == Library.after)
        #expect(reader.queryGenerationToken != nil)
        try library.writer.performAndWait {
            library.writer.insert("Item", ["title": "four", "points": 40])
            try library.writer.save()
        }
        #expect(try Library.items(reader) == Library.after)
        try reader.setQueryGenerationFrom(nil)
        #expect(reader.queryGenerationToken == nil)
        #expect(try Library.items(reader) == Library.after + ["four 40"])
    }

    @Test(
        "CTX-151 fetches of every kind see one state, whoever saves",
        arguments: Stack.Kind.lasting, [false, true])
    func fetches(_ kind: Stack.Kind, byOtherCoordinator: Bool) throws {
        let library = try Library(kind)
        try library.pinReader()
        if byOtherCoordinator {
            try library.changeElsewhere()
        } else {
            try library.change()
        }
        let reader = library.reader
        #expect(try Library.items(reader) == Library.before)
        try reader.performAndWait {
            #expect(try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item")) == 2)
            let found = try reader.all("Item", "points > 5 OR title == 'three'")
            #expect(found.isEmpty)
            let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Item")
            dictionaries.resultType = .dictionaryResultType
            dictionaries.propertiesToFetch = ["points"]
            #expect(Set(try reader.fetch(dictionaries).map { $0["points"] as? Int }) == [1, 2])
            let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
            ids.resultType = .managedObjectIDResultType
            #expect(try reader.fetch(ids).count == 2)
        }
        #expect(try Library.items(library.stack.context()) == Library.after)
    }

    @Test(
        "CTX-151 CTX-93 faults, members and fetched properties are of the state, deleted rows too",
        arguments: Stack.Kind.lasting)
    func faults(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        try reader.setQueryGenerationFrom(.current)
        let (owner, items) = try reader.performAndWait {
            let items = try reader.all("Item", by: "points")
            let owner = try #require(try reader.all("Owner").first)
            return (owner, items)
        }
        try library.change()
        try reader.performAndWait {
            #expect(items.map(\.isFault) == [true, true])
            #expect(items.map { $0.value(forKey: "title") as? String } == ["one", "two"])
            #expect(items.map { $0.value(forKey: "points") as? Int } == [1, 2])
            #expect(items[1].value(forKey: "owner") as? NSManagedObject === owner)
            #expect(Set(items) == owner.value(forKey: "items") as? Set<NSManagedObject>)
            #expect((owner.value(forKey: "best") as? [NSManagedObject])?.isEmpty == true)
            #expect(reader.deletedObjects.isEmpty && !items[1].isDeleted)
            let existing = try reader.existingObject(with: items[1].objectID)
            #expect(existing === items[1])
        }
        try reader.performAndWait {
            try reader.setQueryGenerationFrom(nil)
            reader.refreshAllObjects()
            #expect((owner.value(forKey: "best") as? [NSManagedObject])?.count == 1)
            #expect((owner.value(forKey: "items") as? Set<NSManagedObject>)?.isEmpty == true)
        }
    }

    @Test(
        "CTX-151 refreshing, staleness, prefetching and refetching give rows of the state",
        arguments: Stack.Kind.lasting)
    func refreshing(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        try library.pinReader()
        try library.change()
        try reader.performAndWait {
            let item = try #require(try reader.all("Item", "title == 'one'").first)
            let values = { item.value(forKey: "points") as? Int }
            reader.refresh(item, mergeChanges: false)
            #expect(values() == 1)
            reader.refresh(item, mergeChanges: true)
            #expect(values() == 1)
            reader.stalenessInterval = 0
            reader.refreshAllObjects()
            #expect(values() == 1)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Owner")
            request.relationshipKeyPathsForPrefetching = ["items"]
            request.shouldRefreshRefetchedObjects = true
            let owner = try #require(try reader.fetch(request).first)
            #expect((owner.value(forKey: "items") as? Set<NSManagedObject>)?.count == 2)
            #expect(values() == 1)
        }
    }

    @Test(
        "CTX-151 rows of one state never come out of another one's cache",
        arguments: Stack.Kind.lasting)
    func caches(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let (reader, newest) = (library.reader, library.stack.context())
        try library.pinReader()
        try library.change()
        #expect(try Library.items(newest) == Library.after)
        #expect(try Library.items(reader) == Library.before)
        let third = library.stack.context()
        try third.setQueryGenerationFrom(.current)
        #expect(try Library.items(third) == Library.after)
        try reader.performAndWait {
            reader.refreshAllObjects()
            for item in try reader.all("Item") { _ = item.value(forKey: "points") }
        }
        let fourth = library.stack.context()
        #expect(try Library.items(fourth) == Library.after)
        #expect(try Library.items(reader) == Library.before)
    }

    @Test(
        "CTX-156 the context's own unsaved changes are visible in fetches",
        arguments: Stack.Kind.lasting)
    func ownChanges(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let reader = library.reader
        try library.pinReader()
        try library.change()
        try reader.performAndWait {
            try reader.all("Item", "title == 'two'").first?.setValue(20, forKey: "points")
            reader.insert("Item", ["title": "mine", "points": 5])
        }
        #expect(try Library.items(reader) == ["one 1", "mine 5", "two 20"])
    }

    @Test("CTX-153 STO-51 a store in memory is read as it is, without an error")
    func inMemory() throws {
        let library = try Library(.inMemory)
        try library.pinReader()
        #expect(library.reader.queryGenerationToken == nil)
        try library.change()
        #expect(try Library.items(library.reader) == Library.after)
    }

    @Test("CTX-153 STO-56 a store without a WAL is read as it is, without an error")
    func rollbackJournal() throws {
        let library = try Library(.sqlite, options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
        try library.pinReader()
        #expect(library.reader.queryGenerationToken == nil)
        try library.change()
        #expect(try Library.items(library.reader) == Library.after)
    }

    @Test(
        "CTX-150 pinning before there is a store chooses the state when there is one",
        arguments: Stack.Kind.lasting)
    func beforeStores(_ kind: Stack.Kind) throws {
        let library = try Library(kind)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
        let early = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        early.persistentStoreCoordinator = coordinator
        try early.setQueryGenerationFrom(.current)
        #expect(try Library.items(early) == [])
        let store = try coordinator.addPersistentStore(
            ofType: kind.storeType, configurationName: nil, at: library.stack.place)
        #expect(try Library.items(early) == Library.before)
        try library.change()
        #expect(try Library.items(early) == Library.before)
        try coordinator.remove(store)
    }
}
