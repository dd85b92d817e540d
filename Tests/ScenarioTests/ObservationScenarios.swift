// SPDX-License-Identifier: Apache-2.0
// SC-05, SC-11 and SC-12 as observers see them, and the observed patterns of transient properties.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite struct ObservationScenarios {
    /// The new values that an observer of a property is told of.
    private final class Seen {
        private(set) var values: [String] = []
        private var observation: NSKeyValueObservation?

        init(_ object: NSManagedObject, _ key: String, _ options: NSKeyValueObservingOptions = .new) throws {
            observation = try object.observe(key, options: options) { [unowned self] _, change in
                values.append(change.newValue.map { $0 is NSNull ? "nil" : "\($0)" } ?? "-")
            }
        }

        func take() -> [String] {
            defer { values = [] }
            return values
        }
    }

    @Test("SC-05 undo and redo of a transient", arguments: Stack.Kind.allCases)
    func undo(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind)
        let person = try scenario.saved("Person", ["firstName": "Ada"])
        scenario.a.undoManager = UndoManager()
        let seen = try Seen(person, "mood")
        person.setValue("x", forKey: "mood")
        scenario.a.processPendingChanges()
        scenario.a.undo()
        #expect(person.value(forKey: "mood") == nil)
        scenario.a.redo()
        #expect(person.value(forKey: "mood") as? String == "x")
        #expect(seen.take() == ["x", "nil", "x"])
    }

    @Test("SC-11 observers of the refresh procedure", arguments: Stack.Kind.allCases)
    func refreshOrder(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Person": HookedPerson.self])
        let person = try scenario.saved("Person", ["firstName": "Ada"], as: HookedPerson.self)
        scenario.a.undoManager = UndoManager()
        person.hooks = []
        let observations = try ["firstName", "mood"].map { key in
            try person.observe(key) { person, _ in person.hooks.append("told of \(key)") }
        }
        person.logsChanges = true
        scenario.a.refresh(person, mergeChanges: true)
        let hooks = person.hooks
        #expect(hooks.filter { $0.hasPrefix("told") } == ["told of firstName", "told of mood"])
        for key in ["firstName", "mood"] {
            let told = try #require(hooks.firstIndex(of: "told of \(key)"))
            #expect(hooks[told + 1] == "didChange \(key)")
            #expect(try #require(hooks.firstIndex(of: "awakeFromFetch")) < told)
        }
        scenario.a.processPendingChanges()
        #expect(scenario.a.undoManager?.canUndo == false)
        withExtendedLifetime(observations) {}
    }

    @Test("SC-12 fullName with an observer", arguments: Stack.Kind.allCases)
    func fullName(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Person": DeclaredPerson.self])
        let person = try scenario.saved("Person", as: DeclaredPerson.self)
        let seen = try Seen(person, "fullName")
        person.setValue("Grace", forKey: "firstName")
        person.setValue("Hopper", forKey: "lastName")
        #expect(seen.take() == ["Grace", "Grace Hopper"])
        person.fullName = "Alan Turing"
        #expect(seen.take() == ["Alan Hopper", "Alan Turing", "Alan Turing"])
        #expect(person.value(forKey: "firstName") as? String == "Alan")
        #expect(person.value(forKey: "lastName") as? String == "Turing")
        try scenario.a.save()
        scenario.a.refresh(person, mergeChanges: false)
        #expect(person.isFault && person.fullName == "Alan Turing" && seen.take().isEmpty)
    }

    @Test("TRN-260 hooks as the delta pattern sees them, with an observer", arguments: Stack.Kind.allCases)
    func deltaLog(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Shape": LoggedShape.self])
        let shape = try scenario.saved("Shape", ["colorData": ShapeColor.red.archive], as: LoggedShape.self)
        let found = try #require(try scenario.b.all("Shape").first as? LoggedShape)
        #expect(found.objectID == shape.objectID)
        let seen = try Seen(found, "color")
        #expect(found.isFault && found.takeLog().isEmpty)
        #expect(found.color == .red)
        #expect(found.takeLog() == ["awakeFromFetch", "get"])
        found.color = .blue
        #expect(found.takeLog() == ["willChange", "didChange", "get"])
        try scenario.b.save()
        #expect(found.takeLog() == ["willSave", "didSave"])
        scenario.b.refresh(found, mergeChanges: true)
        #expect(found.takeLog() == ["willTurnIntoFault", "didTurnIntoFault", "awakeFromFetch", "get"])
        scenario.b.refresh(found, mergeChanges: false)
        #expect(found.takeLog() == ["willTurnIntoFault", "didTurnIntoFault"])
        #expect(found.color == .blue)
        #expect(found.takeLog() == ["awakeFromFetch", "get"])
        #expect(seen.take() == ["Blue", "Blue"])
    }

    @Test(
        "TRN-39 TRN-84 an observer with option new makes the getter run in every refresh",
        arguments: Stack.Kind.allCases)
    func lazySnapshot(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Shape": LoggedShape.self])
        let shape = try scenario.saved("Shape", ["colorData": ShapeColor.red.archive], as: LoggedShape.self)
        shape.isLazy = true
        func decodes(_ options: NSKeyValueObservingOptions) throws -> Int {
            let seen = try Seen(shape, "color", options)
            let before = shape.decodeCount
            scenario.a.refresh(shape, mergeChanges: true)
            withExtendedLifetime(seen) {}
            return shape.decodeCount - before
        }
        #expect(try decodes([]) == 0)
        #expect(try decodes(.new) == 1)
    }

    @Test(
        "OBJ-61 TRN-110 TRN-111 TRN-118 observers of extended attributes that are declared",
        arguments: Stack.Kind.allCases)
    func extendedAttributes(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Ext": DeclaredExt.self])
        let object = try scenario.saved("Ext", ["title": "e"], as: DeclaredExt.self)
        let (declared, undeclared) = (try Seen(object, "size"), try Seen(object, "colour"))
        scenario.a.undoManager = UndoManager()
        object.setValue(3, forKey: "size")
        scenario.a.processPendingChanges()
        scenario.a.undo()
        scenario.a.redo()
        #expect(declared.take() == ["3", "nil", "3"])
        try scenario.a.save()
        #expect(declared.take().isEmpty)
        let twin = try scenario.twin(object, in: scenario.b)
        twin.setValue(4, forKey: "size")
        try scenario.b.save()
        scenario.a.refresh(object, mergeChanges: true)
        #expect(Set(declared.take()) == ["4"])
        object.setValue("red", forKey: "colour")
        #expect(object.value(forKey: "colour") as? String == "red" && undeclared.take().isEmpty)
    }
}
