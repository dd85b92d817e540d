// SPDX-License-Identifier: Apache-2.0
// Relationships that are set while both objects are outside of a context: the order of their insertion makes no difference.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Partners inserted one after the other")
struct LaterPartnerTests {
    /// An object of an entity outside of any context.
    private func loose(_ entity: String, _ stack: Stack, _ values: [String: Any] = [:]) throws
        -> NSManagedObject
    {
        let description = try #require(stack.coordinator.managedObjectModel.entitiesByName[entity])
        let object = NSManagedObject(entity: description, insertInto: nil)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    @Test("OBJ-160 an owner and its members find each other", arguments: Stack.Kind.allCases, [false, true])
    func ownerAndMembers(_ kind: Stack.Kind, _ isOwnerFirst: Bool) throws {
        let stack = try Stack(kind, FixtureModel.scenarios())
        let context = stack.context()
        let items = try ["a", "b"].map { try loose("Item", stack, ["title": $0]) }
        let list = try loose("TodoList", stack, ["name": "Home"])
        list.mutableOrderedSetValue(forKey: "items").addObjects(from: items)
        for object in isOwnerFirst ? [list] + items : items + [list] { context.insert(object) }
        #expect(items.map { $0.object("todolist") } == [list, list])
        #expect((list.value(forKey: "items") as? NSOrderedSet)?.array as? [NSManagedObject] == items)
        #expect(context.checkInvariants().isEmpty)
        try context.save()
        let reader = stack.context()
        let stored = try #require(try reader.all("TodoList").first)
        let members = stored.value(forKey: "items") as? NSOrderedSet
        #expect(members?.map { ($0 as? NSManagedObject)?.text("title") } == ["a", "b"])
    }

    @Test("OBJ-160 so do the ends of a relationship to many at both ends", arguments: [false, true])
    func shared(_ isPersonFirst: Bool) throws {
        let stack = try Stack(.sqlite, FixtureModel.scenarios())
        let context = stack.context()
        let tag = try loose("Tag", stack, ["label": "t"])
        let person = try loose("Person", stack, ["firstName": "Ada", "tags": Set([tag])])
        for object in isPersonFirst ? [person, tag] : [tag, person] { context.insert(object) }
        #expect(tag.members("people") == [person] && person.members("tags") == [tag])
    }

    @Test("OBJ-160 a member that has another owner keeps that one", arguments: [false, true])
    func taken(_ isOwnerFirst: Bool) throws {
        let stack = try Stack(.sqlite, FixtureModel.scenarios())
        let context = stack.context()
        let home = context.insert("TodoList", ["name": "Home"])
        let item = try loose("Item", stack, ["title": "a"])
        let work = try loose("TodoList", stack, ["name": "Work"])
        work.mutableOrderedSetValue(forKey: "items").add(item)
        item.setPrimitiveValue(home, forKey: "todolist")
        for object in isOwnerFirst ? [work, item] : [item, work] { context.insert(object) }
        #expect(item.object("todolist") === home && work.members("items").isEmpty)
        #expect(home.members("items") == [item])
    }

    @Test(
        "OBJ-160 an owner that left meanwhile, or let go of the member, is not joined",
        arguments: [false, true])
    func late(_ leaves: Bool) throws {
        let stack = try Stack(.sqlite, FixtureModel.scenarios())
        let context = stack.context()
        let item = try loose("Item", stack, ["title": "a"])
        let list = try loose("TodoList", stack, ["name": "Home"])
        list.mutableOrderedSetValue(forKey: "items").add(item)
        context.insert(list)
        if leaves {
            context.delete(list)
            context.processPendingChanges()
        } else {
            list.mutableOrderedSetValue(forKey: "items").remove(item)
        }
        context.insert(item)
        #expect(item.object("todolist") == nil && context.checkInvariants().isEmpty)
    }
}
