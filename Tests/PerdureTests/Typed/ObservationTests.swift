// SPDX-License-Identifier: Apache-2.0
// Objects of classes that conform to Observable.

import Foundation
import Observation
import PerdureTestSupport
import Synchronization
import Testing

@testable import Perdure

/// A contact that can be observed.
final class WatchedContact: Contact, Observable {
    /// Made of a value that no accessor reads.
    var caption: String { "* \(primitiveValue(forKey: "firstName") as? String ?? "")" }

    override class var _classProperties: ClassProperties? {
        ClassProperties(
            WatchedContact.self, slots: Contact._classProperties?.slots ?? [],
            accessors: ["caption": KeyAccessor(get: { ($0 as? WatchedContact)?.caption })],
            dependentKeys: ["caption": ["fullName"]]
        ) { _ in [:] }
    }
}

@Suite("Observation")
struct ObservationTests {
    let desk: Desk
    let contact: WatchedContact

    init() throws {
        desk = try Desk(.inMemory, Contact.model("PerdureTests.WatchedContact"))
        contact = WatchedContact(context: desk.context)
        contact.firstName = "Ada"
        contact.lastName = "Lovelace"
        try desk.context.save()
    }

    /// How often a reader is told of a change: at most once, as Observation has it.
    private func notices(reading read: () -> Any?, during change: () throws -> Void) rethrows -> Int {
        let count = Counter()
        withObservationTracking {
            _ = read()
        } onChange: {
            count.increase()
        }
        try change()
        return count.value
    }

