// SPDX-License-Identifier: Apache-2.0
// Objects that others have deleted, as merges tell: what undo, rollback and insert(_:) make of them.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Objects that others have deleted") struct GoneObjectTests {
    /// B has deleted a department with one employee, and so has A; B has merged that.
    private func deletedTwice(_ kind: Stack.Kind, ids: Bool = false) throws
        -> (two: TwoContexts, department: NSManagedObject, ada: NSManagedObject)
    {
        let two = try TwoContexts(kind)
        let department = try two.saved("Department", ["name": "x", "code": "1"])
        let ada = try two.saved("Person", ["firstName": "Ada", "department": department])
        let (twin, adaTwin) = (try two.twin(department), try two.twin(ada))
        #expect(adaTwin.value(forKey: "department") as? NSManagedObject === twin)
        two.b.undoManager = UndoManager()
        two.b.delete(twin)
        two.b.processPendingChanges()
        two.a.delete(department)
        try two.saveAndMerge(ids: ids)
        return (two, twin, adaTwin)
    }

    private func expectNewRow(_ two: TwoContexts, _ department: NSManagedObject, _ ada: NSManagedObject)
        throws
    {
        #expect(department.isInserted && !department.isDeleted && department.objectID.isTemporaryID)
        #expect(two.b.insertedObjects == [department] && two.b.deletedObjects.isEmpty)
        #expect(department.value(forKey: "code") as? String == "1")
        try two.b.save()
        #expect(try two.b.all("Department") == [department])
        #expect(try two.reader.all("Department").map { $0.value(forKey: "name") as? String } == ["x"])
    }

    @Test(
        "PRG-40 undoing a deletion that another writer has made too writes the row anew",
        arguments: Stack.Kind.allCases, [false, true])
    func undo(_ kind: Stack.Kind, _ ids: Bool) throws {
        let (two, department, ada) = try deletedTwice(kind, ids: ids)
        two.b.undo()
        two.b.processPendingChanges()
        try expectNewRow(two, department, ada)
        #expect(ada.value(forKey: "department") as? NSManagedObject === department)
        let people = try two.reader.all("Person", "department.name == 'x'")
        #expect(people.count == 1)
        two.b.redo()
        try two.b.save()
        #expect(try two.reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Department")) == 0)
    }

    @Test("PRG-40 inserting such an object again does the same", arguments: Stack.Kind.allCases)
    func insertion(_ kind: Stack.Kind) throws {
        let (two, department, ada) = try deletedTwice(kind)
        two.b.insert(department)
        try expectNewRow(two, department, ada)
    }

    @Test(
        "PRG-40 rolling back leaves what others have deleted out, whoever deleted it first",
        arguments: Stack.Kind.allCases, [false, true])
    func rollback(_ kind: Stack.Kind, _ isFault: Bool) throws {
        let two = try TwoContexts(kind)
        let department = try two.saved("Department", ["name": "x"])
        let ada = try two.saved("Person", ["firstName": "Ada", "department": department])
        let twin = isFault ? two.b.object(with: department.objectID) : try two.twin(department)
        let adaTwin = try two.twin(ada)
        _ = adaTwin.value(forKey: "department")
        two.a.delete(department)
        try two.saveAndMerge()
        #expect(twin.isDeleted && two.b.deletedObjects == [twin])
        two.b.rollback()
        #expect(twin.managedObjectContext == nil && !twin.isDeleted && !two.b.hasChanges)
        #expect(two.b.registeredObject(for: department.objectID) == nil)
        #expect(adaTwin.value(forKey: "department") == nil)
        #expect(try two.b.all("Department").isEmpty)
        try two.b.save()
        let (again, other, _) = try deletedTwice(kind)
        again.b.rollback()
        #expect(other.managedObjectContext == nil && !again.b.hasChanges)
    }

    @Test("PRG-42 a save without changes after a merge posts nothing", arguments: Stack.Kind.allCases)
    func silence(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let person = try two.saved("Person", ["firstName": "Ada"])
        _ = try two.twin(person)
        person.setValue("Eve", forKey: "firstName")
        try two.saveAndMerge()
        let posted = PostedIDs(two.b)
        let notice = SaveNotice(two.b)
        try two.b.save()
        #expect(notice.objects == nil && notice.ids == nil && posted.changes.isEmpty)
    }

    /// Counts how often it is asked about faults without rows.
    final class Counting: NSManagedObjectContext, @unchecked Sendable {
        // Used by the thread of one test.
        var losses = 0

        override func shouldHandleInaccessibleFault(
            _ fault: NSManagedObject, for oid: NSManagedObjectID,
            triggeredByProperty property: NSPropertyDescription?
        ) -> Bool {
            losses += 1
            return true
        }
    }

    @Test(
        "CTX-142 a merged deletion of a fault does not go through the delete rules",
        arguments: Stack.Kind.allCases)
    func faults(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let department = try two.saved("Department", ["name": "x"])
        _ = try two.saved("Person", ["firstName": "Ada", "department": department])
        let b = Counting(concurrencyType: .privateQueueConcurrencyType)
        b.persistentStoreCoordinator = two.stack.coordinator
        let fault = b.object(with: department.objectID)
        #expect(fault.isFault)
        let notice = SaveNotice(two.a)
        two.a.delete(department)
        try two.a.save()
        b.mergeChanges(fromContextDidSave: try #require(notice.objects))
        #expect(fault.isFault && b.deletedObjects == [fault] && b.losses == 0)
        #expect(b.registeredObjects == [fault])
        try b.save()
        #expect(b.losses == 0)
    }

    @Test(
        "FET-35 CTX-141 after a merge the values of propertiesToFetch are the newest",
        arguments: Stack.Kind.allCases)
    func partialValues(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let person = try two.saved("Person", ["firstName": "Ada", "lastName": "Byron"])
        let reader = two.stack.context()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.propertiesToFetch = ["firstName"]
        let found = try #require(try reader.fetch(request).first)
        #expect(found.value(forKey: "firstName") as? String == "Ada" && found.isFault)
        let notice = SaveNotice(two.a)
        person.setValue("Eve", forKey: "firstName")
        try two.a.save()
        #expect(found.value(forKey: "firstName") as? String == "Ada" && found.isFault)
        reader.mergeChanges(fromContextDidSave: try #require(notice.objects))
        #expect(found.isFault && found.value(forKey: "firstName") as? String == "Eve")
    }
}
