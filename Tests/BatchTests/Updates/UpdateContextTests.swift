// SPDX-License-Identifier: Apache-2.0
// What contexts see of a batch update: nothing until they merge it, and conflicts when they save what they had read.

import Foundation
import Perdure
import PerdureBatches
import PerdureResults
import PerdureTestSupport
import Testing

@Suite("Batch updates and contexts") struct UpdateContextTests {
    @Test(
        "SC-47 STO-167 STO-160 FET-88 old values and no delegate calls before the merge, 9 and updates after",
        arguments: Stack.Kind.lasting)
    func merging(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let context = depot.context
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        let log = UpdateLog()
        list.delegate = log
        try context.performAndWait {
            try list.performFetch()
            _ = list.fetchedObjects?.map { $0.value(forKey: "points") }
        }
        let result = try depot.update(["points": 9]) { $0.resultType = .updatedObjectIDsResultType }
        let points = { list.fetchedObjects?.map { $0.value(forKey: "points") as? Int } }
        context.performAndWait {
            #expect(points() == [1, 2, 3, 4] && log.lines.isEmpty && !context.hasChanges)
        }
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectsKey: try #require(result.result)], into: [context])
        context.performAndWait {
            context.processPendingChanges()
            #expect(points() == [9, 9, 9, 9] && !context.hasChanges)
            #expect(log.lines.filter { $0.hasPrefix("update") }.count == 4)
        }
    }

    @Test("STO-167 a context that follows saves does not hear of it either", arguments: Stack.Kind.lasting)
    func following(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let context = depot.context
        try context.performAndWait {
            context.automaticallyMergesChangesFromParent = true
            let item = try depot.item("a", in: context)
            #expect(item.value(forKey: "points") as? Int == 1)
        }
        try depot.update(["points": 9])
        try context.performAndWait {
            let item = try depot.item("a", in: context)
            #expect(item.value(forKey: "points") as? Int == 1)
            context.refresh(item, mergeChanges: true)
            #expect(item.value(forKey: "points") as? Int == 9)
        }
    }

    @Test("STO-160 neither hooks nor validation nor notifications of saves", arguments: Stack.Kind.lasting)
    func hooks(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let saved = LockedCount()
        let token = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectsNotification, object: nil, queue: nil
        ) { [coordinator = depot.stack.coordinator] note in
            if (note.object as? NSManagedObjectContext)?.persistentStoreCoordinator === coordinator {
                saved.add()
            }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try depot.update(["note": NSNull()])
        #expect(try Set(depot.values("note").values) == ["nil"] && saved.count == 0)
    }

    @Test(
        "STO-164 the version moves, so that saving what was read before is a conflict",
        arguments: Stack.Kind.lasting)
    func versions(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let context = depot.context
        try context.performAndWait {
            let item = try depot.item("a", in: context)
            item.setValue(5, forKey: "size")
            try depot.update(["points": 9])
            #expect(try depot.versions() == [2, 2, 2, 2])
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectMergeError)
            let conflict = (error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])?
                .first
            #expect(conflict?.newVersionNumber == 2 && conflict?.oldVersionNumber == 1)
            context.refresh(item, mergeChanges: true)
            try context.save()
        }
        #expect(try depot.values("size")["a"] == "5" && depot.values("points")["a"] == "9")
    }

    @Test(
        "STO-168 for a pinned context the newest rows are updated, and it goes on reading the old ones",
        arguments: Stack.Kind.lasting)
    func pinned(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let pinned = depot.stack.context()
        try pinned.performAndWait {
            try pinned.setQueryGenerationFrom(.current)
            let seen = try pinned.all("Item", "size == 1")
            #expect(seen.isEmpty)
        }
        try depot.update(["size": 1], "name == 'a'")
        let request = NSBatchUpdateRequest(entityName: "Item")
        request.predicate = NSPredicate(format: "size == 1")
        request.propertiesToUpdate = ["size": 2]
        request.resultType = .updatedObjectsCountResultType
        try pinned.performAndWait {
            let result = try pinned.execute(request) as? NSBatchUpdateResult
            #expect(result?.result as? Int == 1)
            let seen = try pinned.all("Item", "size == 2")
            #expect(seen.isEmpty)
        }
        #expect(try depot.values("size")["a"] == "2")
    }

    @Test(
        "STO-169b derived attributes follow, and no row of the cache is left behind",
        arguments: Stack.Kind.lasting)
    func derived(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let context = depot.context
        let owner = try context.performAndWait { try depot.owner("first", in: context) }
        context.performAndWait { #expect(owner.value(forKey: "total") as? Int == 3) }
        // A server does not know this form of a text as Foundation does.
        let name: [AnyHashable: Any] =
            kind == .sqlite ? ["name": NSExpression(format: "canonical:(name)")] : [:]
        let result = try depot.update(["points": 10].merging(name) { $1 }) {
            $0.resultType = .updatedObjectIDsResultType
        }
        #expect(result.refreshedObjectIDs == [owner.objectID])
        #expect(try depot.values("total", of: "Owner") == ["first": "20", "second": "0"])
        #expect(try depot.values("loud") == ["a": "A", "b": "B", "c": "C", "s": "S"])
        context.performAndWait { #expect(owner.value(forKey: "total") as? Int == 3) }
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSRefreshedObjectsKey: result.refreshedObjectIDs], into: [context])
        context.performAndWait { #expect(owner.value(forKey: "total") as? Int == 20) }
    }

    @Test(
        "STO-169b a fault that fires after the update has the new values, also those of its derived attributes",
        arguments: Stack.Kind.lasting)
    func cache(_ kind: Stack.Kind) throws {
        let depot = try Depot(kind)
        let reader = depot.stack.context()
        let (owner, item) = try reader.performAndWait {
            let owner = try depot.owner("first", in: reader)
            let item = try depot.item("a", in: reader)
            // Both rows are in the cache now, and both objects are faults.
            reader.refresh(owner, mergeChanges: false)
            reader.refresh(item, mergeChanges: false)
            return (owner, item)
        }
        try depot.update(["points": 5])
        reader.performAndWait {
            #expect(item.value(forKey: "points") as? Int == 5)
            #expect(owner.value(forKey: "total") as? Int == 10)
        }
    }
}

/// Writes down what a results controller tells.
private final class UpdateLog: NSObject, NSFetchedResultsControllerDelegate {
    private(set) var lines: [String] = []

    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        lines.append("will")
    }

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) { lines.append("\(type)") }
}

/// A number that observers on any thread count up.
private final class LockedCount: @unchecked Sendable {
    // Sendable because the number is touched under the lock only.
    private let lock = NSLock()
    private var number = 0

    var count: Int { lock.withLock { number } }
    func add() { lock.withLock { number += 1 } }
}
