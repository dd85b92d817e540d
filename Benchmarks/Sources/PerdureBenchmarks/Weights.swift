// SPDX-License-Identifier: Apache-2.0
// What an object weighs.

import CBaseline
import CoreData
import Foundation

/// Bytes on the heap per object, row cache and strings included.
struct Weights {
    let fault: Double
    let realized: Double

    init(_ workspace: Workspace) throws {
        let stack = try Stack(workspace.file("full"), model: workspace.model)
        (fault, realized) = try stack.context.performAndWait {
            let request = NSFetchRequest<Item>(entityName: "Item")
            request.includesPropertyValues = false
            let before = Self.bytesInUse()
            let items = try stack.context.fetch(request)
            let faults = Self.bytesInUse()
            for item in items { _ = item.number }
            let realized = Self.bytesInUse()
            let count = Double(items.count)
            return (Double(faults - before) / count, Double(realized - before) / count)
        }
    }

    /// What malloc has given out: the process's size says nothing, because freed memory stays with it.
    private static func bytesInUse() -> Int64 { baseline_heap_bytes() }
}
