// SPDX-License-Identifier: Apache-2.0
// Tallies that several processes merge with: each save of FaultWriter's command "merges" adds 1, inserts one element that
// nobody else has, and sets the worker's own key. So what a store holds says which saves it holds.

import Foundation
import Perdure

/// The model, and what must always hold.
public enum TallyModel {
    /// How many tallies there are.
    public static let count = 10

    /// Tally: a number, and an attribute of each kind that merges.
    public static func tallies() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Tally", .attribute("number", .integer64AttributeType),
                .mergeable("count", .counter, default: 0), .mergeable("saves", .set),
                .mergeable("last", .dictionary)))
    }

    /// Inserts the tallies.
    ///
    /// - Parameter stack: an empty store.
    /// - Throws: what saving reports.
    public static func fill(_ stack: Stack) throws {
        let context = stack.context()
        try context.performAndWait {
            for number in 0..<count { context.insert("Tally", ["number": number]) }
            try context.save()
        }
    }

    /// The tallies by number.
    ///
    /// - Parameter context: where they are registered.
    /// - Returns: all of them.
    /// - Throws: what fetching reports.
    public static func all(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        try context.all("Tally", by: "number")
    }

    /// One save: 1 more, one element, one key.
    ///
    /// - Parameters:
    ///   - tally: the tally.
    ///   - worker: the worker's name.
    ///   - number: the save's number, which grows.
    /// - Throws: `CoreDataException` for a model that is another one.
    public static func change(_ tally: NSManagedObject, _ worker: String, _ number: Int) throws {
        try tally.counter(forKey: "count").increment()
        try tally.mergeableSet(forKey: "saves", of: String.self).insert("\(worker)-\(number)")
        try tally.mergeableDictionary(forKey: "last")[worker] = number
    }

    /// What a tally holds.
    public struct Holding: Sendable {
        /// The counter.
        public let count: Int
        /// The numbers of the saves that are in it, by worker.
        public let saves: [String: Set<Int>]
        /// The last of them, as the workers set it.
        public let last: [String: Int]

        /// Whether the three attributes tell the same.
        public var isWhole: Bool {
            count == saves.values.reduce(0) { $0 + $1.count } && last == saves.compactMapValues { $0.max() }
        }
    }

    /// Reads a tally.
    ///
    /// - Parameter tally: the tally.
    /// - Returns: what it holds.
    public static func holding(_ tally: NSManagedObject) -> Holding {
        var saves: [String: Set<Int>] = [:]
        for element in tally.value(forKey: "saves") as? Set<String> ?? [] {
            let parts = element.split(separator: "-").map(String.init)
            saves[parts[0], default: []].insert(parts.count == 2 ? Int(parts[1]) ?? -1 : -1)
        }
        return Holding(
            count: tally.value(forKey: "count") as? Int ?? -1, saves: saves,
            last: tally.value(forKey: "last") as? [String: Int] ?? [:])
    }
}
