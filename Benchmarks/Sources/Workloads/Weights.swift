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

    /// The same of a class with macros, whose two strings have ten bytes.
    static func measureSlips(_ session: Session) throws {
        let weights = try (0..<session.runs).map { _ in
            try measure(session.workspace.file(.slips), SaveMemory.model(), as: Slip.self)
        }
        session.report(Figure("memory of a fault, macro class", "B", weights.map(\.fault)))
        session.report(
            Figure("memory of a realized object, macro class, strings of 10", "B", weights.map(\.realized)))
    }

    private static func measure(_ workspace: Workspace) throws -> (fault: Double, realized: Double) {
        try measure(workspace.file(.full), workspace.model, as: Item.self)
    }

    /// What malloc has given out: the process's size says nothing, because freed memory stays with it.
    private static func measure<Object: Measured>(
        _ file: URL, _ model: NSManagedObjectModel, as type: Object.Type
    ) throws -> (fault: Double, realized: Double) {
        let stack = try Stack(file, model: model)
        defer { try? stack.close() }
        return try stack.context.performAndWait {
            let request = NSFetchRequest<Object>(entityName: "\(type)")
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

/// An object with a number, whose reading realizes it.
private protocol Measured: NSManagedObject {
    var number: Int64 { get }
}

extension Item: Measured {}
extension Slip: Measured {}
