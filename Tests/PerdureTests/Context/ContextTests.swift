// SPDX-License-Identifier: Apache-2.0
// Registration, saving, refreshing, rollback and reset of a context.

import Foundation
import Perdure
import Testing

@Suite("Contexts")
struct ContextTests {
    private let stack: PeopleStack
    private let context: NSManagedObjectContext

    init() throws {
        stack = try PeopleStack()
        context = stack.context()
    }

    private func savedPerson(_ values: [String: Any] = ["firstName": "Ada"]) throws -> TracedObject {
        let person = try stack.insert("Person", into: context, values)
        try context.save()
        return person
    }

    @Test("SC-01 OBJ-11 CTX-1 insert, save, fetch in a second context")
    func insertSaveFetch() throws {
        let person = try stack.insert("Person", into: context, ["firstName": "Ada", "lastName": "Byron"])
        let temporary = person.objectID
        #expect(temporary.isTemporaryID)
        try context.save()
        #expect(!person.objectID.isTemporaryID && person.objectID != temporary)
        let other = stack.context()
        let found = try stack.all("Person", in: other)
        #expect(found.count == 1 && found[0].isFault && found[0].objectID == person.objectID)
        #expect(found[0].value(forKey: "firstName") as? String == "Ada")
        #expect(found[0].value(forKey: "age") as? Int == 0)
        #expect(try stack.all("Person", in: other).first === found[0])
    }

    @Test("CTX-2 CTX-3 CTX-4 three ways to an object by its ID")
    func byID() throws {
        let id = try savedPerson().objectID
        let other = stack.context()
        #expect(other.registeredObject(for: id) == nil)
        let fault = other.object(with: id)
        #expect(fault.isFault && other.registeredObject(for: id) === fault)
        #expect(try other.existingObject(with: id) === fault && !fault.isFault)
        context.delete(try context.existingObject(with: id))
        try context.save()
        let error = #expect(throws: (any Error).self) { try stack.context().existingObject(with: id) }
        #expect((error as NSError?)?.code == 133000)
    }

    @Test("CTX-6 CTX-7 clean objects leave when nobody holds them, dirty ones stay")
    func retention() throws {
        func insertAndForget() throws { _ = try stack.insert("Person", into: context) }
        try insertAndForget()
        #expect(context.registeredObjects.count == 1)
        try context.save()
        #expect(context.registeredObjects.isEmpty)
        context.retainsRegisteredObjects = true
        func fetchAndForget() throws { _ = try stack.all("Person", in: context) }
        try fetchAndForget()
        #expect(context.registeredObjects.count == 1)
    }

    @Test("SAV-2 a save without changes calls nothing")
    func emptySave() throws {
        _ = try savedPerson()
        let trace = context.startTrace()
        try context.save()
        #expect(trace.take().isEmpty)
    }

    @Test("SC-03 TRN-10 TRN-13 TRN-16 a transient dirties, and saves without a trace in the store")
    func transients() throws {
        let person = try savedPerson()
        person.setValue("sad", forKey: "mood")
        #expect(person.hasChanges && context.hasChanges && !person.hasPersistentChangedValues)
        #expect(person.changedValues().isEmpty && context.updatedObjects == [person])
        let trace = context.startTrace()
        try context.save()
        #expect(trace.take() == ["Person.willSave", "Person.validateForUpdate", "Person.didSave"])
        #expect(!person.hasChanges && person.value(forKey: "mood") as? String == "sad")
        let copy = try #require(try stack.all("Person", in: stack.context()).first)
        #expect(copy.value(forKey: "mood") == nil)
    }

    @Test("SC-06 TRN-20 TRN-21 CTX-100 refreshing without merging drops changes and transients")
    func refreshWithoutMerging() throws {
        let person = try savedPerson()
        person.setValue("x", forKey: "mood")
        person.setValue("Eve", forKey: "firstName")
        context.refresh(person, mergeChanges: false)
        #expect(person.isFault && !person.hasChanges && !context.hasChanges)
        #expect(person.value(forKey: "mood") == nil && person.value(forKey: "firstName") as? String == "Ada")
    }

    @Test(
        "SC-07 SC-08 TRN-34 a transient that is not nil survives a merging refresh; nil takes the hook's value"
    )
    func refreshOfTransients() throws {
        let person = try savedPerson()
        context.on("awakeFromFetch") { $0.setPrimitiveValue("fresh", forKey: "mood") }
        person.setValue("mine", forKey: "mood")
        context.refresh(person, mergeChanges: true)
        #expect(person.value(forKey: "mood") as? String == "mine" && person.hasChanges)
        person.setValue(nil, forKey: "mood")
        context.refresh(person, mergeChanges: true)
        #expect(person.value(forKey: "mood") as? String == "fresh")
    }

    @Test("SC-10 TRN-32 TRN-33 CTX-103 a merging refresh keeps what differs from the snapshot")
    func refreshWithMerging() throws {
        let person = try savedPerson(["firstName": "Ada", "lastName": "Byron"])
        person.setValue("Ada", forKey: "firstName")
        person.setValue("King", forKey: "lastName")
        let other = stack.context()
        let copy = try #require(try stack.all("Person", in: other).first)
        copy.setValue("Eve", forKey: "firstName")
        copy.setValue("Lace", forKey: "lastName")
        try other.save()
        context.refresh(person, mergeChanges: true)
        #expect(person.value(forKey: "firstName") as? String == "Eve")
        #expect(person.value(forKey: "lastName") as? String == "King")
        #expect(Array(person.changedValues().keys) == ["lastName"])
        try context.save()
        let last = try #require(try stack.all("Person", in: stack.context()).first)
        #expect(last.value(forKey: "lastName") as? String == "King")
    }

