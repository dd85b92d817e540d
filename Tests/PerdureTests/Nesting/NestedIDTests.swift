// SPDX-License-Identifier: Apache-2.0
// IDs in nested contexts: temporary until the root saves, and never two objects for one.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("IDs in nested contexts") struct NestedIDTests {
    /// An object that the child inserted and all have saved.
    private func settled(_ kind: Stack.Kind) throws -> (Nest, NSManagedObject, NSManagedObject) {
        let nest = try Nest(kind)
        let mine = nest.child.insert("Person", ["firstName": "Ada"])
        try nest.child.save()
        let above = try #require(nest.parent.registeredObject(for: mine.objectID))
        try nest.parent.save()
        return (nest, mine, above)
    }

    @Test("OBJ-16 CTX-126 CTX-46 temporary until the root saves", arguments: Stack.Kind.allCases)
    func temporary(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let mine = nest.child.insert("Person", ["firstName": "Ada"])
        let temporary = mine.objectID
        let notice = SaveNotice(nest.child)
        try nest.child.save()
        #expect(notice.ids?.userInfo?[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID> == [temporary])
        let above = try #require(nest.parent.registeredObject(for: temporary))
        #expect(temporary.isTemporaryID && mine.objectID == temporary && above.objectID == temporary)
        try nest.parent.save()
        #expect(!above.objectID.isTemporaryID && mine.objectID == temporary)
        #expect(nest.child.registeredObject(for: temporary) === mine)
        nest.child.refresh(mine, mergeChanges: true)
        #expect(mine.objectID == above.objectID && mine.value(forKey: "firstName") as? String == "Ada")
        #expect(nest.child.registeredObject(for: above.objectID) === mine)
        #expect(nest.child.registeredObject(for: temporary) === mine)
        #expect(nest.child.object(with: temporary) === mine)
    }

    enum Lookup: CaseIterable { case fetch, registered, object, existing, relationship }

    @Test(
        "CTX-126 CTX-1 each way to the permanent ID finds the one instance", arguments: Stack.Kind.allCases,
        Lookup.allCases)
    func oneInstance(_ kind: Stack.Kind, _ lookup: Lookup) throws {
        let (nest, mine, above) = try settled(kind)
        let id = above.objectID
        let sales = try nest.saved("Department", ["name": "Sales"])
        above.setValue(sales, forKey: "department")
        let found: NSManagedObject? =
            switch lookup {
            case .fetch: try nest.child.all("Person").first
            case .registered: nest.child.registeredObject(for: id)
            case .object: nest.child.object(with: id)
            case .existing: try nest.child.existingObject(with: id)
            case .relationship:
                (try nest.twin(sales).value(forKey: "employees") as? NSSet)?.anyObject() as? NSManagedObject
            }
        #expect(found === mine && mine.objectID == id)
        #expect(nest.child.registeredObjects.filter { $0.entity.name == "Person" } == [mine])
    }

    @Test(
        "CTX-126 an object that still bears its temporary ID can be changed, deleted and asked",
        arguments: Stack.Kind.allCases)
    func stillUsable(_ kind: Stack.Kind) throws {
        let (nest, mine, above) = try settled(kind)
        mine.setValue("Eve", forKey: "firstName")
        try nest.child.save()
        #expect(above.value(forKey: "firstName") as? String == "Eve" && mine.objectID.isTemporaryID)
        let tag = nest.child.insert("Tag", ["label": "t", "people": Set([mine])])
        try nest.child.save()
        #expect((above.value(forKey: "tags") as? NSSet)?.count == 1)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
        request.predicate = NSPredicate(format: "ANY people == %@", mine)
        try nest.parent.save()
        #expect(try nest.child.fetch(request) == [tag])
        nest.child.delete(mine)
        try nest.child.save()
        #expect(above.isDeleted)
        try nest.parent.save()
        #expect(try nest.stored("Person", "firstName").isEmpty)
    }

    @Test(
        "OBJ-12 permanent IDs that a child obtains are those that the root saves",
        arguments: Stack.Kind.allCases)
    func obtained(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let first = nest.child.insert("Person", ["firstName": "Ada"])
        try nest.child.obtainPermanentIDs(for: [first])
        let second = nest.child.insert("Person", ["firstName": "Bob"])
        try nest.child.save()
        let above = try #require(nest.parent.registeredObject(for: second.objectID))
        // The parent has this one already.
        try nest.child.obtainPermanentIDs(for: [first, second])
        #expect(!first.objectID.isTemporaryID && !second.objectID.isTemporaryID)
        #expect(above.objectID == second.objectID && above.isInserted)
        #expect(nest.parent.registeredObject(for: first.objectID)?.isInserted == true)
        second.setValue("Eve", forKey: "firstName")
        try nest.child.save()
        try nest.parent.save()
        #expect(
            try nest.reader.existingObject(with: first.objectID).value(forKey: "firstName") as? String
                == "Ada")
        #expect(
            try nest.reader.existingObject(with: second.objectID).value(forKey: "firstName") as? String
                == "Eve")
    }

    @Test(
        "CTX-126 references to what was unsaved lead to the saved object later",
        arguments: Stack.Kind.allCases)
    func lateReferences(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let sales = nest.parent.insert("Department", ["name": "Sales"])
        nest.parent.insert("Person", ["firstName": "Ada", "department": sales])
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.returnsObjectsAsFaults = false
        let person = try #require(nest.child.fetch(request).first)
        try nest.parent.save()
        let department = person.value(forKey: "department") as? NSManagedObject
        #expect(department?.value(forKey: "name") as? String == "Sales")
        #expect(department?.objectID == sales.objectID)
        #expect(try nest.child.all("Department") == [department])
    }

    @Test("CTX-126 a failed save of the root leaves temporary IDs everywhere", arguments: Stack.Kind.allCases)
    func failedRootSave(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let stale = try nest.saved("Person", ["firstName": "Ada"])
        let mine = nest.child.insert("Person", ["firstName": "New"])
        try nest.child.save()
        try nest.reader.existingObject(with: stale.objectID).setValue("Eve", forKey: "firstName")
        try nest.reader.save()
        stale.setValue("Fay", forKey: "firstName")
        #expect(throws: (any Error).self) { try nest.parent.save() }
        nest.child.refresh(mine, mergeChanges: true)
        #expect(mine.objectID.isTemporaryID)
        mine.setValue("Newer", forKey: "firstName")
        try nest.child.save()
        #expect(mine.objectID.isTemporaryID)
        nest.parent.refresh(stale, mergeChanges: true)
        try nest.parent.save()
        nest.child.refresh(mine, mergeChanges: true)
        #expect(!mine.objectID.isTemporaryID)
        #expect(try nest.stored("Person", "firstName") == ["Fay", "Newer"])
    }

    @Test(
        "CTX-126 CTX-161 an object that the parent assigns to a store stays the same for its child",
        arguments: Stack.Kind.allCases)
    func assigned(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let above = nest.parent.insert("Person", ["firstName": "Ada"])
        let mine = try nest.twin(above)
        nest.parent.assign(above, to: nest.stack.store)
        try nest.parent.save()
        mine.setValue("Eve", forKey: "firstName")
        try nest.child.save()
        #expect(above.value(forKey: "firstName") as? String == "Eve")
        #expect(nest.child.registeredObject(for: above.objectID) === mine && !mine.objectID.isTemporaryID)
    }

    @Test(
        "OBJ-12 an object that is listed twice gets one ID, in the parent as in the child",
        arguments: Stack.Kind.allCases, [false, true])
    func listedTwice(_ kind: Stack.Kind, _ inChild: Bool) throws {
        let nest = try Nest(kind)
        let mine = nest.child.insert("Person", ["firstName": "Ada"])
        try nest.child.save()
        let above = try #require(nest.parent.registeredObject(for: mine.objectID))
        if inChild {
            try nest.child.obtainPermanentIDs(for: [mine, mine])
            #expect(mine.objectID == above.objectID)
        } else {
            try nest.parent.obtainPermanentIDs(for: [above, above])
        }
        mine.setValue("Eve", forKey: "firstName")
        try nest.child.save()
        #expect(above.value(forKey: "firstName") as? String == "Eve")
        try nest.parent.save()
        #expect(try nest.stored("Person", "firstName") == ["Eve"])
    }
}
