// SPDX-License-Identifier: Apache-2.0
// Observers of keys that are made of others, and of key paths through relationships.

import Foundation
import Observation
import PerdureTestSupport
import Testing

@testable import Perdure

/// Has keys that depend on other objects: "bossName" on one, "chain" on all above it.
final class LinkedContact: Contact {
    var bossName: String? { employer?.firstName }

    override class var _classProperties: ClassProperties? {
        ClassProperties(
            LinkedContact.self, slots: Contact._classProperties?.slots ?? [],
            accessors: [
                "bossName": KeyAccessor(get: { ($0 as? LinkedContact)?.bossName }),
                "chain": KeyAccessor(get: { ($0 as? LinkedContact)?.employer?.firstName }),
                "staff": KeyAccessor(get: { ($0 as? LinkedContact)?.employees.count }),
            ],
            dependentKeys: [
                "bossName": ["employer.firstName"], "chain": ["firstName", "employer.chain"],
                "staff": ["employees.firstName"],
            ]
        ) { _ in [:] }
    }
}

@Suite("Observing what is made of other values")
struct DependentObservationTests {
    private let log = ChangeLog()

    private func contacts(
        _ names: String, _ className: String = "LinkedContact", _ kind: Stack.Kind = .inMemory
    )
        throws -> (Desk, [Contact])
    {
        let desk = try Desk(kind, Contact.model("PerdureTests.\(className)"))
        let contacts = names.map { name in
            let isPlain = className == "Contact"
            let contact = isPlain ? Contact(context: desk.context) : LinkedContact(context: desk.context)
            contact.firstName = String(name)
            return contact
        }
        try desk.context.save()
        return (desk, contacts)
    }

    @Test("OBJ-60 TRN-173 a declared key changes with its sources", arguments: Stack.Kind.allCases)
    func declared(_ kind: Stack.Kind) throws {
        let (desk, contacts) = try contacts("a", "Contact", kind)
        try log.watch(contacts[0], "fullName", [.old, .new])
        contacts[0].lastName = "z"
        contacts[0].setValue("b", forKey: "firstName")
        contacts[0].age = 3
        #expect(log.take() == ["fullName setting old a new a z", "fullName setting old a z new b z"])
        desk.context.rollback()
        #expect(log.take() == Array(repeating: "fullName setting old b z new a", count: 2))
        desk.context.refresh(contacts[0], mergeChanges: true)
        #expect(log.take() == Array(repeating: "fullName setting old a new a", count: 2))
    }

