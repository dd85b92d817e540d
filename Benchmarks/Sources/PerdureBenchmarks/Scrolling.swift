// SPDX-License-Identifier: Apache-2.0
// Going through a long sorted list in batches: how long it takes beside one SQL statement that reads the same rows in
// the same order, and how much memory it needs.

import CoreData
import Foundation

/// One way through all rows.
struct Scrolling {
    static let batchSize = 100

    let baseline: Duration
    let time: Duration
    /// Resident megabytes before the fetch, with all IDs, and the most that was seen after each tenth of the rows.
    private(set) var memory: (before: Double, fetched: Double, highest: Double) = (0, 0, 0)

    static func passes(_ count: Int, rows: Int64, folder: URL) throws -> [Scrolling] {
        let file = folder.appendingPathComponent("scrolling.sqlite")
        try Item.fill(file, rows: rows)
        return try (0..<count).map { _ in try Scrolling(file, rows: rows) }
    }

    private init(_ file: URL, rows: Int64) throws {
        baseline = try Workload.ask(
            file,
            "SELECT Z_PK, Z_ENT, Z_OPT, ZCOUNT, ZNUMBER, ZSCORE, ZCREATED, ZNAME, ZNOTE FROM ZITEM ORDER BY ZNUMBER",
            rows: rows)
        let stack = try Stack(file, model: Item.makeModel())
        let start = ContinuousClock.now
        memory = try stack.context.performAndWait { try Self.scroll(stack, rows) }
        time = ContinuousClock.now - start
        try stack.close()
    }

    private static func scroll(_ stack: Stack, _ rows: Int64) throws -> (Double, Double, Double) {
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
        request.fetchBatchSize = batchSize
        let before = residentMegabytes()
        let items = try stack.context.fetchBatches(request)
        let fetched = residentMegabytes()
        var highest = fetched
        var number: Int64 = 0
        for item in items {
            number += 1
            guard item.number == number, item.name != nil else {
                throw BenchmarkFailure("item \(item.number) stands at \(number)")
            }
            if number * 10 % rows < 10 { highest = max(highest, residentMegabytes()) }
        }
        guard number == rows else { throw BenchmarkFailure("the list has \(number) objects") }
        return (before, fetched, highest)
    }
}
