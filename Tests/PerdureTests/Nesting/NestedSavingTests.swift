// SPDX-License-Identifier: Apache-2.0
// What a child's save does to the parent.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Saving to a parent context") struct NestedSavingTests {
    @Test("CTX-121 CTX-123 CTX-53 CTX-200 one level up, in one event", arguments: Stack.Kind.allCases)
    func oneLevel(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let kept = try nest.saved("Person", ["firstName": "Ada"])
        let doomed = try nest.saved("Person", ["firstName": "Bob"])
        let sibling = Nest.child(of: nest.parent)
        let other = try sibling.existingObject(with: kept.objectID)
        #expect(other.value(forKey: "firstName") as? String == "Ada")
        try nest.twin(kept).setValue("Eve", forKey: "firstName")
        try nest.child.delete(nest.twin(doomed))
        let new = nest.child.insert("Person", ["firstName": "New", "mood": "glad"])
        let posted = PostedIDs(nest.parent)
        try nest.child.save()
        #expect(
            posted.changes == [
                [
                    NSInsertedObjectsKey: [new.objectID], NSUpdatedObjectsKey: [kept.objectID],
                    NSDeletedObjectsKey: [doomed.objectID],
                ]
            ])
        #expect(!nest.child.hasChanges && nest.parent.hasChanges && posted.merges.isEmpty)
        #expect(kept.value(forKey: "firstName") as? String == "Eve" && doomed.isDeleted)
        let twin = try #require(nest.parent.registeredObject(for: new.objectID))
        #expect(twin !== new && twin.isInserted && twin.value(forKey: "mood") as? String == "glad")
        #expect(twin.value(forKey: "firstName") as? String == "New")
        #expect(other.value(forKey: "firstName") as? String == "Ada")
        #expect(try nest.stored("Person", "firstName") == ["Ada", "Bob"])
        try nest.parent.save()
        #expect(try nest.stored("Person", "firstName") == ["Eve", "New"])
    }

    @Test("CTX-123 validation comes first, in the child", arguments: Stack.Kind.allCases)
    func validation(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        nest.child.insert("Department")
        #expect(throws: (any Error).self) { try nest.child.save() }
        #expect(nest.child.hasChanges && !nest.parent.hasChanges && nest.parent.registeredObjects.isEmpty)
    }

    @Test(
        "CTX-123 CTX-124 CTX-125 TRN-211 transients go up by a save, and not down",
        arguments: Stack.Kind.allCases)
    func transients(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let person = try nest.saved("Person", ["firstName": "Ada"])
        let twin = try nest.twin(person)
        twin.setValue(50, forKey: "mood")
        try nest.child.save()
        #expect(person.value(forKey: "mood") as? Int == 50)
        #expect(nest.parent.hasChanges && !person.hasPersistentChangedValues)
        try nest.parent.save()
        twin.setValue(20, forKey: "mood")
        try nest.child.save()
        #expect(person.value(forKey: "mood") as? Int == 20)
        #expect(nest.parent.hasChanges && !person.hasPersistentChangedValues)
        twin.setValue(nil, forKey: "mood")
        try nest.child.save()
        #expect(person.value(forKey: "mood") == nil)
        person.setValue(7, forKey: "mood")
        try nest.parent.save()
        nest.child.reset()
        #expect(try nest.twin(person).value(forKey: "mood") == nil)
    }

    @Test("CTX-123 transient relationships go up too", arguments: Stack.Kind.allCases)
    func transientRelationships(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let client = try nest.saved("Client", ["name": "A"])
        let twin = try nest.twin(client)
        let domain = nest.child.insert("Domain", ["host": "example.org"])
        twin.setValue(Set([domain]), forKey: "expiringDomains")
        try nest.child.save()
        let members = client.value(forKey: "expiringDomains") as? NSSet
        #expect(members?.allObjects.compactMap { ($0 as? NSManagedObject)?.objectID } == [domain.objectID])
        try nest.parent.save()
    }

    @Test("CTX-123 CTX-131 relationships of all kinds", arguments: Stack.Kind.allCases)
    func relationships(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let sales = try nest.saved("Department", ["name": "Sales"])
        let ada = try nest.saved("Person", ["firstName": "Ada", "department": sales])
        let list = try nest.saved(
            "TodoList",
            [
                "name": "Home",
                "items": NSOrderedSet(array: (1...3).map { nest.parent.insert("Item", ["title": "\($0)"]) }),
            ])
        let (sales2, ada2, list2) = try (nest.twin(sales), nest.twin(ada), nest.twin(list))
        let bob2 = nest.child.insert("Person", ["firstName": "Bob", "department": sales2])
        let research2 = nest.child.insert("Department", ["name": "Research"])
        ada2.setValue(research2, forKey: "department")
        ada2.mutableSetValue(forKey: "friends").add(bob2)
        ada2.mutableSetValue(forKey: "tags").add(nest.child.insert("Tag", ["label": "t"]))
        let items = list2.mutableOrderedSetValue(forKey: "items")
        items.insert(nest.child.insert("Item", ["title": "new"]), at: 1)
        items.moveObjects(at: [3], to: 0)
        nest.child.delete(items.object(at: 1) as! NSManagedObject)  // Members are managed objects.
        try nest.child.save()
        let bob = try #require(nest.parent.registeredObject(for: bob2.objectID))
        let research = try #require(nest.parent.registeredObject(for: research2.objectID))
        #expect(ada.value(forKey: "department") as? NSManagedObject === research)
        #expect(research.value(forKey: "employees") as? NSSet == NSSet(object: ada))
        #expect(sales.value(forKey: "employees") as? NSSet == NSSet(object: bob))
        #expect(bob.value(forKey: "friends") as? NSSet == NSSet(object: ada))
        #expect((ada.value(forKey: "tags") as? NSSet)?.count == 1)
        let titles = { (list: NSManagedObject) in
            (list.value(forKey: "items") as? NSOrderedSet)?.array
                .compactMap { ($0 as? NSManagedObject)?.value(forKey: "title") as? String }
        }
        #expect(titles(list) == ["3", "new", "2"])
        try nest.parent.save()
        let fresh = try #require(nest.reader.all("TodoList").first)
        #expect(titles(fresh) == ["3", "new", "2"])
        #expect(try nest.reader.texts("Person", "firstName", "department.name == 'Research'") == ["Ada"])
        #expect(try nest.reader.texts("Person", "firstName", "ANY friends.firstName == 'Bob'") == ["Ada"])
    }

    @Test("CTX-131 deletions are propagated in the parent", arguments: Stack.Kind.allCases)
    func deletion(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let list = try nest.saved("TodoList", ["name": "Home"])
        let sales = try nest.saved("Department", ["name": "Sales"])
        let person = try nest.saved("Person", ["firstName": "Ada", "department": sales])
        let (list2, sales2) = try (nest.twin(list), nest.twin(sales))
        // The child does not know of it.
        let item = nest.parent.insert("Item", ["title": "1", "todolist": list])
        nest.child.delete(list2)
        nest.child.delete(sales2)
        try nest.child.save()
        #expect(list.isDeleted && sales.isDeleted && item.managedObjectContext == nil)
        #expect(person.value(forKey: "department") == nil)
        #expect(list2.managedObjectContext == nil)
        try nest.parent.save()
        #expect(try nest.stored("TodoList", "name").isEmpty && nest.stored("Item", "title").isEmpty)
    }

    @Test(
        "CTX-127 the child wins over the parent's changes, per property, without a conflict",
        arguments: Stack.Kind.allCases)
    func noConflict(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let person = try nest.saved("Person", ["firstName": "Ada", "lastName": "Byron", "age": 1])
        let twin = try nest.twin(person)
        twin.setValue("Eve", forKey: "firstName")
        person.setValuesForKeys(["firstName": "Fay", "age": 2])
        try nest.parent.save()
        person.setValue("King", forKey: "lastName")
        try nest.child.save()
        #expect(person.value(forKey: "firstName") as? String == "Eve")
        #expect(
            person.value(forKey: "lastName") as? String == "King" && person.value(forKey: "age") as? Int == 2)
        twin.setValue("Gwen", forKey: "firstName")
        try nest.child.save()
        #expect(twin.committedValues(forKeys: ["firstName"])["firstName"] as? String == "Gwen")
        try nest.parent.save()
        #expect(try nest.stored("Person", "firstName") == ["Gwen"])
    }

    @Test("CTX-127 changes of what the parent has deleted are dropped", arguments: Stack.Kind.allCases)
    func deletedInParent(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let person = try nest.saved("Person", ["firstName": "Ada"])
        let twin = try nest.twin(person)
        twin.setValue("Eve", forKey: "firstName")
        nest.parent.delete(person)
        try nest.child.save()
        #expect(!nest.child.hasChanges && person.isDeleted)
        try nest.parent.save()
        #expect(try nest.stored("Person", "firstName").isEmpty)
    }

    @Test("CTX-132 a child's reset loses the child's changes only", arguments: Stack.Kind.allCases)
    func reset(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let person = try nest.saved("Person", ["firstName": "Ada"])
        nest.parent.insert("Person", ["firstName": "Bob"])
        try nest.twin(person).setValue("Eve", forKey: "firstName")
        nest.child.reset()
        #expect(!nest.child.hasChanges && nest.parent.insertedObjects.count == 1)
        #expect(try nest.child.texts("Person", "firstName") == ["Ada", "Bob"])
    }

    @Test("CTX-130 the parent undoes a child's save as one event", arguments: Stack.Kind.allCases)
    func undo(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let person = try nest.saved("Person", ["firstName": "Ada", "age": 1])
        let doomed = try nest.saved("Tag", ["label": "t"])
        let manager = UndoManager()
        manager.groupsByEvent = false
        nest.parent.undoManager = manager
        // The parent's own change stays a step of its own.
        person.setValue(2, forKey: "age")
        try nest.twin(person).setValue("Eve", forKey: "firstName")
        try nest.child.delete(nest.twin(doomed))
        let new = nest.child.insert("Person", ["firstName": "New"])
        try nest.child.save()
        #expect(nest.child.undoManager == nil)
        nest.parent.undo()
        #expect(
            person.value(forKey: "firstName") as? String == "Ada" && person.value(forKey: "age") as? Int == 2)
        #expect(!doomed.isDeleted && nest.parent.registeredObject(for: new.objectID) == nil)
        nest.parent.redo()
        #expect(person.value(forKey: "firstName") as? String == "Eve" && doomed.isDeleted)
        #expect(nest.parent.insertedObjects.map(\.objectID) == [new.objectID])
        nest.parent.undo()
        nest.parent.undo()
        #expect(person.value(forKey: "age") as? Int == 1 && !manager.canUndo)
        try nest.parent.save()
        #expect(try nest.stored("Person", "firstName") == ["Ada"])
    }

    @Test("CTX-133 changes climb level by level", arguments: Stack.Kind.allCases)
    func depth(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let contexts = [nest.parent, nest.child, Nest.child(of: nest.child)]
        let sales = try nest.saved("Department", ["name": "Sales"])
        let deep = Nest.child(of: contexts[2])
        let person = deep.insert(
            "Person",
            ["firstName": "Ada", "mood": 5, "department": try deep.existingObject(with: sales.objectID)])
        let tag = deep.insert("Tag", ["label": "t", "people": Set([person])])
        try deep.save()
        for context in contexts.reversed() {
            let twin = try #require(context.registeredObject(for: person.objectID))
            #expect(twin.isInserted && twin.value(forKey: "mood") as? Int == 5)
            #expect((twin.value(forKey: "tags") as? NSSet)?.count == 1)
            #expect((twin.value(forKey: "department") as? NSManagedObject)?.objectID == sales.objectID)
            try context.save()
        }
        #expect(try nest.stored("Person", "firstName") == ["Ada"])
        person.setValue("Eve", forKey: "firstName")
        deep.delete(tag)
        for context in [deep] + contexts.reversed() { try context.save() }
        #expect(try nest.stored("Person", "firstName") == ["Eve"] && nest.stored("Tag", "label").isEmpty)
    }

    @Test(
        "CTX-163 a child's request for a version check goes to the root's save",
        arguments: Stack.Kind.allCases)
    func detectConflicts(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let person = try nest.saved("Person", ["firstName": "Ada"])
        nest.child.detectConflicts(for: try nest.twin(person))
        nest.child.insert("Tag")
        try nest.child.save()
        try nest.reader.existingObject(with: person.objectID).setValue("Eve", forKey: "firstName")
        try nest.reader.save()
        #expect(throws: (any Error).self) { try nest.parent.save() }
    }

    @Test("OBJ-220 OBJ-92 the hooks of an insertion that a child saves")
    func trace() throws {
        let stack = try PeopleStack()
        let parent = stack.context()
        let child = Nest.child(of: parent)
        _ = try stack.insert("Person", into: child, ["firstName": "Ada", "age": 3])
        let (above, below) = (parent.startTrace(), child.startTrace())
        var names: [String?] = []
        parent.on("awakeFromInsert") { object in
            names.append(object.value(forKey: "firstName") as? String)
            object.setPrimitiveValue("hook", forKey: "lastName")
            object.setPrimitiveValue(99, forKey: "age")
        }
        try child.save()
        #expect(below.take() == ["Person.willSave", "Person.validateForInsert", "Person.didSave"])
        let lines = above.take()
        #expect(lines.first == "Person.awakeFromInsert" && names == [nil])
        #expect(
            Set(lines.dropFirst()) == [
                "Person.willChange(firstName)", "Person.didChange(firstName)", "Person.willChange(age)",
                "Person.didChange(age)", "Person.willChange(lastName)", "Person.didChange(lastName)",
            ])
        #expect(lines.count == 7)
        let twin = try #require(parent.insertedObjects.first)
        #expect(twin.value(forKey: "age") as? Int == 3 && twin.value(forKey: "lastName") == nil)
        try parent.save()
        #expect(above.take() == ["Person.willSave", "Person.validateForInsert", "Person.didSave"])
        #expect(below.take().isEmpty)
    }

    @Test(
        "CTX-123 a class's own accessors are not called in the parent, and transformed values get a box of their own"
    )
    func values() throws {
        let nest = try Nest(.inMemory)
        let value = NSMutableArray(array: [1, 2])
        let person = nest.child.insert("Person", ["mood": value, "age": 3, "email": "a@b"])
        try nest.child.save()
        let twin = try #require(nest.parent.registeredObject(for: person.objectID))
        #expect(twin.value(forKey: "mood") as? NSMutableArray === value)
        #expect(twin.changedValues()["email"] as? String == "a@b")
        #expect(
            person.changedValues().isEmpty && person.committedValues(forKeys: ["age"])["age"] as? Int == 3)
    }
}
