// SPDX-License-Identifier: Apache-2.0
// Objects without changes read the row that is their snapshot; the first change gives them values of their own.

import Foundation
import PerdureStore
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Shared snapshots")
struct SharedSnapshotTests {
    private let stack: Stack
    private let context: NSManagedObjectContext

    init() throws {
        let entity = ModelSamples.entity(
            "Note", [ModelSamples.attribute("text"), ModelSamples.attribute("count", .integer64)])
        stack = try Stack(.inMemory, ModelSamples.model(entity))
        context = stack.context()
        try context.performAndWait {
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue("a text that is too long for a small string", forKey: "text")
            note.setValue(Int64(1), forKey: "count")
            try context.save()
        }
    }

    private func fetched(_ context: NSManagedObjectContext) throws -> NSManagedObject {
        let note = try #require(context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")).first)
        note.willAccessValue(forKey: nil)
        return note
    }

    @Test("two contexts have one row; a change of one is seen by nobody else before the save")
    func changing() throws {
        let (first, second) = (stack.context(), stack.context())
        try first.performAndWait {
            let note = try fetched(first)
            let other = try second.performAndWait { try fetched(second) }
            #expect(note.snapshot === other.snapshot)
            note.setValue(Int64(2), forKey: "count")
            #expect(note.value(forKey: "count") as? Int64 == 2)
            #expect(note.snapshot === other.snapshot)
            #expect(note.snapshot?[try #require(note.binding.layout.slots["count"])] == .integer(1))
            second.performAndWait { #expect(other.value(forKey: "count") as? Int64 == 1) }
            first.rollback()
            #expect(note.value(forKey: "count") as? Int64 == 1)
            #expect(note.value(forKey: "text") as? String == "a text that is too long for a small string")
        }
    }

    @Test("values outlive the row cache, the store's other contexts and the object's change")
    func lifetime() throws {
        let reader = stack.context()
        try reader.performAndWait {
            let note = try fetched(reader)
            context.performAndWait { context.reset() }
            for store in stack.coordinator.engineStores { store.rows.removeAll() }
            #expect(note.value(forKey: "text") as? String == "a text that is too long for a small string")
            note.setPrimitiveValue("other", forKey: "text")
            #expect(note.value(forKey: "count") as? Int64 == 1)
            reader.refresh(note, mergeChanges: false)
            #expect(note.isFault)
            #expect(note.value(forKey: "text") as? String == "a text that is too long for a small string")
        }
    }

    @Test("an object's ID is one, on whichever thread it is asked for first")
    func oneID() throws {
        let reader = stack.context()
        try reader.performAndWait {
            for _ in 0..<50 {
                // Only its ID is asked for on other threads, which is allowed.
                nonisolated(unsafe) let note = try #require(
                    reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")).first)
                let ids = Lock<[NSManagedObjectID]>([])
                DispatchQueue.concurrentPerform(iterations: 4) { _ in
                    let id = note.objectID
                    ids.withLock { $0.append(id) }
                }
                let all = ids.withLock { $0 }
                #expect(all.allSatisfy { $0 === all[0] })
                #expect(reader.registeredObject(for: all[0]) === note)
                reader.reset()
            }
        }
    }
}
