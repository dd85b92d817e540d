// SPDX-License-Identifier: Apache-2.0
// What transactions saw and did, as a history of lists that only grow. ListWorker.swift makes the transactions, in threads of the
// isolation tests and in processes of FaultWriter's command "lists"; the tests judge the history.

import Foundation
import Perdure

/// One attempt to read some lists and to append to some of them.
public struct ListTransaction: Sendable, Equatable, Codable {
    /// What it saw, by the list's name.
    public var reads: [String: [Int]]
    /// What it appended: a number that no other transaction uses.
    public var appends: [String: Int]
    /// Whether its save returned.
    public var isCommitted: Bool

    /// Makes a transaction.
    public init(reads: [String: [Int]] = [:], appends: [String: Int] = [:], isCommitted: Bool = true) {
        self.reads = reads
        self.appends = appends
        self.isCommitted = isCommitted
    }
}

/// All transactions of a run, and the lists at its end.
public struct ListHistory: Sendable {
    /// The transactions, in any order.
    public var transactions: [ListTransaction]
    /// The lists by their names.
    public var final: [String: [Int]]

    /// Makes a history.
    public init(transactions: [ListTransaction] = [], final: [String: [Int]] = [:]) {
        self.transactions = transactions
        self.final = final
    }
}

/// How a transaction reads.
public enum ListReading: String, CaseIterable, Sendable {
    /// Rows come with the one fetch that the transaction makes.
    case oneFetch
    /// Faults fire one after the other: each sees committed values, but not all of one moment.
    case faults

    /// Whether a transaction never sees half of another one.
    public var isOneMoment: Bool { self == .oneFetch }
}

/// Collects the transactions of many threads.
public final class HistoryRecorder: @unchecked Sendable {
    // Sendable because everything is touched under the lock only.
    private let lock = NSLock()
    private var recorded: [ListTransaction] = []
    private var last: Int

    /// Makes a recorder.
    ///
    /// - Parameter process: Processes that append to the same lists need different numbers, from 0 on.
    public init(process: Int = 0) { last = process * 1_000_000 }

    /// A number that was never given out.
    func nextNumber() -> Int {
        lock.withLock {
            last += 1
            return last
        }
    }

    func record(_ transaction: ListTransaction) { lock.withLock { recorded.append(transaction) } }

    /// All that was recorded.
    public var transactions: [ListTransaction] { lock.withLock { recorded } }
}

/// The lists of a store.
public enum ListModel {
    /// Their names.
    public static let names = ["a", "b", "c", "d", "e"]

    /// The model of List: a name, and numbers as a text.
    public static func lists() -> NSManagedObjectModel {
        NSManagedObjectModel(EntitySketch("List", .attribute("name"), .attribute("numbers")))
    }

    /// Inserts empty lists.
    ///
    /// - Throws: The error of a save.
    public static func fill(_ stack: Stack) throws {
        let context = stack.context()
        try context.performAndWait {
            for name in names { context.insert("List", ["name": name, "numbers": ""]) }
            try context.save()
        }
    }

    /// All lists as they are now.
    ///
    /// - Throws: The error of a fetch.
    public static func all(_ coordinator: NSPersistentStoreCoordinator) throws -> [String: [Int]] {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait {
            let lists = try context.all("List")
            return Dictionary(
                uniqueKeysWithValues: lists.map { ($0.value(forKey: "name") as? String ?? "", numbers($0)) })
        }
    }

    static func numbers(_ list: NSManagedObject) -> [Int] {
        (list.value(forKey: "numbers") as? String ?? "").split(separator: " ").compactMap { Int($0) }
    }
}
