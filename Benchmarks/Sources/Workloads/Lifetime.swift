// SPDX-License-Identifier: Apache-2.0
// Whether objects that nobody holds leave memory: many objects are fetched in batches, read and dropped, in one
// context. Memory is what the system counts as resident.

import CMeasuring
import CoreData
import Foundation

/// Resident memory while a context sees many objects and keeps none.
enum Lifetime {
    private static let batch: Int64 = 1000

    /// Megabytes before the first batch, at most while batches come and go, and after everything is closed.
    static func measure(_ session: Session) throws {
        let (rows, file) = (session.workspace.rows, try session.workspace.file(.full))
        measuring_trim_heap()
        let before = residentMegabytes()
        var highest = before
        let stack = try Stack(file, model: Item.makeModel())
        let time = try ContinuousClock().measure {
            for first in stride(from: 0, to: rows, by: Int(batch)) {
                try stack.context.performAndWait { try read(first, min(rows, first + batch), stack) }
                highest = max(highest, residentMegabytes())
            }
        }
        let registered = Double(stack.context.registeredObjects.count)
        try stack.close()
        session.report(Figure("lifetime: fetch and drop by 1,000", "ms", [time / .milliseconds(1)]))
        session.report(Figure("lifetime: resident before", "MB", [before]))
        session.report(Figure("lifetime: resident at most", "MB", [highest]))
        session.report(Figure("lifetime: resident when closed", "MB", [residentMegabytes()]))
        session.report(Figure("lifetime: registered at the end", "", [registered]))
    }

    /// Fetches the objects of some rows and reads each of them.
    private static func read(_ first: Int64, _ last: Int64, _ stack: Stack) throws {
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.predicate = NSPredicate(format: "SELF IN %@", try stack.ids(first + 1...last))
        let items = try stack.context.fetch(request)
        guard items.count == Int(last - first), items.allSatisfy({ $0.number > first && $0.number <= last })
        else {
            throw BenchmarkFailure("a batch has \(items.count) objects")
        }
    }
}
