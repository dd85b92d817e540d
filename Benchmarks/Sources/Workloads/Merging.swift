// SPDX-License-Identifier: Apache-2.0
// Taking over what another context saved, for every object: merging moves each object to a newer snapshot. Raw SQLite
// has no such thing; what it would do instead is read the rows again.

import CoreData
import Foundation

extension Workload {
    static let merging = [mergeSave, adoptRemoteSave, mergeTwo]

    /// The rows are in the row cache: another context of the coordinator has saved them.
    static let mergeSave = Workload(
        name: "merge others' save, realized", target: 5, file: .full,
        perdure: {
            try withStack($0, prepare: changeElsewhere) { stack, change in
                stack.context.mergeChanges(fromContextDidSave: change.notification)
                return change.isMerged ? true : nil
            }
        },
        baseline: { [readWithC($0, $1)] })

    /// The rows are read again: all that is known are IDs.
    static let adoptRemoteSave = Workload(
        name: "merge a remote save, realized", target: 6, file: .full,
        perdure: {
            try withStack($0, prepare: changeElsewhere) { stack, change in
                let ids = [NSUpdatedObjectsKey: change.items.map(\.objectID)]
                NSManagedObjectContext.mergeChanges(fromRemoteContextSave: ids, into: [stack.context])
                return change.isMerged ? true : nil
            }
        },
        baseline: { [readWithC($0, $1)] })

    /// Another context changes 10,000 objects and saves them, and this one takes them over; C writes the rows through one
    /// connection and reads them through another.
    static let mergeTwo = Workload(
        name: "save 10,000, merge into a second", file: .full, objects: few,
        perdure: {
            try withStack($0, prepare: shareFew) { stack, shared -> Bool? in
                let saved = SavedNote(shared.context)
                try shared.context.performAndWait {
                    for item in shared.theirs { item.number += 1 }
                    try shared.context.save()
                }
                guard let notification = saved.notification else { return nil }
                stack.context.mergeChanges(fromContextDidSave: notification)
                return shared.mine.allSatisfy { $0.number > 1 } ? true : nil
            }
        },
        baseline: { [Baseline("update-and-read", $0, few($1), rows: few($1))] })

    private static func few(_ workspace: Workspace) -> Int64 { min(10_000, workspace.rows) }

    /// The same objects in two contexts, realized in both.
    private struct Shared {
        let context: NSManagedObjectContext
        let theirs: [Item]
        let mine: [Item]
    }

    private static func shareFew(_ stack: Stack, _ workspace: Workspace) throws -> Shared {
        let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        other.persistentStoreCoordinator = stack.coordinator
        let count = few(workspace)
        return Shared(
            context: other, theirs: try other.performAndWait { try realized(other, count) },
            mine: try realized(stack.context, count))
    }

    private static func realized(_ context: NSManagedObjectContext, _ count: Int64) throws -> [Item] {
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.predicate = NSPredicate(format: "number <= %@", count)
        let items = try context.fetch(request)
        guard items.count == count, items.allSatisfy({ $0.name != nil }) else {
            throw BenchmarkFailure("the file has \(items.count) rows of \(count)")
        }
        return items
    }

    /// What the other context did, and the objects that have not heard of it yet.
    private struct Change {
        let items: [Item]
        let former: Int64
        let notification: Notification

        var isMerged: Bool { items.allSatisfy { $0.number != 0 } && items[0].number == former + 1 }
    }

    /// Realizes every object, then changes every object in a second context.
    private static func changeElsewhere(_ stack: Stack, _ workspace: Workspace) throws -> Change {
        let items = try stack.fetchItems()
        guard let first = items.first, items.allSatisfy({ $0.name != nil }) else {
            throw BenchmarkFailure("the file has no rows")
        }
        let former = first.number
        let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        other.persistentStoreCoordinator = stack.coordinator
        return try other.performAndWait {
            let request = NSFetchRequest<Item>(entityName: "Item")
            for item in try other.fetch(request) { item.number += 1 }
            let saved = SavedNote(other)
            try other.save()
            guard let notification = saved.notification else {
                throw BenchmarkFailure("no notification of a save")
            }
            return Change(items: items, former: former, notification: notification)
        }
    }

    /// Keeps the notification of a save.
    private final class SavedNote {
        private(set) var notification: Notification?
        private var token: (any NSObjectProtocol)?

        init(_ context: NSManagedObjectContext) {
            // Saves post on the thread that saves, which is the one that waits.
            nonisolated(unsafe) weak let note = self
            token = NotificationCenter.default.addObserver(
                forName: NSManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
            ) { note?.notification = $0 }
        }

        deinit { token.map(NotificationCenter.default.removeObserver) }
    }
}
