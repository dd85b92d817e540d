// SPDX-License-Identifier: Apache-2.0
// One thread of the isolation tests: transactions until they are committed.

import Foundation
import Perdure
import PerdureTestSupport

/// Reads some lists, appends to some of them, saves; again after each conflict.
struct ListWorker {
    private let coordinator: NSPersistentStoreCoordinator
    private let recorder: HistoryRecorder
    private let reading: IsolationTests.Reading
    private var numbers: SeededNumbers

    init(
        _ coordinator: NSPersistentStoreCoordinator, _ recorder: HistoryRecorder,
        _ reading: IsolationTests.Reading, seed: UInt64
    ) {
        self.coordinator = coordinator
        self.recorder = recorder
        self.reading = reading
        numbers = SeededNumbers(seed: seed)
    }

    /// One transaction, in as many attempts as it takes.
    mutating func transact(_ names: [String]) throws {
        let chosen = Array(names.shuffled(using: &numbers).prefix(3))
        let changed = Int.random(in: 0...2, using: &numbers)
        while !(try attempt(chosen, changed: changed)) {}
    }

    private func attempt(_ names: [String], changed: Int) throws -> Bool {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        var transaction = ListTransaction()
        try context.performAndWait {
            let lists = try fetch(names, context)
            transaction.reads = lists.mapValues(Self.numbers)
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

    private static func numbers(_ list: NSManagedObject) -> [Int] {
        (list.value(forKey: "numbers") as? String ?? "").split(separator: " ").compactMap { Int($0) }
    }

    /// All lists as they are now.
    static func lists(_ coordinator: NSPersistentStoreCoordinator) throws -> [String: [Int]] {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait {
            let lists = try context.all("List")
            return Dictionary(
                uniqueKeysWithValues: lists.map { ($0.value(forKey: "name") as? String ?? "", numbers($0)) })
        }
    }
}
