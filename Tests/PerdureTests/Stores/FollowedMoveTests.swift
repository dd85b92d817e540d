// SPDX-License-Identifier: Apache-2.0
// The objects of contexts after migratePersistentStore: they follow to the new store, with their unsaved changes.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Objects that follow a moved store") struct FollowedMoveTests {
    /// A stack whose keys have gaps, so that the objects have other keys in a copy.
    private final class Stage {
        let folder: TemporaryFolder
        let stack: Stack
        let context: NSManagedObjectContext
        var list: NSManagedObject { all("TodoList")[0] }
        var items: [NSManagedObject] { all("Item", by: "title") }

        init(_ kind: Stack.Kind) throws {
            folder = try TemporaryFolder()
            stack = try Stack(kind)
            context = stack.context()
            let context = context
            try context.performAndWait {
                let gaps = ["x", "y"].map { context.insert("Item", ["title": $0]) }
                let others = ["a", "b"].map { context.insert("TodoList", ["name": $0]) }
                try context.save()
                for object in gaps + others { context.delete(object) }
                let list = context.insert("TodoList", ["name": "Home"])
                let items = ["1", "2", "3"].map { context.insert("Item", ["title": $0]) }
                list.setValue(NSOrderedSet(array: items), forKey: "items")
                try context.save()
            }
        }

        private func all(_ entity: String, by key: String? = nil) -> [NSManagedObject] {
            (try? context.all(entity, by: key)) ?? []
        }

        /// Moves the store into an SQLite file.
        @discardableResult
        func move() throws -> NSPersistentStore {
            try stack.coordinator.migratePersistentStore(
                stack.store, to: folder.file("Moved.sqlite"), type: .sqlite)
        }

        /// The titles of the list's items, as another coordinator reads them in the new store.
        func movedTitles() throws -> [String] {
            let other = try Stack(at: folder.file("Moved.sqlite"))
            let context = other.context()
            return try context.performAndWait {
                let list = try #require(try context.all("TodoList").first)
                return Self.titles(list)
            }
        }

        static func titles(_ list: NSManagedObject) -> [String] {
            let items = list.value(forKey: "items") as? NSOrderedSet
            return items?.array.compactMap { ($0 as? NSManagedObject)?.value(forKey: "title") as? String }
                ?? []
        }
    }

    @Test(
        "STO-100 objects have their new IDs, and are those that a fetch finds", arguments: Stack.Kind.allCases
    )
    func newIDs(_ kind: Stack.Kind) throws {
        let stage = try Stage(kind)
        try stage.context.performAndWait {
            let (list, items) = (stage.list, stage.items)
            let former = items.map(\.objectID)
            let new = try stage.move()
            #expect(items.allSatisfy { $0.objectID.persistentStore === new })
            #expect(Set(items.map(\.objectID)).isDisjoint(with: former))
            #expect(Stage.titles(list) == ["1", "2", "3"])
            #expect(try stage.context.all("Item", by: "title").elementsEqual(items, by: ===))
            #expect(items[0].value(forKey: "todolist") as? NSManagedObject === list)
            #expect(!stage.context.hasChanges)
        }
    }

    @Test("STO-100 unsaved changes are saved to the new store", arguments: Stack.Kind.allCases)
    func changes(_ kind: Stack.Kind) throws {
        let stage = try Stage(kind)
        let context = stage.context
        try context.performAndWait {
            let (list, items) = (stage.list, stage.items)
            items[0].setValue("one", forKey: "title")
            context.delete(items[1])
            let new = context.insert("Item", ["title": "4"])
            list.mutableOrderedSetValue(forKey: "items").insert(new, at: 0)
            context.processPendingChanges()
            try stage.move()
            #expect(context.updatedObjects == [list, items[0]])
            #expect(context.deletedObjects == [items[1]])
            #expect(context.insertedObjects == [new])
            #expect(items[0].committedValues(forKeys: ["title"])["title"] as? String == "1")
            #expect(Array(items[0].changedValues().keys) == ["title"])
            #expect(Stage.titles(list) == ["4", "one", "3"])
            try context.save()
            #expect(Stage.titles(list) == ["4", "one", "3"])
        }
        #expect(try stage.movedTitles() == ["4", "one", "3"])
    }

    @Test("STO-100 the objects of a child follow with those of its parent", arguments: Stack.Kind.allCases)
    func child(_ kind: Stack.Kind) throws {
        let stage = try Stage(kind)
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = stage.context
        let item = try child.performAndWait {
            let item = try #require(try child.all("Item", by: "title").last)
            item.setValue("three", forKey: "title")
            return item
        }
        try stage.move()
        try child.performAndWait {
            #expect(item.objectID.persistentStore === stage.stack.coordinator.persistentStores.first)
            #expect(item.value(forKey: "title") as? String == "three")
            try child.save()
        }
        try stage.context.performAndWait { try stage.context.save() }
        #expect(try stage.movedTitles() == ["1", "2", "three"])
    }

    @Test("STO-100 a new object with a permanent ID of the old store gets one of the new store")
    func promisedIDs() throws {
        let stage = try Stage(.sqlite)
        let context = stage.context
        try context.performAndWait {
            let promised = context.insert("Item", ["title": "p", "todolist": stage.list])
            try context.obtainPermanentIDs(for: [promised])
            let assigned = context.insert("Item", ["title": "q", "todolist": stage.list])
            context.assign(assigned, to: stage.stack.store)
            let new = try stage.move()
            #expect(!promised.objectID.isTemporaryID)
            for object in [promised, assigned] { #expect(object.objectID.persistentStore === new) }
            try context.save()
        }
        #expect(try stage.movedTitles() == ["1", "2", "3", "p", "q"])
    }

    @Test("STO-100 the steps of undo end with the move")
    func undoEnds() throws {
        let stage = try Stage(.sqlite)
        let context = stage.context
        try context.performAndWait {
            let manager = UndoManager()
            context.undoManager = manager
            let item = stage.items[0]
            item.setValue("one", forKey: "title")
            context.processPendingChanges()
            try stage.move()
            #expect(!manager.canUndo)
            item.setValue("uno", forKey: "title")
            context.undo()
            #expect(item.value(forKey: "title") as? String == "one")
        }
    }

    @Test("STO-216 a store that is moved to memory and back keeps the objects of its context")
    func thereAndBack() throws {
        let stage = try Stage(.sqlite)
        let context = stage.context
        try context.performAndWait {
            let (list, items) = (stage.list, stage.items)
            let memory = try stage.stack.coordinator.migratePersistentStore(
                stage.stack.store, to: URL(fileURLWithPath: "/dev/null"), type: .inMemory)
            items[2].setValue("III", forKey: "title")
            try context.save()
            try stage.stack.coordinator.migratePersistentStore(
                memory, to: stage.folder.file("Moved.sqlite"), type: .sqlite)
            context.refreshAllObjects()
            #expect(Stage.titles(list) == ["1", "2", "III"])
        }
        #expect(try stage.movedTitles() == ["1", "2", "III"])
    }
}
