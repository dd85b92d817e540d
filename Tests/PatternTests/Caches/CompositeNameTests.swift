// SPDX-License-Identifier: Apache-2.0
// A name that is made of two, with a setter that takes it apart.

import Foundation
import Observation
import Perdure
import PerdureTestSupport
import Synchronization
import Testing

/// Has a full name that reads and sets its parts; announces by itself.
class NamedPerson: NSManagedObject {
    var fullName: String? {
        get {
            willAccessValue(forKey: "fullName")
            defer { didAccessValue(forKey: "fullName") }
            let parts = ["firstName", "lastName"].compactMap { value(forKey: $0) as? String }
            return parts.isEmpty ? nil : parts.joined(separator: " ")
        }
        set {
            willChangeValue(forKey: "fullName")
            let words = newValue?.split(separator: " ").map(String.init) ?? []
            setValue(words.first, forKey: "firstName")
            setValue(words.count > 1 ? words.last : nil, forKey: "lastName")
            didChangeValue(forKey: "fullName")
        }
    }
    private(set) var log: [String] = []

    override func willChangeValue(forKey key: String) {
        log.append("will \(key)")
        super.willChangeValue(forKey: key)
    }

    override func didChangeValue(forKey key: String) {
        super.didChangeValue(forKey: key)
        log.append("did \(key)")
    }
}

/// Tells those who track what they read; what depends on what is declared in an extension.
final class WatchedPerson: NamedPerson, Observable {}

extension WatchedPerson: DependentKeyDeclaring {
    static var dependentKeys: [String: Set<String>] { ["fullName": ["firstName", "lastName"]] }
}

/// Sets its parts through accessors that announce the whole.
final class AnnouncingPerson: NamedPerson, Observable {
    func setFirstName(_ name: String) {
        willChangeValue(forKey: "fullName")
        setValue(name, forKey: "firstName")
        didChangeValue(forKey: "fullName")
    }
}

/// Can only be read.
final class ReadOnlyPerson: NSManagedObject {
    var fullName: String {
        willAccessValue(forKey: "fullName")
        defer { didAccessValue(forKey: "fullName") }
        return [value(forKey: "firstName"), value(forKey: "lastName")].compactMap { $0 as? String }
            .joined(separator: " ")
    }
}

@Suite("A composite of two names")
struct CompositeNameTests {
    private func changes(of person: NamedPerson, _ change: () -> Void) -> Int {
        let count = Mutex(0)
        withObservationTracking {
            _ = person.fullName
        } onChange: {
            count.withLock { $0 += 1 }
        }
        change()
        return count.withLock { $0 }
    }

    @Test(
        "TRN-170 TRN-171 computed by the getter, which fires the fault; there is no column",
        arguments: Stack.Kind.allCases)
    func getter(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Person": NamedPerson.self])
        let person = try stack.saved(
            "Person", ["firstName": "Grace", "lastName": "Hopper"], as: NamedPerson.self)
        #expect(person.fullName == "Grace Hopper")
        stack.a.refresh(person, mergeChanges: false)
        #expect(person.isFault)
        #expect(person.fullName == "Grace Hopper")
        #expect(!person.isFault)
        guard let url = stack.stack.url else { return }
        let columns = try RawDatabase(url).rows("SELECT name FROM pragma_table_info('ZPERSON')").map { $0[0] }
        #expect(columns.contains("ZFIRSTNAME") && !columns.contains("ZFULLNAME"))
    }

    @Test(
        "TRN-172 the setter sets the parts inside its own announcement; no word and one word too",
        arguments: Stack.Kind.allCases)
    func setter(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Person": NamedPerson.self])
        let person = try stack.saved("Person", as: NamedPerson.self)
        person.fullName = "Alan Mathison Turing"
        #expect(person.value(forKey: "firstName") as? String == "Alan")
        #expect(person.value(forKey: "lastName") as? String == "Turing")
        #expect(
            person.log == [
                "will fullName", "will firstName", "did firstName", "will lastName", "did lastName",
                "did fullName",
            ])
        person.fullName = "Ada"
        #expect(person.fullName == "Ada")
        #expect(person.value(forKey: "lastName") == nil)
        person.fullName = nil
        #expect(person.fullName == nil)
    }

    @Test(
        "TRN-173 TRN-174 a declaration in an extension tells observers of the whole",
        arguments: Stack.Kind.allCases)
    func dependentKeys(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Person": WatchedPerson.self])
        let person = try stack.saved("Person", as: WatchedPerson.self)
        #expect(changes(of: person) { person.setValue("Ada", forKey: "firstName") } == 1)
        #expect(changes(of: person) { person.setValue("King", forKey: "lastName") } == 1)
        #expect(changes(of: person) { person.setValue("other", forKey: "email") } == 0)
        #expect(
            WatchedPerson.keyPathsForValuesAffectingValue(forKey: "fullName") == ["firstName", "lastName"])
    }

    @Test("TRN-173 setters that announce both tell them as well", arguments: Stack.Kind.allCases)
    func announcing(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Person": AnnouncingPerson.self])
        let person = try stack.saved("Person", as: AnnouncingPerson.self)
        #expect(changes(of: person) { person.setFirstName("Ada") } == 1)
    }

    @Test("TRN-177 the composite's setter may tell observers more than once", arguments: Stack.Kind.allCases)
    func duplicates(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Person": WatchedPerson.self])
        let person = try stack.saved("Person", as: WatchedPerson.self)
        #expect(changes(of: person) { person.fullName = "Ada King" } >= 1)
        #expect(person.fullName == "Ada King")
    }

    @Test("TRN-176 a getter alone", arguments: Stack.Kind.allCases)
    func readOnly(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Person": ReadOnlyPerson.self])
        let person = try stack.saved(
            "Person", ["firstName": "Grace", "lastName": "Hopper"], as: ReadOnlyPerson.self)
        #expect(person.fullName == "Grace Hopper")
        #expect(!person.hasChanges)
    }

    @Test(
        "TRN-175 undo of a part tells observers of the whole, when it is declared",
        arguments: Stack.Kind.allCases)
    func undo(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, ["Person": WatchedPerson.self])
        let person = try stack.saved("Person", ["firstName": "Ada"], as: WatchedPerson.self)
        stack.a.startUndo()
        stack.a.step { person.setValue("Eve", forKey: "firstName") }
        #expect(changes(of: person) { stack.a.undo() } == 1)
        #expect(person.fullName == "Ada")
        #expect(changes(of: person) { stack.a.redo() } == 1)
    }
}
