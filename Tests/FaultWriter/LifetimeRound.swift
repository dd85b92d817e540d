// SPDX-License-Identifier: Apache-2.0
// One round of the long life in LifetimeCommand.swift: a store is opened, used in every way and closed.

import CoreData
import Foundation
import PerdureTestSupport

/// A round on a store of one kind, which is the next one at the next round.
final class LifetimeRound {
    private let number: Int
    private let url: URL?
    private var watched: [Watched] = []

    private struct Watched {
        weak var object: AnyObject?
    }

    private static let rows = 40

    init(_ number: Int, _ folder: URL) {
        self.number = number
        let forms = ["sqlite", "xml", "sqlite", "binary", nil]
        url = forms[number % forms.count].map { folder.appendingPathComponent("Lifetime.\($0)") }
    }

    /// How many of the round's objects are still there.
    var survivors: Int { watched.filter { $0.object != nil }.count }

    private func watch(_ object: AnyObject?) { watched.append(Watched(object: object)) }

    func run() throws {
        let stack = try open()
        watch(stack.coordinator)
        let context = stack.context(.mergeByPropertyObjectTrump)
        watch(context)
        try context.performAndWait {
            try fill(context)
            try edit(context)
            try undo(context)
            try nest(context)
            try conflict(context, stack)
            context.reset()
        }
        if stack.store.type == NSSQLiteStoreType { try forget(stack) }
        try stack.coordinator.remove(stack.store)
    }

    private func open() throws -> Stack {
        guard let url else { return try Stack(.inMemory, EntryModel.entries()) }
        let options: [AnyHashable: Any]? =
            url.pathExtension == "sqlite" ? [NSPersistentHistoryTrackingKey: true] : nil
        return try Stack(at: url, EntryModel.entries(), options: options)
    }

    // MARK: Work

    private func fill(_ context: NSManagedObjectContext) throws {
        for entry in try context.all("Entry") {
            watch(entry)
            for part in entry.value(forKey: "parts") as? Set<NSManagedObject> ?? [] { watch(part) }
            context.delete(entry)
        }
        for number in 1...Self.rows {
            let entry = context.insert("Entry", ["number": number, "series": 1, "edition": 1])
            entry.setValue(Data(count: number == 1 ? 120_000 : 100), forKey: "picture")
            for _ in 0..<3 { watch(context.insert("Part", ["entry": entry, "content": Data(count: 50)])) }
            watch(entry)
        }
        try context.save()
        context.refreshAllObjects()
    }

    private func edit(_ context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
        request.predicate = NSPredicate(format: "ANY parts.content != nil AND number > %d", number % 20)
        request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: false)]
        request.fetchBatchSize = 7
        request.relationshipKeyPathsForPrefetching = ["parts"]
        for entry in try context.fetch(request) {
            watch(entry)
            entry.setValue(self.number, forKey: "edition")
            _ = (entry.value(forKey: "parts") as? Set<NSManagedObject>)?.count
        }
        try context.save()
    }

    private func undo(_ context: NSManagedObjectContext) throws {
        let manager = UndoManager()
        watch(manager)
        manager.groupsByEvent = false
        context.undoManager = manager
        for entry in try context.all("Entry", "number < 5") {
            manager.beginUndoGrouping()
            if entry.value(forKey: "number") as? Int == 3 { context.delete(entry) }
            entry.setValue(-1, forKey: "edition")
            context.processPendingChanges()
            manager.endUndoGrouping()
        }
        while manager.canUndo { context.undo() }
        if manager.canRedo { context.redo() }
        context.rollback()
        context.undoManager = nil
    }

    private func nest(_ context: NSManagedObjectContext) throws {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        watch(child)
        child.parent = context
        try child.performAndWait {
            let entry = child.insert("Entry", ["number": 1000, "series": 2])
            watch(entry)
            for other in try child.all("Entry", "series == 1 AND number < 10") {
                other.setValue(7, forKey: "edition")
            }
            try child.save()
        }
        try context.save()
    }

    /// Another context saves first; this one takes its changes over, and has some that conflict.
    private func conflict(_ context: NSManagedObjectContext, _ stack: Stack) throws {
        let mine = try context.all("Entry", "number == 2").first
        mine?.setValue(100, forKey: "edition")
        let other = stack.context()
        watch(other)
        try other.performAndWait {
            for entry in try other.all("Entry", "number < 4") { entry.setValue(200, forKey: "edition") }
            try other.save()
        }
        try? context.save()
        context.rollback()
    }

    /// Batches, and the end of the history.
    private func forget(_ stack: Stack) throws {
        let context = stack.context()
        try context.performAndWait {
            for kind in ["insert", "delete"] { _ = try context.execute(try Command.request(kind)) }
            let history = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
            guard let found = try context.execute(history) as? NSPersistentHistoryResult,
                let transactions = found.result as? [NSPersistentHistoryTransaction]
            else { return }
            for transaction in transactions {
                context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            }
            _ = try context.execute(
                NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture))
        }
    }
}
