// SPDX-License-Identifier: Apache-2.0
// Relationships under refreshing and merging: what was added and removed here stays so, relative to the new state.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Merging relationships") struct MergedRelationshipTests {
    private func names(_ object: NSManagedObject, _ key: String, by name: String) -> [String] {
        let members = (object.value(forKey: key) as? NSSet)?.allObjects as? [NSManagedObject] ?? []
        return members.compactMap { $0.value(forKey: name) as? String }.sorted()
    }

    /// A person with the tags 1, 2 and 3; tag 4 is nobody's.
    private func tagged(_ kind: Stack.Kind) throws -> (TwoContexts, NSManagedObject, [NSManagedObject]) {
        let two = try TwoContexts(kind)
        let tags = (1...5).map { two.a.insert("Tag", ["label": "\($0)"]) }
        let person = try two.saved("Person", ["tags": Set(tags[..<3])])
        return (two, person, tags)
    }

    @Test(
        "CTX-104 CTX-144 adds and removes are kept relative to what others saved",
        arguments: Stack.Kind.allCases)
    func manyToMany(_ kind: Stack.Kind) throws {
        let (two, person, tags) = try tagged(kind)
        let twin = try two.twin(person)
        let mine = try tags.map { try two.twin($0) }
        twin.mutableSetValue(forKey: "tags").add(mine[3])
        twin.mutableSetValue(forKey: "tags").remove(mine[0])
        person.mutableSetValue(forKey: "tags").add(tags[4])
        person.mutableSetValue(forKey: "tags").remove(tags[1])
        try two.saveAndMerge()
        #expect(names(twin, "tags", by: "label") == ["3", "4", "5"])
        #expect(twin.isUpdated)
        try two.b.save()
        let fresh = try #require(try two.reader.all("Person").first)
        #expect(names(fresh, "tags", by: "label") == ["3", "4", "5"])
    }

    @Test(
        "CTX-104 CTX-103 what both contexts did alike is no change any more", arguments: Stack.Kind.allCases)
    func alike(_ kind: Stack.Kind) throws {
        let (two, person, tags) = try tagged(kind)
        let twin = try two.twin(person)
        twin.mutableSetValue(forKey: "tags").add(try two.twin(tags[3]))
        twin.setValue("Ada", forKey: "firstName")
        person.mutableSetValue(forKey: "tags").add(tags[3])
        person.setValue("Ada", forKey: "firstName")
        try two.saveAndMerge()
        #expect(names(twin, "tags", by: "label") == ["1", "2", "3", "4"])
        #expect(twin.changedValues().isEmpty && twin.isUpdated)
        try two.b.save()
    }

    @Test(
        "CTX-104 an ordered relationship keeps its adds behind the new order", arguments: Stack.Kind.allCases)
    func ordered(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let items = (1...3).map { two.a.insert("Item", ["title": "\($0)"]) }
        let list = try two.saved("TodoList", ["name": "Home", "items": NSOrderedSet(array: items)])
        let twin = try two.twin(list)
        twin.mutableOrderedSetValue(forKey: "items").add(two.b.insert("Item", ["title": "mine"]))
        list.setValue(NSOrderedSet(array: items.reversed()), forKey: "items")
        try two.saveAndMerge()
        let titles = { (list: NSManagedObject) in
            (list.value(forKey: "items") as? NSOrderedSet)?.array
                .compactMap { ($0 as? NSManagedObject)?.value(forKey: "title") as? String }
        }
        #expect(titles(twin) == ["3", "2", "1", "mine"])
        try two.b.save()
        #expect(try titles(#require(two.reader.all("TodoList").first)) == ["3", "2", "1", "mine"])
    }

    @Test(
        "CTX-104 TRN-33 a new order of the members survives refreshing", arguments: Stack.Kind.allCases,
        [true, false])
    func reordered(_ kind: Stack.Kind, _ isOne: Bool) throws {
        let two = try TwoContexts(kind)
        let items = (1...3).map { two.a.insert("Item", ["title": "\($0)"]) }
        let list = try two.saved("TodoList", ["name": "Home", "items": NSOrderedSet(array: items)])
        list.setValue(NSOrderedSet(array: [items[1], items[2], items[0]]), forKey: "items")
        if isOne { two.a.refresh(list, mergeChanges: true) } else { two.a.refreshAllObjects() }
        #expect(list.objectIDs(forRelationshipNamed: "items") == [1, 2, 0].map { items[$0].objectID })
        #expect(list.changedValues().keys.sorted() == ["items"])
        try two.a.save()
        let fresh = try #require(two.reader.all("TodoList").first)
        #expect(fresh.objectIDs(forRelationshipNamed: "items") == [1, 2, 0].map { items[$0].objectID })
    }

    @Test("CTX-140 both ends follow a change of one", arguments: Stack.Kind.allCases)
    func bothEnds(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let sales = two.a.insert("Department", ["name": "Sales"])
        let person = try two.saved("Person", ["firstName": "Ada"])
        let sales2 = try two.twin(sales)
        let person2 = try two.twin(person)
        #expect(names(sales2, "employees", by: "firstName").isEmpty)
        person.setValue(sales, forKey: "department")
        try two.saveAndMerge()
        #expect(person2.value(forKey: "department") as? NSManagedObject === sales2)
        #expect(names(sales2, "employees", by: "firstName") == ["Ada"])
        #expect(!two.b.hasChanges)
    }

    /// A saved department with one employee.
    private func employed(_ two: TwoContexts) throws -> (sales: NSManagedObject, person: NSManagedObject) {
        let sales = two.a.insert("Department", ["name": "Sales"])
        return (sales, try two.saved("Person", ["firstName": "Ada", "department": sales]))
    }

    @Test(
        "CTX-142 CTX-200 a merged deletion leaves its former partners clean", arguments: Stack.Kind.allCases)
    func partners(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let (sales, person) = try employed(two)
        let (sales2, person2) = (try two.twin(sales), try two.twin(person))
        #expect(names(sales2, "employees", by: "firstName") == ["Ada"])
        two.a.delete(sales)
        let posted = PostedIDs(two.b)
        try two.saveAndMerge()
        #expect(
            posted.changes == [
                [NSDeletedObjectsKey: [sales.objectID], NSRefreshedObjectsKey: [person.objectID]]
            ])
        #expect(two.b.updatedObjects.isEmpty && person2.value(forKey: "department") == nil)
        try two.b.save()
    }

    @Test(
        "CTX-142 CTX-200 a merged deletion of a member leaves its owner clean, which the next save does not write",
        arguments: Stack.Kind.allCases)
    func owner(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let (sales, person) = try employed(two)
        let (sales2, person2) = (try two.twin(sales), try two.twin(person))
        #expect(names(sales2, "employees", by: "firstName") == ["Ada"])
        two.a.delete(person)
        try two.saveAndMerge()
        #expect(two.b.updatedObjects.isEmpty && person2.isDeleted)
        #expect(names(sales2, "employees", by: "firstName").isEmpty)
        try two.b.save()
        // The row has no other version than the one that this context knows.
        sales.setValue("x", forKey: "code")
        try two.a.save()
    }

    @Test(
        "CTX-144 an object that was added to what others deleted loses its destination",
        arguments: Stack.Kind.allCases)
    func addedToDeleted(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let sales = two.a.insert("Department", ["name": "Sales"])
        let person = try two.saved("Person", ["firstName": "Ada"])
        let person2 = try two.twin(person)
        person2.setValue(try two.twin(sales), forKey: "department")
        two.a.delete(sales)
        try two.saveAndMerge()
        #expect(person2.value(forKey: "department") == nil && person2.isUpdated)
        try two.b.save()
    }

    @Test(
        "CTX-105 CTX-106 PRG-32 refreshing leaves inserted objects inserted, and deleted ones deleted",
        arguments: Stack.Kind.allCases)
    func pendingObjects(_ kind: Stack.Kind) throws {
        let two = try TwoContexts(kind)
        let person = try two.saved("Person", ["firstName": "Ada"])
        let twin = try two.twin(person)
        let new = two.b.insert("Person", ["firstName": "New"])
        two.b.delete(twin)
        person.setValue("Eve", forKey: "firstName")
        try two.saveAndMerge()
        #expect(twin.isDeleted && two.b.deletedObjects == [twin])
        for flag in [true, false] {
            two.b.refresh(new, mergeChanges: flag)
            two.b.refresh(twin, mergeChanges: flag)
            #expect(new.isInserted && two.b.insertedObjects == [new] && new.isFault == !flag)
            // A new object's values go only where its changes are not to be kept.
            #expect(new.value(forKey: "firstName") as? String == (flag ? "New" : nil))
            #expect(twin.isDeleted && two.b.deletedObjects == [twin])
        }
        new.setValue("New", forKey: "firstName")
        try two.b.save()
        #expect(
            try two.reader.all("Person").map { $0.value(forKey: "firstName") as? String } == ["New"])
    }
}
