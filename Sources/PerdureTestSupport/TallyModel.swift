// SPDX-License-Identifier: Apache-2.0
// Tallies with which several processes merge. Each save of FaultWriter's command "merges" adds 1, inserts one element of
// its own, and sets the worker's own key. The contents of a store therefore tell which saves it has.

import Foundation
import Perdure

/// The model, and the invariant of a tally.
public enum TallyModel {
    /// The number of tallies.
    public static let count = 10

    /// The model of Tally: a number, a counter, a set and a dictionary that merge.
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
    /// - Throws: the error of a save.
    public static func fill(_ stack: Stack) throws {
        let context = stack.context()
        try context.performAndWait {
            for number in 0..<count { context.insert("Tally", ["number": number]) }
            try context.save()
        }
    }

    /// The tallies by number.
    ///
    /// - Parameter context: the context of the tallies.
    /// - Returns: all of them.
    /// - Throws: the error of a fetch.
    public static func all(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        try context.all("Tally", by: "number")
    }

    /// Makes the changes of one save: adds 1, inserts one element, sets one key.
    ///
    /// - Parameters:
    ///   - tally: the tally.
    ///   - worker: the worker's name.
    ///   - number: the save's number, which grows.
    /// - Throws: `CoreDataException` for another model.
    public static func change(_ tally: NSManagedObject, _ worker: String, _ number: Int) throws {
        try tally.counter(forKey: "count").increment()
        try tally.mergeableSet(forKey: "saves", of: String.self).insert("\(worker)-\(number)")
        try tally.mergeableDictionary(forKey: "last")[worker] = number
    }

    /// The contents of a tally.
    public struct Holding: Sendable {
        /// The counter.
        public let count: Int
        /// The numbers of the tally's saves, by worker.
        public let saves: [String: Set<Int>]
        /// The number of each worker's last save, as the worker set it.
        public let last: [String: Int]

        /// Whether the three attributes agree.
        public var isWhole: Bool {
            count == saves.values.reduce(0) { $0 + $1.count } && last == saves.compactMapValues { $0.max() }
        }
    }

    /// Reads a tally.
    ///
    /// - Parameter tally: the tally.
    /// - Returns: the tally's contents.
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
