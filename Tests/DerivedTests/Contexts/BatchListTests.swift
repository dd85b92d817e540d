// SPDX-License-Identifier: Apache-2.0
// Lists of batches hold the rows that they read last: not beyond saves and merges that bring newer ones.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Derived values in lists of batches") struct BatchListTests {
    /// The items of B, in batches with values.
    private func items(_ home: ListHome) throws -> FetchedBatches<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        request.fetchBatchSize = 10
        request.returnsObjectsAsFaults = false
        return try home.b.fetchBatches(request)
    }

    @Test("DER-23 after a save of the context", arguments: Stack.Kind.allCases)
    func saving(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp", "Rug"])
        let list = try home.twin(home.list)
        let items = try items(home)
        #expect(items.map(\.listName) == ["Home", "Home"])
        list.setValue("Work", forKey: "name")
        try home.b.save()
        let statements = try home.stack.statements { #expect(items.map(\.listName) == ["Work", "Work"]) }
        #expect(statements.isEmpty, "the row cache has the rows")
    }

    @Test("DER-25 after a merge", arguments: Stack.Kind.allCases)
    func merging(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp", "Rug"])
        let (items, saved) = (try items(home), PostedGroups(home.a))
        #expect(items.map(\.listName) == ["Home", "Home"])
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        home.b.mergeChanges(fromContextDidSave: try #require(saved.didSave))
        #expect(items.map(\.listName) == ["Work", "Work"])
    }

    @Test("DER-25 after objects were refreshed", arguments: Stack.Kind.allCases, [true, false])
    func refreshing(_ kind: Stack.Kind, _ all: Bool) throws {
        let home = try ListHome(kind, ["Lamp", "Rug"])
        let items = try items(home)
        let objects = Array(items)
        #expect(objects.map(\.listName) == ["Home", "Home"])
        home.list.setValue("Work", forKey: "name")
        try home.a.save()
        if all {
            home.b.refreshAllObjects()
        } else {
            for object in objects { home.b.refresh(object, mergeChanges: false) }
        }
        #expect(items.map(\.listName) == ["Work", "Work"])
    }

    @Test("FET-39 a save of each object reads no batch again")
    func savingEach() throws {
        let home = try ListHome(.sqlite, ["Lamp", "Rug"])
        for name in ["Shed", "Work"] { home.a.insert("TodoList", ["name": name]) }
        try home.a.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "TodoList")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        request.returnsObjectsAsFaults = false
        request.relationshipKeyPathsForPrefetching = ["items"]
        let (array, lists) = (try home.b.fetch(request), try home.b.fetchBatches(request))
        let expected = try home.stack.statements { try rename(array, in: home.b) }
        try lists.batch(at: 0).forEach { home.b.refresh($0, mergeChanges: false) }
        let statements = try home.stack.statements { try rename(lists, in: home.b) }
        // A save reads what it computed in no certain order.
        #expect(statements.sorted() == expected.sorted())
    }

    private func rename(_ lists: some Sequence<NSManagedObject>, in context: NSManagedObjectContext) throws {
        for list in lists {
            list.setValue((list.name ?? "") + "!", forKey: "name")
            try context.save()
        }
    }
}
