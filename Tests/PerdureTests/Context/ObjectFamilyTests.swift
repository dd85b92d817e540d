// SPDX-License-Identifier: Apache-2.0
// What objects have in common outlives what it was made of: models that are read twice, contexts that are reset, objects
// that go from one context to another.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

/// Resets its context when its first object is filled.
final class ResettingNote: NSManagedObject {
    nonisolated(unsafe) static var resetsLeft = 0

    override func awakeFromFetch() {
        // Used by one test only, on its context's queue.
        guard Self.resetsLeft > 0 else { return }
        Self.resetsLeft -= 1
        managedObjectContext?.reset()
    }
}

@Suite("Families of objects", .serialized)
struct ObjectFamilyTests {
    private func model(_ type: NSManagedObject.Type = NSManagedObject.self) -> NSManagedObjectModel {
        let entity = ModelSamples.entity("Note", [ModelSamples.attribute("text")])
        entity.managedObjectClassName = NSStringFromClass(type)
        return ModelSamples.model(entity)
    }

    @Test("an object of another copy of the model is whole after the copy is gone")
    func otherCopy() throws {
        let stack = try Stack(.inMemory, model())
        let context = stack.context()
        try context.performAndWait {
            let object: NSManagedObject
            do {
                let copy = model()
                let entity = try #require(copy.entitiesByName["Note"])
                object = NSManagedObject(entity: entity, insertInto: context)
            }
            object.setValue("first", forKey: "text")
            try context.save()
            object.setValue("second", forKey: "text")
            #expect(object.entity.name == "Note")
            #expect(object.value(forKey: "text") as? String == "second")
            try context.save()
            context.refresh(object, mergeChanges: false)
            #expect(object.value(forKey: "text") as? String == "second")
        }
    }

    @Test("a context that goes to another coordinator knows nothing of the former one's entities")
    func otherCoordinator() throws {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        for round in 0..<20 {
            let stack = try Stack(.inMemory, model())
            try context.performAndWait {
                context.persistentStoreCoordinator = stack.coordinator
                let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
                note.setValue("\(round)", forKey: "text")
                try context.save()
                #expect(note.objectID.persistentStore === stack.coordinator.persistentStores.first)
                context.reset()
            }
        }
    }

    @Test("an object that was deleted before it was saved, and went to another context, is saved there")
    func anotherContext() throws {
        let stack = try Stack(.inMemory, model())
        let (first, second) = (stack.context(), stack.context())
        try first.performAndWait {
            let other = NSEntityDescription.insertNewObject(forEntityName: "Note", into: first)
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: first)
            first.delete(note)
            first.processPendingChanges()
            #expect(note.managedObjectContext == nil)
            try second.performAndWait {
                second.insert(note)
                note.setValue("moved", forKey: "text")
                #expect(second.insertedObjects == [note])
                try second.save()
                #expect(!second.hasChanges)
                #expect(!note.objectID.isTemporaryID)
            }
            #expect(first.insertedObjects == [other])
            try first.save()
            #expect(!first.hasChanges)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            #expect(try stack.context().performAndWait { try stack.context().count(for: request) } == 2)
        }
    }

    @Test("a fetch whose object resets the context registers the rest")
    func resetInFetch() throws {
        let stack = try Stack(.inMemory, model(ResettingNote.self))
        let context = stack.context()
        try context.performAndWait {
            for _ in 0..<3 { _ = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context) }
            try context.save()
            context.reset()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            request.returnsObjectsAsFaults = false
            ResettingNote.resetsLeft = 1
            let notes = try context.fetch(request)
            #expect(notes.count == 3)
            #expect(notes.dropFirst().allSatisfy { context.registeredObject(for: $0.objectID) === $0 })
            let again = try context.fetch(request)
            #expect(Array(again.dropFirst()) == Array(notes.dropFirst()))
        }
    }
}
