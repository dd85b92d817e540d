// SPDX-License-Identifier: Apache-2.0
// SC-47: a batch request is not seen until it is merged.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite struct BatchScenarios {
    @Test("SC-47 batch request invisibility and merge", arguments: Stack.Kind.lasting)
    func invisibility(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Item": LoggingObject.self])
        for title in ["one", "two", "three"] { scenario.a.insert("Item", ["title": title, "points": 1]) }
        try scenario.a.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: scenario.a, sectionNameKeyPath: nil, cacheName: nil)
        let calls = ListCalls()
        list.delegate = calls
        try list.performFetch()
        let hooks = SaveLog(scenario.a)
        let points = { list.fetchedObjects?.map { $0.value(forKey: "points") as? Int } }
        #expect(points() == [1, 1, 1])

        let update = NSBatchUpdateRequest(entityName: "Item")
        update.propertiesToUpdate = ["points": 9]
        update.resultType = .updatedObjectIDsResultType
        let result = try scenario.a.execute(update) as? NSBatchUpdateResult
        let ids = try #require(result?.result as? [NSManagedObjectID])
        #expect(ids.count == 3 && points() == [1, 1, 1] && calls.lines.isEmpty)

        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [scenario.a])
        scenario.a.processPendingChanges()
        #expect(points() == [9, 9, 9])
        #expect(calls.lines == ["will", "update", "update", "update", "did"])
        #expect(hooks.lines.isEmpty)
    }
}

/// Writes down what a results controller tells.
private final class ListCalls: NSObject, NSFetchedResultsControllerDelegate {
    private(set) var lines: [String] = []

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        lines.append("will")
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) { lines.append("\(type)") }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        lines.append("did")
    }
}
