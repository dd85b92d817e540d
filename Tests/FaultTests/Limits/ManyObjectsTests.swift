// SPDX-License-Identifier: Apache-2.0
// Very many contexts and objects at once. PERDURE_OBJECTS=1000000 takes a million objects (10,000 in every run), and
// PERDURE_CONTEXTS so many contexts (1,000).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Many objects and contexts") struct ManyObjectsTests {
    private static let objects = Counts.number("PERDURE_OBJECTS", standard: 10_000)
    private static let contexts = Counts.number("PERDURE_CONTEXTS", standard: 1_000)

    private struct Watched {
        weak var object: AnyObject?
    }

    @Test(
        "REL-35 a thousand contexts of one coordinator live beside each other, and all of them end",
        arguments: Stack.Kind.allCases)
    func contexts(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, FaultModel.batches())
        let first = stack.context()
        let ids = try first.performAndWait {
            let counters = (0..<Self.contexts).map { first.insert("Counter", ["value": $0]) }
            try first.save()
            return counters.map(\.objectID)
        }
        var contexts = (0..<Self.contexts).map { _ in stack.context() }
        for (index, context) in contexts.enumerated() { try count(context, index, ids[index]) }
        let reader = stack.context()
        let sum = try reader.all("Counter").reduce(0) {
            $0 + ($1.value(forKey: "value") as? Int ?? 0)
        }
        #expect(sum == (0..<Self.contexts).reduce(0, +) + 1_000_000 * Self.contexts)
        let watched = contexts.map { Watched(object: $0) }
        contexts = []
        first.performAndWait { first.reset() }
        #expect(watched.allSatisfy { $0.object == nil })
    }

    /// Raises a counter; every tenth context works through a child.
    private func count(_ context: NSManagedObjectContext, _ index: Int, _ id: NSManagedObjectID) throws {
        let worker = index % 10 == 0 ? NSManagedObjectContext(.privateQueue) : context
        if worker !== context { worker.parent = context }
        try worker.performAndWait {
            let counter = try worker.existingObject(with: id)
            counter.setValue(index + 1_000_000, forKey: "value")
            try worker.save()
        }
        if worker !== context { try context.performAndWait { try context.save() } }
    }

    @Test(
        "REL-35 very many objects are inserted, let go at once, read again and deleted at once",
        arguments: Stack.Kind.allCases)
    func objects(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, FaultModel.batches())
        let context = stack.context()
        try context.performAndWait {
            for number in 0..<Self.objects { context.insert("Counter", ["value": number]) }
            let watched = context.insertedObjects.prefix(100).map { Watched(object: $0) }
            try context.save()
            context.reset()
            #expect(watched.allSatisfy { $0.object == nil })
            #expect(context.registeredObjects.isEmpty)
            var all = try context.all("Counter")
            #expect(all.count == Self.objects)
            #expect(
                all.reduce(0) { $0 + ($1.value(forKey: "value") as? Int ?? 0) } == Self.objects
                    * (Self.objects - 1) / 2)
            for object in all { context.delete(object) }
            all = []
            try context.save()
            #expect(context.registeredObjects.isEmpty)
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Counter")) == 0)
        }
    }

    @Test("REL-35 very many unsaved objects are let go at once, with their undoing")
    func unsaved() throws {
        let stack = try Stack(.inMemory, FaultModel.batches())
        let context = stack.context()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        context.performAndWait {
            manager.beginUndoGrouping()
            for number in 0..<Self.objects { context.insert("Counter", ["value": number]) }
            context.processPendingChanges()
            manager.endUndoGrouping()
            context.undo()
            #expect(context.insertedObjects.isEmpty)
            context.redo()
            context.processPendingChanges()
            #expect(context.insertedObjects.count == Self.objects)
            let watched = context.insertedObjects.prefix(100).map { Watched(object: $0) }
            context.reset()
            manager.removeAllActions()
            #expect(watched.allSatisfy { $0.object == nil })
            #expect(context.registeredObjects.isEmpty && !context.hasChanges)
        }
    }
}