    @Test("a setter tells readers of its property, and no others")
    func setter() {
        #expect(
            notices {
                contact.firstName
            } during: {
                contact.firstName = "Grace"
            } == 1)
        #expect(
            notices {
                contact.firstName
            } during: {
                contact.lastName = "Hopper"
            } == 0)
        #expect(
            notices {
                contact.employer
            } during: {
                contact.age = 3
            } == 0)
        #expect(
            notices {
                contact.lastName
            } during: {
            } == 0)
    }

    @Test("key-value coding reads and writes observed")
    func keys() {
        #expect(
            notices {
                contact.value(forKey: "firstName")
            } during: {
                contact.firstName = "A"
            } == 1)
        #expect(
            notices {
                contact.firstName
            } during: {
                contact.setValue("B", forKey: "firstName")
            } == 1)
        #expect(
            notices {
                contact.value(forKeyPath: "name")
            } during: {
                contact.setValue("B", forKey: "name")
            } == 1)
        #expect(
            notices {
                contact.primitiveValue(forKey: "name")
            } during: {
                contact.setValue("C", forKey: "name")
            } == 0)
    }

    @Test("TRN-175 OBJ-58 OBJ-60 undo and redo tell readers, those of dependent keys too")
    func undo() {
        let context = desk.context
        context.undoManager = UndoManager()
        contact.firstName = "Grace"
        context.processPendingChanges()
        for change in [context.undo, context.redo, context.undo] {
            #expect(
                notices {
                    (contact.firstName, contact.lastName)
                } during: {
                    change()
                } == 1)
        }
        #expect(
            notices {
                contact.value(forKey: "caption")
            } during: {
                context.redo()
            } == 1)
        #expect(
            notices {
                contact.lastName
            } during: {
                context.undo()
            } == 0)
    }

    @Test("CTX-65 readers are told when undo takes an insertion away, and when it comes back")
    func undoneInsertion() {
        let context = desk.context
        context.undoManager = UndoManager()
        let other = WatchedContact(context: context)
        other.firstName = "Grace"
        context.processPendingChanges()
        for change in [context.undo, context.redo] {
            #expect(
                notices {
                    other.firstName
                } during: {
                    change()
                } == 1)
        }
        #expect(other.firstName == "Grace")
    }

    @Test("a pair of announcements tells readers, around the change")
    func announced() {
        var seen: Int16 = -1
        let old = Mutex<Int16>(-1)
        nonisolated(unsafe) let contact = contact
        withObservationTracking {
            seen = contact.age
        } onChange: {
            let value = contact.primitiveValue(forKey: "age") as? Int16
            old.withLock { $0 = value ?? 0 }
        }
        contact.age = 5
        #expect(seen == 0 && old.withLock(\.self) == 0 && contact.age == 5)
    }

    @Test("TRN-173 a computed property changes with what it reads, or depends on by declaration")
    func dependent() {
        #expect(
            notices {
                contact.fullName
            } during: {
                contact.lastName = "Byron"
            } == 1)
        #expect(
            notices {
                contact.fullName
            } during: {
                contact.age = 4
            } == 0)
        #expect(
            notices {
                contact.value(forKey: "caption")
            } during: {
                contact.firstName = "B"
            } == 1)
        #expect(
            notices {
                contact.value(forKey: "caption")
            } during: {
                contact.age = 5
            } == 0)
    }

    @Test("TRN-172 a setter of several parts tells the readers of each part")
    func composite() {
        #expect(
            notices {
                contact.firstName
            } during: {
                contact.fullName = "A B"
            } == 1)
        #expect(
            notices {
                contact.lastName
            } during: {
                contact.fullName = "C D"
            } == 1)
        #expect(
            notices {
                contact.value(forKey: "fullName")
            } during: {
                contact.fullName = "E F"
            } == 1)
    }

    @Test("the other end of a relationship tells its readers")
    func inverse() {
        let boss = WatchedContact(context: desk.context)
        #expect(
            notices {
                boss.value(forKey: "employees")
            } during: {
                contact.employer = boss
            } == 1)
        #expect(
            notices {
                boss.mutableSetValue(forKey: "employees").count
            } during: {
                contact.employer = nil
            } == 1)
        let members = boss.mutableSetValue(forKey: "employees")
        #expect(
            notices {
                contact.employer
            } during: {
                members.add(contact)
            } == 1)
    }

    @Test("OBJ-60 rollback and refresh tell the readers of what they change")
    func earlierValues() throws {
        contact.firstName = "Grace"
        #expect(
            notices {
                contact.firstName
            } during: {
                desk.context.rollback()
            } == 1)
        #expect(contact.firstName == "Ada")
        contact.firstName = "Grace"
        #expect(
            notices {
                contact.lastName
            } during: {
                desk.context.rollback()
            } == 0)
        #expect(
            notices {
                contact.lastName
            } during: {
                desk.context.refresh(contact, mergeChanges: true)
            } == 1)
        #expect(
            notices {
                contact.lastName
            } during: {
                desk.context.refresh(contact, mergeChanges: false)
            } == 1)
        #expect(contact.isFault)
        #expect(
            notices {
                contact.lastName
            } during: {
                contact.lastName = "King"
            } == 1)
        #expect(contact.lastName == "King")
    }

    @Test("saving tells nobody, unless it changes a value")
    func saving() throws {
        contact.firstName = "Grace"
        #expect(
            try notices {
                contact.firstName
            } during: {
                try desk.context.save()
            } == 0)
    }

    @Test("the registrar is made by the first read; other classes have neither it nor room for it")
    func cost() throws {
        contact.firstName = "B"
        #expect(contact.observation == nil && contact.slots.isSpecial && contact.slots.count == 8)
        _ = contact.firstName
        #expect(contact.observation != nil)
        let plain = Contact(context: try Desk(.inMemory, Contact.model()).context)
        _ = plain.firstName
        #expect(plain.binding.observedKeys == nil && !plain.slots.isSpecial && plain.slots.count == 7)
    }

    #if compiler(>=6.2)
    @Test("Observations gives the values one after the other") @MainActor
    func sequence() async {
        nonisolated(unsafe) let contact = contact
        var seen: [String] = []
        for await name in Observations({ contact.fullName ?? "" }) {
            seen.append(name)
            if seen.count == 3 { break }
            contact.firstName = "\(seen.count)"
        }
        #expect(seen == ["Ada Lovelace", "1 Lovelace", "2 Lovelace"])
    }
    #endif
}

private final class Counter: Sendable {
    private let count = Mutex(0)
    func increase() { count.withLock { $0 += 1 } }
    var value: Int { count.withLock(\.self) }
}
