// SPDX-License-Identifier: Apache-2.0
// Faults whose rows are gone: the decision, and what becomes of them. And how old cached rows may be.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Inaccessible faults and stale rows")
struct InaccessibleFaultTests {
    /// A fault in context B whose row another context has deleted.
    private func goneFault(_ life: Life, in context: NSManagedObjectContext) throws -> TracedObject {
        let thing = try life.saved(["p": 1, "title": "x"])
        let fault = try #require(context.object(with: thing.objectID) as? TracedObject)
        life.a.delete(thing)
        try life.a.save()
        return fault
    }

    @Test(
        "CTX-90 OBJ-41 OBJ-136 it is deleted, reads as nil, is not validated, and goes with the save",
        arguments: Stack.Kind.allCases)
    func deleted(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let fault = try goneFault(life, in: life.b)
        let log = NotificationLog(life.b)
        let trace = life.b.startTrace()
        #expect(fault.p == nil && fault.value(forKey: "title") == nil && fault.related("parts").isEmpty)
        #expect(fault.isDeleted && !fault.isFault && life.b.deletedObjects == [fault] && trace.take().isEmpty)
        life.b.processPendingChanges()
        #expect(log.take() == ["changed deleted:1"])
        fault.set(nil, "title")
        try life.b.save()
        #expect(!trace.take().contains { $0.contains("validate") } && fault.managedObjectContext == nil)
        #expect(log.take().contains("didSave deleted:1") && !life.b.hasChanges)
        let other = try goneFault(life, in: life.b)
        other.willAccessValue(forKey: nil)
        life.b.reset()
        #expect(!other.isDeleted && !life.b.hasChanges)
    }

    @Test(
        "CTX-91 where it must not be deleted, every throwing way to it says so",
        arguments: Stack.Kind.allCases)
    func refused(kind: Stack.Kind) throws {
        let life = try Life(kind)
        life.b.shouldDeleteInaccessibleFaults = false
        let fault = try goneFault(life, in: life.b)
        let text = "CoreData could not fulfill a fault for '\(fault.objectID)'"
        let reading = #expect(throws: CoreDataException.self) { try fault.tryValue(forKey: "p") }
        let writing = #expect(throws: CoreDataException.self) { try fault.trySetValue(1, forKey: "p") }
        for error in [reading, writing] {
            #expect(error?.name == .objectInaccessibleException && error?.reason == text)
        }
        #expect(fault.isFault && !fault.isDeleted && !life.b.hasChanges)
    }

    @Test("CTX-92 the context is asked, with the property where one is read or set", arguments: 0..<7)
    func asked(way: Int) throws {
        let life = try Life(.inMemory)
        let context = DecidingContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = life.stack.coordinator
        let fault = try goneFault(life, in: context)
        let expected = ["p", "p", nil, "owner", "parts", "t", "p"][way]
        switch way {
        case 0: #expect(fault.p == nil)
        case 1: fault.set(1, "p")
        case 2: fault.willAccessValue(forKey: nil)
        case 3: #expect(fault.value(forKey: "owner") == nil)
        case 4: #expect(fault.mutableSetValue(forKey: "parts").count == 0)
        case 5: fault.setPrimitiveValue(1, forKey: "t")
        default: fault.willChangeValue(forKey: "p")
        }
        #expect(context.questions.map(\.property) == [expected] && context.questions[0].object === fault)
        #expect(context.questions[0].id == fault.objectID && fault.isDeleted)
    }

    @Test("CTX-92 the answer decides, not the flag")
    func answer() throws {
        let life = try Life(.inMemory)
        let context = DecidingContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = life.stack.coordinator
        context.shouldDeleteInaccessibleFaults = false
        #expect(!NSManagedObjectContext(.privateQueue).isDecidedByFlag(false))
        let fault = try goneFault(life, in: context)
        #expect(try fault.tryValue(forKey: "p") == nil && fault.isDeleted)
        context.answer = false
        context.shouldDeleteInaccessibleFaults = true
        let other = try goneFault(life, in: context)
        #expect(throws: CoreDataException.self) { try other.tryValue(forKey: "p") }
    }

    // MARK: Rows in the cache

    private func changeFile(_ life: Life, _ value: Int) throws {
        let file = try #require(life.stack.url)
        try RawDatabase(file, isReadOnly: false).rows("UPDATE ZTHING SET ZP = \(value)")
    }

    @Test("CTX-110 CTX-111 cached rows are taken by their age", arguments: [true, false])
    func staleness(merges: Bool) throws {
        let life = try Life(.sqlite)
        let thing = try life.saved(["p": 1])
        #expect(life.a.stalenessInterval == -1)
        try changeFile(life, 2)
        func refreshed(_ interval: TimeInterval) -> Int? {
            life.a.stalenessInterval = interval
            life.a.refresh(thing, mergeChanges: merges)
            return thing.p
        }
        #expect(refreshed(-1) == 1 && refreshed(10_000) == 1 && refreshed(0) == 2)
        // What was read is in the cache.
        try changeFile(life, 3)
        #expect(refreshed(-1) == 2 && refreshed(1e-9) == 3)
    }

    @Test("CTX-112 a save by any context is in the cache at once", arguments: Stack.Kind.allCases)
    func otherSave(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved(["p": 1])
        for (value, merges) in [(2, true), (3, false)] {
            try life.saveElsewhere(value, for: "p", of: thing)
            #expect(thing.p == value - 1)
            life.a.refresh(thing, mergeChanges: merges)
            #expect(thing.p == value)
        }
    }

    @Test("CTX-113 a fetch renews the cache, and leaves objects that have values alone")
    func fetching() throws {
        let life = try Life(.sqlite)
        let thing = try life.saved(["p": 1])
        try changeFile(life, 2)
        #expect(try life.a.all("Thing", "p == 2") == [thing] && thing.p == 1)
        life.a.refresh(thing, mergeChanges: false)
        try changeFile(life, 3)
        #expect(thing.p == 2)
    }
}

/// Writes down what it is asked about inaccessible faults.
private final class DecidingContext: NSManagedObjectContext, @unchecked Sendable {
    // Used by one test on one thread.
    var questions: [(object: NSManagedObject, id: NSManagedObjectID, property: String?)] = []
    var answer = true

    override func shouldHandleInaccessibleFault(
        _ fault: NSManagedObject, for oid: NSManagedObjectID,
        triggeredByProperty property: NSPropertyDescription?
    ) -> Bool {
        questions.append((fault, oid, property?.name))
        return answer
    }
}

extension NSManagedObjectContext {
    /// What the context itself answers.
    fileprivate func isDecidedByFlag(_ flag: Bool) -> Bool {
        shouldDeleteInaccessibleFaults = flag
        let model = NSManagedObjectModel(EntitySketch("Note", .attribute("text")))
        guard let entity = model.entitiesByName["Note"] else { return !flag }
        let note = NSManagedObject(entity: entity, insertInto: nil)
        return shouldHandleInaccessibleFault(note, for: note.objectID, triggeredByProperty: nil)
    }
}
