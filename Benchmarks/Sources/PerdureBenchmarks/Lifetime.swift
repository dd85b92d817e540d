// SPDX-License-Identifier: Apache-2.0
// Whether objects that nobody holds leave memory: many objects are fetched in batches, read and dropped, in one
// context. Memory is what the system counts as resident.

import CoreData
import Foundation

/// Resident memory while a context sees many objects and keeps none.
struct Lifetime {
    static let batch: Int64 = 1000

    /// Megabytes before the first batch, at each tenth of the work, and after everything is closed.
    private(set) var samples: [(name: String, megabytes: Double)] = []
    private(set) var registered = 0
    private(set) var time = Duration.zero

    init(rows: Int64, folder: URL) throws {
        let file = folder.appendingPathComponent("lifetime.sqlite")
        try Item.fill(file, rows: rows)
        sample("before")
        let stack = try Stack(file, model: Item.makeModel())
        let clock = ContinuousClock()
        let start = clock.now
        for first in stride(from: 0, to: rows, by: Int(Self.batch)) {
            let last = min(rows, first + Self.batch)
            try stack.context.performAndWait { try Self.read(first, last, stack) }
            if last * 10 / rows > first * 10 / rows { sample("\(last)") }
        }
        time = clock.now - start
        registered = stack.context.registeredObjects.count
        try stack.close()
        sample("closed")
    }

    /// Fetches the objects of some rows and reads each of them.
    private static func read(_ first: Int64, _ last: Int64, _ stack: Stack) throws {
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.predicate = NSPredicate(format: "SELF IN %@", try stack.ids(from: first + 1, to: last))
        let items = try stack.context.fetch(request)
        guard items.count == Int(last - first), items.allSatisfy({ $0.number > first && $0.number <= last })
        else {
            throw BenchmarkFailure("a batch has \(items.count) objects")
        }
    }

    private mutating func sample(_ name: String) {
        samples.append((name, residentMegabytes()))
    }
}

extension Stack {
    /// The IDs of some rows, made from URIs.
    fileprivate func ids(from first: Int64, to last: Int64) throws -> [NSManagedObjectID] {
        guard let identifier = coordinator.persistentStores.first?.identifier else { return [] }
        return try (first...last).map { number in
            let text = "x-coredata://\(identifier)/Item/p\(number)"
            guard let url = URL(string: text), let id = coordinator.managedObjectID(forURIRepresentation: url)
            else { throw BenchmarkFailure("no ID for \(text)") }
            return id
        }
    }
}
