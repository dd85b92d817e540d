// SPDX-License-Identifier: Apache-2.0
// Observers of to-many relationships: which members come and go, and where.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Observing members")
struct MemberObservationTests {
    private let log = ChangeLog()

    /// Objects of an entity, named by their letters.
    private func objects(_ entity: String, _ key: String, _ names: String, _ desk: Desk) -> [NSManagedObject]
    {
        names.map { desk.context.insert(entity, [key: String($0)]) }
    }

    @Test("OBJ-57 OBJ-175 members that come and go", arguments: Stack.Kind.allCases)
    func unordered(_ kind: Stack.Kind) throws {
        let desk = try Desk(kind, FixtureModel.scenarios())
        let people = objects("Person", "firstName", "abc", desk)
        let department = desk.context.insert("Department", ["name": "d"])
        try desk.context.save()
        try log.watch(department, "employees", [.old, .new])
        let employees = department.mutableSetValue(forKey: "employees")
        employees.add(people[0])
        people[1].setValue(department, forKey: "department")
        employees.remove(people[0])
        department.setValue(Set(people), forKey: "employees")
        department.setValue(Set([people[2]]), forKey: "employees")
        department.setValue(Set([people[0], people[1]]), forKey: "employees")
        desk.context.delete(people[0])
        desk.context.processPendingChanges()
        #expect(
            log.take() == [
                "employees insertion new {a}", "employees insertion new {b}", "employees removal old {a}",
                "employees insertion new {a c}", "employees removal old {a b}",
                "employees replacement old {c} new {a b}", "employees removal old {a}",
            ])
    }

    @Test("OBJ-57 mutations that accessors announce themselves", arguments: Stack.Kind.allCases)
    func announced(_ kind: Stack.Kind) throws {
        let desk = try Desk(kind, FixtureModel.scenarios())
        let people = objects("Person", "firstName", "abc", desk)
        let department = desk.context.insert("Department", ["name": "d"])
        try desk.context.save()
        try log.watch(department, "employees", [.old, .new, .prior])
        func change(
            _ kind: NSKeyValueSetMutationKind, _ given: Set<NSManagedObject>, _ result: Set<NSManagedObject>
        ) {
            department.willChangeValue(forKey: "employees", withSetMutation: kind, using: given)
            department.setPrimitiveValue(result, forKey: "employees")
            department.didChangeValue(forKey: "employees", withSetMutation: kind, using: given)
        }
        change(.union, [people[0], people[1]], [people[0], people[1]])
        change(.union, [people[1], people[2]], Set(people))
        change(.minus, [people[2]], [people[0], people[1]])
        change(.intersect, [people[0]], [people[0]])
        change(.set, [people[1]], [people[1]])
        #expect(
            log.take() == [
                "employees insertion prior", "employees insertion new {a b}",
                "employees insertion prior", "employees insertion new {c}",
                "employees removal prior old {c}", "employees removal old {c}",
                "employees removal prior old {b}", "employees removal old {b}",
                "employees replacement prior old {a}", "employees replacement old {a} new {b}",
            ])
        #expect(people[1].value(forKey: "department") as? NSManagedObject == department)
        #expect(people[0].value(forKey: "department") == nil)
    }

    @Test("members that no one read are not loaded for an observer", arguments: Stack.Kind.allCases)
    func unloaded(_ kind: Stack.Kind) throws {
        let desk = try Desk(kind, FixtureModel.scenarios())
        let first = desk.context.insert("Person", ["firstName": "a"])
        let department = desk.context.insert("Department", ["name": "d"])
        first.setValue(department, forKey: "department")
        try desk.context.save()
        let context = desk.neighbour()
        let twin = try context.existingObject(with: department.objectID)
        try log.watch(twin, "employees", [.old, .new])
        let second = context.insert("Person", ["firstName": "b"])
        second.setValue(twin, forKey: "department")
        #expect(twin.hasFault(forRelationshipNamed: "employees"))
        second.setValue(nil, forKey: "department")
        #expect(log.take() == ["employees insertion new {b}", "employees removal old {b}"])
    }

    @Test("OBJ-175 places in an ordered relationship", arguments: Stack.Kind.allCases)
    func ordered(_ kind: Stack.Kind) throws {
        let desk = try Desk(kind, FixtureModel.scenarios())
        let items = objects("Item", "title", "abcd", desk)
        let list = desk.context.insert("TodoList", ["name": "l"])
        try desk.context.save()
        try log.watch(list, "items", [.old, .new])
        let view = list.mutableOrderedSetValue(forKey: "items")
        view.add(items[0])
        view.insert(items[1], at: 0)
        items[2].setValue(list, forKey: "todolist")
        view.exchangeObject(at: 0, withObjectAt: 2)
        view.replaceObject(at: 1, with: items[3])
        view.removeObject(at: 1)
        list.setValue(NSOrderedSet(array: [items[0], items[3]]), forKey: "items")
        list.setValue(NSOrderedSet(array: [items[1]]), forKey: "items")
        #expect(
            log.take() == [
                "items insertion at [0] new [a]", "items insertion at [0] new [b]",
                "items insertion at [2] new [c]",
                "items replacement at [0, 2] old [b c] new [c b]",
                "items replacement at [1] old [a] new [d]", "items removal at [1] old [d]",
                "items replacement at [0, 1] old [c b] new [a d]", "items setting old [a d] new [b]",
            ])
    }

    @Test("places that accessors announce themselves", arguments: Stack.Kind.allCases)
    func places(_ kind: Stack.Kind) throws {
        let desk = try Desk(kind, FixtureModel.scenarios())
        let items = objects("Item", "title", "abc", desk)
        let list = desk.context.insert("TodoList", ["name": "l"])
        try desk.context.save()
        try log.watch(list, "items", [.old, .new, .prior])
        func change(_ kind: NSKeyValueChange, _ places: IndexSet, _ result: [NSManagedObject]) {
            list.willChange(kind, valuesAt: places, forKey: "items")
            list.setPrimitiveValue(NSOrderedSet(array: result), forKey: "items")
            list.didChange(kind, valuesAt: places, forKey: "items")
        }
        change(.insertion, [0, 1], [items[0], items[1]])
        change(.replacement, [1], [items[0], items[2]])
        change(.removal, [0], [items[2]])
        #expect(
            log.take() == [
                "items insertion prior at [0, 1]", "items insertion at [0, 1] new [a b]",
                "items replacement prior at [1] old [b]", "items replacement at [1] old [b] new [c]",
                "items removal prior at [0] old [a]", "items removal at [0] old [a]",
            ])
        #expect(list.hasChanges && items[2].value(forKey: "todolist") as? NSManagedObject == list)
        #expect(items[1].value(forKey: "todolist") == nil)
    }

    @Test("a handler with types gets the members in the property's type")
    func typed() throws {
        let desk = try Desk(.inMemory, Contact.model("PerdureTests.WatchedContact"))
        let boss = WatchedContact(context: desk.context)
        let contact = WatchedContact(context: desk.context)
        contact.firstName = "a"
        let observation = boss.observe(\.employees, options: [.old, .new]) { [log] boss, change in
            log.add("\(boss.employees.count) \(ChangeLog.text(change))")
        }
        contact.employer = boss
        contact.employer = nil
        observation.invalidate()
        contact.employer = boss
        #expect(log.take() == ["1 insertion new {a}", "0 removal old {a}"])
    }
}