    @Test(
        "SC-30 CTX-107 CTX-108 refreshing all: clean objects become faults, changed ones keep their changes")
    func refreshAll() throws {
        let clean = try savedPerson()
        clean.setPrimitiveValue("x", forKey: "mood")
        let changed = try savedPerson(["firstName": "Bob"])
        changed.setValue("Rob", forKey: "firstName")
        changed.setValue("y", forKey: "mood")
        context.refreshAllObjects()
        #expect(clean.isFault && clean.value(forKey: "mood") == nil)
        #expect(!changed.isFault && changed.value(forKey: "mood") as? String == "y")
        #expect(changed.value(forKey: "firstName") as? String == "Rob" && changed.isUpdated)
    }

    @Test("SC-42 CTX-80 CTX-81 CTX-82 rollback gives everything up")
    func rollback() throws {
        let person = try savedPerson()
        let doomed = try savedPerson(["firstName": "Bob"])
        person.setValue("Eve", forKey: "firstName")
        person.setValue("x", forKey: "mood")
        let new = try stack.insert("Person", into: context)
        context.delete(doomed)
        context.rollback()
        #expect(person.value(forKey: "firstName") as? String == "Ada" && person.value(forKey: "mood") == nil)
        #expect(new.managedObjectContext == nil && !doomed.isDeleted && !context.hasChanges)
        #expect(doomed.value(forKey: "firstName") as? String == "Bob")
    }

    @Test("CTX-84 CTX-85 CTX-50 reset forgets all objects and says so")
    func reset() throws {
        let person = try savedPerson()
        let id = person.objectID
        let log = NotificationLog(context)
        context.reset()
        #expect(log.lines == ["changed invalidatedAll:1"])
        #expect(context.registeredObjects.isEmpty && !context.hasChanges)
        #expect(try context.existingObject(with: id) !== person)
    }

    @Test("CTX-90 OBJ-41 OBJ-136 a fault without a row is deleted")
    func inaccessibleFault() throws {
        let id = try savedPerson().objectID
        let other = stack.context()
        let fault = other.object(with: id)
        context.delete(try context.existingObject(with: id))
        try context.save()
        #expect(fault.value(forKey: "firstName") == nil && fault.isDeleted)
        #expect(other.deletedObjects == [fault])
        try other.save()
        #expect(fault.managedObjectContext == nil)
    }

    @Test("CTX-91 OBJ-41 where faults must not be inaccessible, the throwing read reports it")
    func forbiddenInaccessibleFault() throws {
        let id = try savedPerson().objectID
        let other = stack.context()
        other.shouldDeleteInaccessibleFaults = false
        let fault = other.object(with: id)
        context.delete(try context.existingObject(with: id))
        try context.save()
        let error = #expect(throws: CoreDataException.self) { try fault.tryValue(forKey: "firstName") }
        #expect(error?.name == .objectInaccessibleException)
    }

    @Test("CTX-112 after another context's save, a refresh shows its values")
    func otherContextsSave() throws {
        let person = try savedPerson()
        let other = stack.context()
        try #require(try stack.all("Person", in: other).first).setValue("Eve", forKey: "firstName")
        try other.save()
        #expect(person.value(forKey: "firstName") as? String == "Ada")
        context.refresh(person, mergeChanges: false)
        #expect(person.value(forKey: "firstName") as? String == "Eve")
    }

    @Test("OBJ-12 permanent IDs before the save are those of the save")
    func permanentIDs() throws {
        let person = try stack.insert("Person", into: context)
        try context.obtainPermanentIDs(for: [person])
        let id = person.objectID
        #expect(!id.isTemporaryID && person.isInserted && context.registeredObject(for: id) === person)
        try context.save()
        #expect(person.objectID == id)
    }

    @Test("MOD-55 OBJ-2 a class with one entity makes its own objects")
    func initWithContext() throws {
        let model = ModelSamples.model(ModelSamples.entity("Solo", [ModelSamples.attribute("name")]))
        model.entitiesByName["Solo"]?.managedObjectClassName = "PerdureTests.SoloObject"
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        let solo = SoloObject(context: context)
        #expect(solo.isInserted && solo.entity.name == "Solo" && context.insertedObjects == [solo])
    }
}

class SoloObject: NSManagedObject {}

/// The notifications of a context, as lines.
final class NotificationLog {
    private(set) var lines: [String] = []
    private var tokens: [any NSObjectProtocol] = []

    init(_ context: NSManagedObjectContext) {
        let names: [(Notification.Name, String)] = [
            (.NSManagedObjectContextObjectsDidChange, "changed"),
            (.NSManagedObjectContextWillSave, "willSave"),
            (.NSManagedObjectContextDidSave, "didSave"),
            (.NSManagedObjectContextDidSaveObjectIDs, "didSaveIDs"),
        ]
        for (name, text) in names {
            // The context posts on the test's own thread.
            nonisolated(unsafe) weak let log = self
            let token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
                log?.add($0, text)
            }
            tokens.append(token)
        }
    }

    deinit { tokens.forEach(NotificationCenter.default.removeObserver) }

    private func add(_ notification: Notification, _ text: String) {
        let groups = (notification.userInfo ?? [:]).compactMap { key, value -> String? in
            // The token of the state is no group, and only some stores have it.
            guard let key = key as? String, key != NSManagedObjectContextQueryGenerationKey else {
                return nil
            }
            let count = (value as? Set<NSManagedObject>)?.count ?? (value as? Set<NSManagedObjectID>)?.count
            return "\(key):\(count ?? (value as? [Any])?.count ?? -1)"
        }
        lines.append(([text] + groups.sorted()).joined(separator: " "))
    }

    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}
