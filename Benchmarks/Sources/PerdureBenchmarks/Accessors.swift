// SPDX-License-Identifier: Apache-2.0
// What one attribute access costs, and what an object weighs.

import CBaseline
import CoreData
import Foundation

/// Costs of single objects, in a context that holds all of them.
enum Accessors {
    /// Nanoseconds for reading an integer, a string, and for a tracked write.
    static func costs(_ workspace: Workspace) throws -> [(name: String, target: Double, nanoseconds: Double)]
    {
        let stack = try Stack(workspace.file("full"), model: workspace.model)
        return try stack.context.performAndWait {
            let items = Array(try stack.fetchItems().prefix(1000))
            for item in items { _ = item.number }
            var sum: Int64 = 0
            let read = nanoseconds(items) { sum &+= $0.number }
            let text = nanoseconds(items) { sum &+= Int64($0.name?.utf8.count ?? 0) }
            let write = nanoseconds(items) { $0.number = 7 }
            guard sum != 0 else { throw BenchmarkFailure("nothing was read") }
            stack.context.rollback()
            return [("read an integer", 3, read), ("read a string", 3, text), ("tracked write", 30, write)]
        }
    }

    private static func nanoseconds(_ items: [Item], _ body: (Item) -> Void) -> Double {
        let rounds = 1000
        let time = ContinuousClock().measure {
            for _ in 0..<rounds { for item in items { body(item) } }
        }
        return time / .nanoseconds(1) / Double(rounds * items.count)
    }

    /// Bytes on the heap per object, as faults and realized, row cache and strings included.
    static func memory(_ workspace: Workspace) throws -> (fault: Double, realized: Double) {
        let stack = try Stack(workspace.file("full"), model: workspace.model)
        return try stack.context.performAndWait {
            let request = NSFetchRequest<Item>(entityName: "Item")
            request.includesPropertyValues = false
            let before = bytesInUse()
            let items = try stack.context.fetch(request)
            let faults = bytesInUse()
            for item in items { _ = item.number }
            let realized = bytesInUse()
            let count = Double(items.count)
            return (Double(faults - before) / count, Double(realized - before) / count)
        }
    }

    /// What malloc has given out: the process's size says nothing, because freed memory stays with it.
    private static func bytesInUse() -> Int64 { baseline_heap_bytes() }
}
