// SPDX-License-Identifier: Apache-2.0
// A child that merges the saves of its parent and of others: what it then saves, and what it takes over.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Merging into child contexts") struct NestedMergingTests {
    @Test(
        "CTX-142 CTX-131 a child that has merged its parent's deletion leaves the parent clean",
        arguments: Stack.Kind.allCases, [false, true])
    func parentsDeletion(_ kind: Stack.Kind, _ isFault: Bool) throws {
        let nest = try Nest(kind)
        let person = try nest.saved("Person", ["firstName": "Ada"])
        let id = person.objectID
        let twin = isFault ? nest.child.object(with: id) : try nest.twin(person)
        #expect(twin.isFault == isFault)
        let notice = SaveNotice(nest.parent)
        nest.parent.delete(person)
        try nest.parent.save()
        nest.child.mergeChanges(fromContextDidSave: try #require(notice.objects))
        #expect(nest.child.deletedObjects == [twin])
        try nest.child.save()
        #expect(!nest.child.hasChanges && twin.managedObjectContext == nil)
        #expect(!nest.parent.hasChanges && nest.parent.registeredObject(for: id) == nil)
        try nest.parent.save()
    }

    @Test(
        "CTX-142 CTX-131 a child tells its parent of a deletion that only the child has merged",
        arguments: Stack.Kind.allCases)
    func othersDeletion(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let person = try nest.saved("Person", ["firstName": "Ada"])
        let twin = try nest.twin(person)
        let other = nest.stack.context()
        let notice = SaveNotice(other)
        other.delete(try other.existingObject(with: person.objectID))
        try other.save()
        nest.child.mergeChanges(fromContextDidSave: try #require(notice.objects))
        #expect(nest.child.deletedObjects == [twin] && !person.isDeleted)
        try nest.child.save()
        #expect(nest.parent.deletedObjects == [person])
        try nest.parent.save()
        #expect(!nest.parent.hasChanges && person.managedObjectContext == nil)
    }

    /// Lets a child save the deletion of an object, and returns the notice of that.
    private func childDeletes(_ object: NSManagedObject, _ nest: Nest) throws -> Notification {
        let notice = SaveNotice(nest.child)
        nest.child.delete(try nest.twin(object))
        try nest.child.save()
        return try #require(notice.objects)
    }

    @Test(
        "OBJ-160 CTX-145 CTX-81 a child's deletion that its parent merges too can be taken back",
        arguments: Stack.Kind.allCases, [false, true])
    func childsDeletion(_ kind: Stack.Kind, _ rollsBack: Bool) throws {
        let nest = try Nest(kind)
        let person = try nest.saved("Person", ["firstName": "Ada"])
        let id = person.objectID
        nest.parent.mergeChanges(fromContextDidSave: try childDeletes(person, nest))
        if rollsBack { nest.parent.rollback() } else { nest.parent.insert(person) }
        #expect(person.managedObjectContext === nest.parent && !person.isDeleted && person.objectID == id)
        try nest.parent.save()
        #expect(try nest.stored("Person", "firstName") == ["Ada"])
    }

    @Test(
        "OBJ-160 CTX-131 so can one that a sibling has merged and saved", arguments: Stack.Kind.allCases,
        [false, true])
    func siblingsDeletion(_ kind: Stack.Kind, _ isBackMeanwhile: Bool) throws {
        let nest = try Nest(kind)
        let sibling = Nest.child(of: nest.parent)
        let person = try nest.saved("Person", ["firstName": "Ada"])
        let id = person.objectID
        let twin = try sibling.existingObject(with: id)
        let notice = try childDeletes(person, nest)
        if isBackMeanwhile { nest.parent.insert(person) }
        sibling.mergeChanges(fromContextDidSave: notice)
        #expect(sibling.deletedObjects == [twin])
        try sibling.save()
        #expect(nest.parent.deletedObjects == [person])
        nest.parent.insert(person)
        #expect(person.objectID == id)
        try nest.parent.save()
        #expect(try nest.stored("Person", "firstName") == ["Ada"])
    }

    @Test(
        "CTX-81 CTX-142 what a child's parent has not saved yet is there for others after a rollback",
        arguments: Stack.Kind.allCases)
    func unsavedDeletion(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let other = nest.stack.context()
        let person = try nest.saved("Person", ["firstName": "Ada"])
        let twin = try other.existingObject(with: person.objectID)
        other.mergeChanges(fromContextDidSave: try childDeletes(person, nest))
        #expect(other.deletedObjects == [twin])
        other.rollback()
        #expect(twin.managedObjectContext === other && twin.value(forKey: "firstName") as? String == "Ada")
    }

    @Test("CTX-142 members that the parent moved away stay", arguments: Stack.Kind.allCases)
    func movedMembers(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let items = ["1", "2"].map { nest.parent.insert("Item", ["title": $0]) }
        let next = nest.parent.insert("TodoList", ["name": "next"])
        let list = try nest.saved("TodoList", ["name": "first", "items": NSOrderedSet(array: items)])
        let twin = try nest.twin(list)
        #expect((twin.value(forKey: "items") as? NSOrderedSet)?.count == 2)
        let notice = SaveNotice(nest.parent)
        for item in items { item.setValue(next, forKey: "todolist") }
        nest.parent.delete(list)
        try nest.parent.save()
        nest.child.mergeChanges(fromContextDidSave: try #require(notice.objects))
        nest.child.processPendingChanges()
        #expect(nest.child.deletedObjects == [twin])
        try nest.child.save()
        #expect(!nest.parent.hasChanges)
        try nest.parent.save()
        #expect(try nest.stored("Item", "title") == ["1", "2"])
    }

    @Test(
        "CTX-128 a child takes over what its parent gave to objects that the child inserted",
        arguments: Stack.Kind.allCases)
    func ownInsertions(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let notice = SaveNotice(nest.parent)
        let mine = nest.child.insert("Person", ["firstName": "Ada", "mood": 5])
        try nest.child.save()
        let above = try #require(nest.parent.registeredObject(for: mine.objectID))
        above.setValue(7, forKey: "age")
        try nest.parent.save()
        mine.setValue("Byron", forKey: "lastName")
        nest.child.mergeChanges(fromContextDidSave: try #require(notice.objects))
        #expect(mine.value(forKey: "age") as? Int == 7 && mine.value(forKey: "mood") as? Int == 5)
        #expect(mine.changedValues().keys.sorted() == ["lastName"])
        nest.parent.refreshAllObjects()
        try nest.child.save()
        try nest.parent.save()
        #expect(try nest.stored("Person", "lastName") == ["Byron"])
        #expect(try nest.reader.all("Person").first?.value(forKey: "age") as? Int == 7)
    }

    @Test(
        "OBJ-160 what a child deletes, saves and inserts again has its relationships in the parent too",
        arguments: Stack.Kind.allCases)
    func insertedAgain(_ kind: Stack.Kind) throws {
        let nest = try Nest(kind)
        let item = nest.parent.insert("Item", ["title": "1"])
        let list = nest.parent.insert("TodoList", ["name": "Home", "items": NSOrderedSet(array: [item])])
        let sales = nest.parent.insert("Department", ["name": "Sales"])
        let person = try nest.saved("Person", ["firstName": "Ada", "department": sales])
        let twins = try [nest.twin(person), nest.twin(list), nest.twin(item)]
        #expect(twins[0].value(forKey: "department") != nil)
        nest.child.delete(twins[0])
        nest.child.delete(twins[1])
        try nest.child.save()
        #expect(person.isDeleted && list.isDeleted && item.isDeleted)
        for twin in twins { nest.child.insert(twin) }
        try nest.child.save()
        #expect(!person.isDeleted && !list.isDeleted && !item.isDeleted)
        #expect(person.value(forKey: "department") as? NSManagedObject === sales)
        #expect(sales.value(forKey: "employees") as? NSSet == NSSet(object: person))
        #expect(list.value(forKey: "items") as? NSOrderedSet == NSOrderedSet(object: item))
        try nest.parent.save()
        #expect(try nest.reader.texts("Person", "firstName", "department.name == 'Sales'") == ["Ada"])
        #expect(try nest.reader.texts("Item", "title", "todolist.name == 'Home'") == ["1"])
    }
}