    @Test("TRN-172 TRN-177 a setter of several parts tells of all of them")
    func composite() throws {
        let (desk, contacts) = try contacts("a", "Contact")
        defer { withExtendedLifetime(desk) {} }
        for key in ["firstName", "lastName", "fullName"] { try log.watch(contacts[0], key, [.new]) }
        contacts[0].fullName = "b c"
        #expect(
            log.take() == [
                "firstName setting new b", "fullName setting new b", "lastName setting new c",
                "fullName setting new b c", "fullName setting new b c",
            ])
    }

    @Test("TRN-174 keys that extensions declare are observable, by name and by key path")
    func extensions() throws {
        let (desk, contacts) = try contacts("a", "Contact")
        defer { withExtendedLifetime(desk) {} }
        try log.watch(contacts[0], "initials", [.old, .new])
        contacts[0].lastName = "z"
        #expect(log.take() == ["initials setting old a new az"])
    }

    @Test(
        "a path is followed to where it leads, and further when that changes", arguments: Stack.Kind.allCases)
    func path(_ kind: Stack.Kind) throws {
        let (desk, contacts) = try contacts("abc", "LinkedContact", kind)
        let (a, b, c) = (contacts[0], contacts[1], contacts[2])
        try log.watch(a, "employer.firstName", [.old, .new])
        try log.watch(a, "bossName", [.old, .new])
        a.employer = b
        #expect(log.take() == ["employer.firstName setting old nil new b", "bossName setting old nil new b"])
        b.firstName = "B"
        #expect(log.take() == ["employer.firstName setting old b new B", "bossName setting old b new B"])
        a.employer = c
        #expect(log.take() == ["employer.firstName setting old B new c", "bossName setting old B new c"])
        b.firstName = "b"
        #expect(log.take().isEmpty && ObservationTable.observers(of: b) == nil)
        try desk.context.save()
        desk.context.refresh(a, mergeChanges: true)
        #expect(
            Set(log.take()) == ["employer.firstName setting old c new c", "bossName setting old c new c"])
        c.firstName = "C"
        #expect(log.take() == ["employer.firstName setting old c new C", "bossName setting old c new C"])
        c.mutableSetValue(forKey: "employees").remove(a)
        #expect(log.take() == ["employer.firstName setting old C new nil", "bossName setting old C new nil"])
        c.firstName = "c"
        #expect(log.take().isEmpty)
        log.observations = []
        #expect(contacts.allSatisfy { ObservationTable.observers(of: $0) == nil })
    }

    @Test(
        "a path goes on from a fault that was filled with another destination", arguments: Stack.Kind.allCases
    )
    func refilled(_ kind: Stack.Kind) throws {
        let (desk, contacts) = try contacts("abc", "LinkedContact", kind)
        let (a, c) = (contacts[0], contacts[2])
        a.employer = contacts[1]
        try desk.context.save()
        try log.watch(a, "bossName", [.new])
        let other = desk.neighbour()
        let twin = try other.existingObject(with: a.objectID)
        twin.setValue(try other.existingObject(with: c.objectID), forKey: "employer")
        try other.save()
        desk.context.refresh(a, mergeChanges: false)
        c.firstName = "quiet"
        #expect(log.take().isEmpty)
        #expect(a.employer === c)
        c.firstName = "loud"
        #expect(log.take() == ["bossName setting new loud"])
    }

    @Test("to-many steps are refused, in a path and in a declaration; nothing stays registered")
    func toMany() throws {
        let (desk, contacts) = try contacts("ab")
        defer { withExtendedLifetime(desk) {} }
        contacts[0].employer = contacts[1]
        for path in [
            "employees.firstName", "employees.@count", "employer.employees.age", "staff", "employer.staff",
        ] {
            let error = #expect(throws: CoreDataException.self) { try log.watch(contacts[0], path) }
            #expect(error?.name == .invalidArgumentException && error?.reason.contains("employees") == true)
            #expect(error?.reason.contains(path) == true)
        }
        #expect(contacts.allSatisfy { ObservationTable.observers(of: $0) == nil })
    }

    @Test("objects that depend on each other in a circle are told once each")
    func circle() throws {
        let (desk, contacts) = try contacts("abc")
        defer { withExtendedLifetime(desk) {} }
        for (index, contact) in contacts.enumerated() { contact.employer = contacts[(index + 1) % 3] }
        try log.watch(contacts[0], "chain", [])
        for contact in contacts {
            contact.firstName = "x"
            #expect(log.take() == ["chain setting"])
        }
        contacts[1].employer = contacts[1]
        #expect(log.take() == ["chain setting"])
        contacts[2].firstName = "y"
        #expect(log.take().isEmpty)
        log.observations = []
        #expect(contacts.allSatisfy { ObservationTable.observers(of: $0) == nil })
    }

    @Test("a chain of thousands of objects is not followed to its end")
    func longChain() throws {
        let (desk, contacts) = try contacts(String(repeating: "a", count: 3000))
        defer { withExtendedLifetime(desk) {} }
        for (contact, next) in zip(contacts, contacts.dropFirst()) { contact.employer = next }
        try log.watch(contacts[0], "chain")
        contacts[100].firstName = "b"
        #expect(log.take() == ["chain setting"])
        contacts[2000].firstName = "b"
        #expect(log.take().isEmpty)
    }

    @Test("OBJ-60 readers of a key that an extension declares are told of its sources")
    func readers() throws {
        let desk = try Desk(.inMemory, Contact.model("PerdureTests.WatchedContact"))
        let contact = WatchedContact(context: desk.context)
        let log = log
        nonisolated(unsafe) let told = { log.add("told") }
        withObservationTracking {
            _ = contact.value(forKey: "initials")
        } onChange: {
            told()
        }
        contact.lastName = "z"
        #expect(log.take() == ["told"])
    }
}
