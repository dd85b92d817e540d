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
}
