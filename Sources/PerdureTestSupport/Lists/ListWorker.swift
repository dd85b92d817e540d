// SPDX-License-Identifier: Apache-2.0
// One thread of the isolation tests: transactions until they are committed.

import Foundation
import Perdure

/// Reads some lists, appends to some of them, saves; again after each conflict.
public struct ListWorker {
    private let coordinator: NSPersistentStoreCoordinator
    private let recorder: HistoryRecorder
    private let reading: ListReading
    private var numbers: SeededNumbers

    /// Makes a worker for one thread.
    public init(
        _ coordinator: NSPersistentStoreCoordinator, _ recorder: HistoryRecorder, _ reading: ListReading,
        seed: UInt64
    ) {
        self.coordinator = coordinator
        self.recorder = recorder
        self.reading = reading
        numbers = SeededNumbers(seed: seed)
    }

    /// One transaction, in as many attempts as it takes.
    ///
    /// - Throws: Errors that are no conflicts.
    public mutating func transact() throws {
        let chosen = Array(ListModel.names.shuffled(using: &numbers).prefix(3))
        let changed = Int.random(in: 0...2, using: &numbers)
        while !(try attempt(chosen, changed: changed)) {}
    }

    private func attempt(_ names: [String], changed: Int) throws -> Bool {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        var transaction = ListTransaction()
        try context.performAndWait {
            let lists = try fetch(names, context)
            transaction.reads = lists.mapValues(ListModel.numbers)
            for name in names.prefix(changed) { append(to: name, lists, &transaction) }
            do {
                try context.save()
            } catch let error as NSError where error.code == NSManagedObjectMergeError {
                transaction.isCommitted = false
            }
        }
        recorder.record(transaction)
        return transaction.isCommitted
    }

    private func fetch(_ names: [String], _ context: NSManagedObjectContext) throws
        -> [String: NSManagedObject]
    {
        let request = NSFetchRequest<NSManagedObject>(entityName: "List")
        request.predicate = NSPredicate(format: "name IN %@", names as NSArray)
        request.returnsObjectsAsFaults = reading == .faults
        let lists = try context.fetch(request).map { ($0.value(forKey: "name") as? String ?? "", $0) }
        return Dictionary(lists, uniquingKeysWith: { first, _ in first })
    }

    private func append(
        to name: String, _ lists: [String: NSManagedObject], _ transaction: inout ListTransaction
    ) {
        let number = recorder.nextNumber()
        let numbers = (transaction.reads[name] ?? []) + [number]
        lists[name]?.setValue(numbers.map(String.init).joined(separator: " "), forKey: "numbers")
        transaction.appends[name] = number
    }
}
