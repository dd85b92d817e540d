// SPDX-License-Identifier: Apache-2.0
// Taking over what another context saved, for every object: merging moves each object to a newer snapshot. Raw SQLite
// has no such thing; what it would do instead is read the rows again.

import CoreData
import Foundation

extension Workload {
    static let merging = [mergeSave, mergeRemote]

    /// The rows are in the row cache: another context of the coordinator has saved them.
    static let mergeSave = Workload(
        name: "merge others' save, realized", target: 2.0, file: .full,
        perdure: {
            try withStack($0, prepare: changeElsewhere) { stack, change in
                stack.context.mergeChanges(fromContextDidSave: change.notification)
                return change.isMerged ? true : nil
            }
        },
        baseline: { [readWithC($0, $1)] })

    /// The rows are read again: all that is known are IDs.
    static let mergeRemote = Workload(
        name: "merge a remote save, realized", target: 2.2, file: .full,
        perdure: {
            try withStack($0, prepare: changeElsewhere) { stack, change in
                let ids = [NSUpdatedObjectsKey: change.items.map(\.objectID)]
                NSManagedObjectContext.mergeChanges(fromRemoteContextSave: ids, into: [stack.context])
                return change.isMerged ? true : nil
            }
        },
        baseline: { [readWithC($0, $1)] })

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
