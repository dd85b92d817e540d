// SPDX-License-Identifier: Apache-2.0
// What undo costs: recording 10,000 changes of one attribute, each of another object, and going back and forth.

import CMeasuring
import CoreData
import Foundation

/// Times and weights of one change.
enum Undoing {
    private static let count: Int64 = 10_000

    static func measure(_ session: Session) throws {
        let stack = try Stack(
            session.workspace.folder.appendingPathComponent("undo.sqlite"), model: Sample.makeModel())
        let measured: [[Double]] = try stack.context.performAndWait {
            let samples = try Self.samples(stack.context)
            return (0..<session.runs).map { measure(stack.context, samples, Int64($0)) }
        }
        let names = [
            "first write, to be undone", "its part of the event's end", "undo of a change",
            "redo of a change", "memory of a recorded change",
        ]
        for (index, name) in names.enumerated() {
            let unit = index == 4 ? "B" : "ns"
            session.report(
                Figure(name, unit, measured.map { $0[index] }, target: index == 0 ? 60 : nil))
        }
        try stack.close()
    }

    private static func samples(_ context: NSManagedObjectContext) throws -> [Sample] {
        let samples = (1...count).compactMap { i in
            let sample =
                NSEntityDescription.insertNewObject(forEntityName: "Sample", into: context) as? Sample
            sample?.fill(i)
            return sample
        }
        try context.save()
        return samples
    }

    /// Writing, the end of the event that records it, undo and redo with the ends of their events; then bytes.
    private static func measure(_ context: NSManagedObjectContext, _ samples: [Sample], _ run: Int64)
        -> [Double]
    {
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        for sample in samples { sample.number = -1 }
        context.processPendingChanges()
        manager.removeAllActions()
        let before = measuring_heap_bytes()
        let write = time { for sample in samples { sample.number = run } }
        let end = time { context.processPendingChanges() }
        let bytes = measuring_heap_bytes() - before
        let undo = time {
            context.undo()
            context.processPendingChanges()
        }
        let redo = time {
            context.redo()
            context.processPendingChanges()
        }
        return [write, end, undo, redo, Double(bytes) / Double(count)]
    }

    private static func time(_ work: () -> Void) -> Double {
        let start = measuring_thread_nanoseconds()
        work()
        return Double(measuring_thread_nanoseconds() - start) / Double(count)
    }
}
