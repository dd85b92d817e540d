// SPDX-License-Identifier: Apache-2.0
// Beginning and ending observations: by handler and by observer, in the middle of a change, across lives.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

/// A managed object that observes others, as on Apple's systems.
final class WatchingPerson: NSManagedObject {
    var seen: [String] = []

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        seen.append(keyPath ?? "?")
        if keyPath == "note" {
            super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
        }
    }

    override func value(forUndefinedKey key: String) -> Any? {
        key == "extra" ? 7 : super.value(forUndefinedKey: key)
    }
}

@Suite("Registrations of observers")
struct RegistrationTests {
    private let log = ChangeLog()
    private let desk: Desk
    private let person: NSManagedObject

    init() throws {
        let classes = ["Person": WatchingPerson.self]
        desk = try Desk(.inMemory, FixtureModel.scenarios(classes))
        person = desk.context.insert("Person", ["firstName": "Ada"])
        try desk.context.save()
    }

    @Test("OBJ-58 an observer is told with a dictionary", arguments: Stack.Kind.allCases)
    func observer(_ kind: Stack.Kind) throws {
        let desk = try Desk(kind, FixtureModel.scenarios())
        let person = desk.context.insert("Person", ["firstName": "Ada"])
        let list = desk.context.insert("TodoList", ["name": "List"])
        try desk.context.save()
        let observer = NamedObserver(log)
        person.addObserver(
            observer, forKeyPath: "note", options: [.old, .new, .prior, .initial], context: nil)
        person.addObserver(observer, forKeyPath: "age", context: nil)
        list.addObserver(observer, forKeyPath: "items", options: [.new], context: nil)
        person.setValue("x", forKey: "note")
        person.setValue(3, forKey: "age")
        desk.context.insert("Item", ["title": "i"]).setValue(list, forKey: "todolist")
        #expect(
            log.take() == [
                "Ada.note kind=1 new=nil", "Ada.note kind=1 notificationIsPrior=1 old=nil",
                "Ada.note kind=1 new=x old=nil", "Ada.age kind=1",
                "List.items indexes=1 indexes kind=2 new=[i]",
            ])
        person.removeObserver(observer, forKeyPath: "note")
        list.removeObserver(observer, forKeyPath: "items", context: nil)
        person.setValue("y", forKey: "note")
        desk.context.insert("Item", ["title": "j", "todolist": list])
        #expect(log.take().isEmpty && !list.state.contains(.observed))
    }

    @Test("the latest registration is removed, or that of a context; what is not there is an exception")
    func removal() throws {
        let observer = NamedObserver(log)
        var (one, two) = (1, 2)
        withUnsafeMutablePointer(to: &one) { first in
            withUnsafeMutablePointer(to: &two) { second in
                person.addObserver(observer, forKeyPath: "note", options: [.old], context: first)
                person.addObserver(observer, forKeyPath: "note", options: [.new], context: second)
                person.setValue("a", forKey: "note")
                #expect(log.take() == ["Ada.note kind=1 old=nil", "Ada.note kind=1 new=a"])
                person.removeObserver(observer, forKeyPath: "note", context: first)
                person.setValue("b", forKey: "note")
                #expect(log.take() == ["Ada.note kind=1 new=b"])
                person.addObserver(observer, forKeyPath: "note", options: [.old], context: first)
                person.removeObserver(observer, forKeyPath: "note")
                person.setValue("c", forKey: "note")
                #expect(log.take() == ["Ada.note kind=1 new=c"])
                for remove in [
                    { person.removeObserver(observer, forKeyPath: "note", context: first) },
                    { person.removeObserver(observer, forKeyPath: "age") },
                    { person.removeObserver(NamedObserver(log), forKeyPath: "note") },
                ] {
                    let error = #expect(throws: CoreDataException.self) { try ExceptionTrap.catching(remove) }
                    #expect(error?.name == .rangeException && error?.reason.contains("NamedObserver") == true)
                }
            }
        }
    }

    @Test("an observer that is gone is not told, and one may remove itself while it goes")
    func goneObserver() throws {
        final class Leaving: KeyValueObserver {
            let person: NSManagedObject
            init(_ person: NSManagedObject) { self.person = person }
            deinit { person.removeObserver(self, forKeyPath: "note") }
            func observeValue(
                forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
                context: UnsafeMutableRawPointer?
            ) { Issue.record("told") }
        }
        var leaving: Leaving? = Leaving(person)
        person.addObserver(try #require(leaving), forKeyPath: "note", context: nil)
        #expect(ObservationTable.observers(of: person) != nil)
        leaving = nil
        #expect(ObservationTable.observers(of: person) == nil)
        person.addObserver(NamedObserver(log), forKeyPath: "note", context: nil)
        person.setValue("x", forKey: "note")
        #expect(log.take().isEmpty)
    }

    @Test("managed objects observe by overriding; what nobody overrides is an exception")
    func managedObserver() throws {
        let watcher = try #require(desk.context.insert("Person") as? WatchingPerson)
        person.addObserver(watcher, forKeyPath: "firstName", context: nil)
        person.addObserver(watcher, forKeyPath: "note", context: nil)
        person.setValue("x", forKey: "firstName")
        #expect(watcher.seen == ["firstName"])
        let error = #expect(throws: CoreDataException.self) { try person.trySetValue("x", forKey: "note") }
        #expect(error?.reason.contains("WatchingPerson") == true && watcher.seen == ["firstName", "note"])
        #expect(person.value(forKey: "note") as? String == "x")
    }

    @Test("TRN-111 TRN-118 unknown keys are refused, unless the class reads them; those announce themselves")
    func unknown() throws {
        for key in ["frstName", "", "firstName.", ".firstName", "department.nme", "@count"] {
            let sales = desk.context.insert("Department", ["name": "Sales"])
            person.setValue(sales, forKey: "department")
            let error = #expect(throws: CoreDataException.self) { try log.watch(person, key) }
            #expect(error?.name == .undefinedKeyException, "\(key)")
        }
        let observer = NamedObserver(log)
        #expect(throws: CoreDataException.self) {
            try ExceptionTrap.catching { person.addObserver(observer, forKeyPath: "frstName", context: nil) }
        }
        #expect(ObservationTable.observers(of: person) == nil)
        try log.watch(person, "extra", [.new])
        person.willChangeValue(forKey: "extra")
        person.didChangeValue(forKey: "extra")
        #expect(log.take() == ["extra setting new 7"])
    }

    @Test("handlers may begin and end observations, and release their own")
    func changingHandlers() throws {
        let log = log
        var own: NSKeyValueObservation?
        var others: [NSKeyValueObservation] = []
        own = try person.observe("note") { person, _ in
            log.add("own")
            own = nil
            let late = try? person.observe("note", options: [.prior]) { _, _ in log.add("late") }
            others += [late].compactMap(\.self)
        }
        others.append(try person.observe("note") { _, _ in log.add("second") })
        person.setValue("a", forKey: "note")
        #expect(log.take() == ["own", "second"])
        others.removeFirst()
        person.setValue("b", forKey: "note")
        #expect(log.take() == ["late", "late"] && own == nil)
        others = []
        person.setValue("c", forKey: "note")
        #expect(log.take().isEmpty && !person.state.contains(.observed))
    }

    @Test(
        "an observation that ends between announcement and change is not told", arguments: Stack.Kind.allCases
    )
    func endedBetween(_ kind: Stack.Kind) throws {
        try log.watch(person, "note", [.old, .new])
        person.willChangeValue(forKey: "note")
        log.observations = []
        try log.watch(person, "note", [.new])
        person.didChangeValue(forKey: "note")
        #expect(log.take().isEmpty)
        person.setValue("z", forKey: "note")
        #expect(log.take() == ["note setting new z"])
    }

    @Test("handlers may change the object, and others; nothing of it is lost")
    func changingObjects() throws {
        let other = desk.context.insert("Person")
        try desk.context.save()
        let observation = try person.observe("firstName", options: [.prior]) { person, change in
            person.setValue(change.isPrior ? "prior" : "after", forKey: "note")
            other.setValue("told", forKey: "note")
        }
        person.setValue("Eve", forKey: "firstName")
        #expect(person.value(forKey: "firstName") as? String == "Eve")
        #expect(person.slots.extras?.openChanges.isEmpty != false)
        #expect(person.value(forKey: "note") as? String == "after")
        #expect(desk.context.updatedObjects == [person, other])
        try desk.context.save()
        let read = try desk.reader().all("Person", by: "firstName").map {
            $0.value(forKey: "note") as? String
        }
        #expect(Set(read) == ["after", "told"])
        observation.invalidate()
    }

    @Test("a handler may make a fault of the object")
    func faultingHandler() throws {
        let context = desk.context
        let observation = try person.observe("firstName", options: [.prior]) { person, change in
            if change.isPrior { context.refresh(person, mergeChanges: false) }
        }
        person.setValue("Eve", forKey: "firstName")
        #expect(person.value(forKey: "firstName") as? String == "Eve" && person.hasChanges)
        let last = try person.observe("firstName") { person, _ in context.reset() }
        person.setValue("Zoë", forKey: "firstName")
        #expect(person.managedObjectContext == nil && person.isFault)
        withExtendedLifetime([observation, last]) {}
    }

    @Test("an observation may outlive its object, and end on another thread")
    func outliving() async throws {
        var gone: NSManagedObject? = desk.context.insert("Person")
        let observation = try #require(gone).observe("note") { _, _ in }
        desk.context.reset()
        weak let reference = gone
        gone = nil
        #expect(reference == nil)
        let person = desk.context.insert("Person")
        let second = try person.observe("note") { _, _ in Issue.record("told") }
        await Task.detached {
            observation.invalidate()
            second.invalidate()
        }.value
        person.setValue("x", forKey: "note")
        #expect(!person.state.contains(.observed))
    }

    @Test("an object that is not observed has neither bit nor entry, and a fault keeps both")
    func cost() throws {
        let desk = try Desk(.inMemory, Contact.model())
        let person = Contact(context: desk.context)
        try desk.context.save()
        #expect(!person.slots.isSpecial && ObservationTable.observers(of: person) == nil)
        try log.watch(person, "name")
        #expect(person.slots.isSpecial)
        desk.context.refresh(person, mergeChanges: false)
        #expect(person.isFault && !person.slots.isSpecial && person.state.contains(.observed))
        _ = person.value(forKey: "name")
        #expect(person.slots.isSpecial)
        desk.context.reset()
        #expect(ObservationTable.observers(of: person) != nil)
        log.observations = []
        #expect(ObservationTable.observers(of: person) == nil)
    }
}
