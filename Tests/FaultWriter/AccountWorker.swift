// SPDX-License-Identifier: Apache-2.0
// One worker of the stress test: a context that moves amounts, tries again after conflicts, and looks at the sums.
// What it does to accounts is in AccountWorker+Changes.swift.

import CoreData
import Foundation
import PerdureTestSupport

/// What must never be seen.
struct StressFailure: LocalizedError {
    let errorDescription: String?
    init(_ text: String) { errorDescription = text }
}

/// A worker with a context for its changes and one for reading.
final class AccountWorker {
    let context: NSManagedObjectContext
    let reader: NSManagedObjectContext
    private let row: NSManagedObjectID
    private var observer: (any NSObjectProtocol)?
    /// Accounts that stay registered, so that merges and refreshes have something to do.
    var held: [NSManagedObject] = []
    var figures = StressFigures()

    init(_ name: String, _ coordinator: NSPersistentStoreCoordinator, mergesByItself: Bool) throws {
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        for context in [context, reader] { context.persistentStoreCoordinator = coordinator }
        context.automaticallyMergesChangesFromParent = mergesByItself
        row = try context.performAndWait { [context] in
            let worker = context.insert("Worker", ["name": name])
            try context.save()
            return worker.objectID
        }
        if !mergesByItself { mergeWhatOthersSave(coordinator) }
    }

    deinit { observer.map { NotificationCenter.default.removeObserver($0) } }

    private func mergeWhatOthersSave(_ coordinator: NSPersistentStoreCoordinator) {
        observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
        ) { [weak context] notification in
            guard let context, let sender = notification.object as? NSManagedObjectContext,
                sender !== context, sender.parent == nil, sender.persistentStoreCoordinator === coordinator
            else { return }
            // The notification is not changed any more, and merging reads object IDs out of it.
            nonisolated(unsafe) let saved = notification
            context.perform { context.mergeChanges(fromContextDidSave: saved) }
        }
    }

    func run(until end: Date) throws {
        while Date() < end { try step() }
        // What was announced is merged before the store is closed.
        observer.map { NotificationCenter.default.removeObserver($0) }
        observer = nil
        context.performAndWait {}
    }

    private func step() throws {
        switch Int.random(in: 0..<100) {
        case ..<45: try repeating { try self.move($0) }
        case ..<55: try repeating { try self.open($0) }
        case ..<62: try repeating { try self.empty($0) }
        case ..<66: try repeating { try self.close($0) }
        case ..<78: try repeating(inChild: true) { try self.move($0) }
        case ..<83: refresh()
        case ..<93: try checkSum()
        default: try checkObjects()
        }
    }

    // MARK: Saving

    /// Makes a change and saves it, again and again until no conflict is in the way.
    private func repeating(inChild: Bool = false, _ change: (NSManagedObjectContext) throws -> Int) throws {
        for attempt in 0..<10_000 {
            let isDone = try context.performAndWait { [self] in
                do {
                    let touches = inChild ? try changeInChild(change) : try change(context)
                    try save(touches)
                    return true
                } catch let error where Self.isConflict(error) {
                    recover(error, attempt)
                    return false
                }
            }
            if isDone { return }
            figures.conflicts += 1
        }
        throw StressFailure("ten thousand conflicts in a row")
    }

    private func changeInChild(_ change: (NSManagedObjectContext) throws -> Int) throws -> Int {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = context
        return try child.performAndWait {
            let touches = try change(child)
            try child.save()
            return touches
        }
    }

    private func save(_ touches: Int) throws {
        if touches == 0 && !context.hasChanges { return }
        let worker = try context.existingObject(with: row)
        worker.setValue((worker.value(forKey: "touches") as? Int ?? 0) + touches, forKey: "touches")
        let start = ContinuousClock.now
        try context.save()
        figures.longest = max(figures.longest, Int((ContinuousClock.now - start) / .microseconds(1)))
        figures.saves += 1
        figures.touches += touches
    }

    private static func isConflict(_ error: any Error) -> Bool {
        error is AccountGone || (error as NSError).code == NSManagedObjectMergeError
    }

    /// Gives the changes up in one of the ways that programs use.
    private func recover(_ error: any Error, _ attempt: Int) {
        let conflicts = (error as NSError).userInfo[NSPersistentStoreSaveConflictsErrorKey]
        context.rollback()
        switch attempt % 3 {
        case 0:
            for conflict in conflicts as? [NSMergeConflict] ?? [] {
                context.refresh(conflict.sourceObject, mergeChanges: false)
            }
        case 1: context.refreshAllObjects()
        default:
            held = []
            context.reset()
        }
    }

    // MARK: Reading

    private func refresh() {
        context.performAndWait { [self] in
            if let object = held.randomElement() { context.refresh(object, mergeChanges: Bool.random()) }
            if Int.random(in: 0..<10) == 0 { context.refreshAllObjects() }
        }
    }

    private func checkSum() throws {
        let sum = try reader.performAndWait { [reader] in
            try AccountModel.sum(of: "balance", "Account", in: reader)
        }
        guard sum == AccountModel.total else { throw StressFailure("a fetch found the sum \(sum)") }
        figures.reads += 1
    }

    /// Objects with their values, as one fetch gives them.
    private func checkObjects() throws {
        let sum = try reader.performAndWait { [reader] in
            reader.reset()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Account")
            request.returnsObjectsAsFaults = false
            return try reader.fetch(request).reduce(0) { $0 + ($1.value(forKey: "balance") as? Int ?? 0) }
        }
        guard sum == AccountModel.total else {
            throw StressFailure("objects of one fetch have the sum \(sum)")
        }
        figures.reads += 1
    }
}
