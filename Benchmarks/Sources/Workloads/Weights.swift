// SPDX-License-Identifier: Apache-2.0
// What an object weighs.

import CMeasuring
import CoreData
import Foundation

/// Bytes on the heap per object, row cache and strings included.
enum Weights {
    static func measure(_ session: Session) throws {
        let weights = try (0..<session.runs).map { _ in try measure(session.workspace) }
        session.report(Figure("memory of a fault", "B", weights.map(\.fault), target: 160))
        // The target is 450 and the strings, which are those of Item.fill.
        session.report(Figure("memory of a realized object", "B", weights.map(\.realized), target: 450))
    }

    /// What malloc has given out: the process's size says nothing, because freed memory stays with it.
    private static func measure(_ workspace: Workspace) throws -> (fault: Double, realized: Double) {
        let stack = try Stack(workspace.file(.full), model: workspace.model)
        defer { try? stack.close() }
        return try stack.context.performAndWait {
            let request = NSFetchRequest<Item>(entityName: "Item")
            request.includesPropertyValues = false
            let before = measuring_heap_bytes()
            let items = try stack.context.fetch(request)
            let faults = measuring_heap_bytes()
            for item in items { _ = item.number }
            let realized = measuring_heap_bytes()
            let count = Double(items.count)
            return (Double(faults - before) / count, Double(realized - before) / count)
        }
    }
}
