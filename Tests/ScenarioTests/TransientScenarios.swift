// SPDX-License-Identifier: Apache-2.0
// SC-01 to SC-14, SC-05 with undo, and SC-28, SC-30: what transient properties are, and when their values go.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite struct TransientScenarios {
    @Test("SC-01 insert, save, fetch in a second context", arguments: Stack.Kind.allCases)
    func insertSaveFetch(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind)
        let ada = try scenario.saved("Person", ["firstName": "Ada", "lastName": "Byron"])
        let found = try scenario.b.all("Person")
        try #require(found.count == 1)
        #expect(found[0].isFault)
        #expect(found[0].value(forKey: "firstName") as? String == "Ada")
        #expect(found[0].value(forKey: "age") as? Int == 0)
        #expect(!found[0].isFault)
        #expect(!ada.objectID.isTemporaryID)
        #expect(found[0].objectID == ada.objectID)
        #expect(try scenario.b.all("Person").first === found[0])
    }

    @Test("SC-02 a transient is not stored", arguments: Stack.Kind.allCases)
    func notStored(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind)
        let ada = try scenario.saved("Person", ["firstName": "Ada", "mood": "happy"])
        #expect(ada.value(forKey: "mood") as? String == "happy")
        let twin = try scenario.twin(ada, in: scenario.b)
        #expect(twin.value(forKey: "mood") == nil)
        guard let url = scenario.stack.url else { return }
        let columns = try RawDatabase(url).rows("SELECT name FROM pragma_table_info('ZPERSON')").map { $0[0] }
        #expect(columns.contains("ZFIRSTNAME"))
        #expect(!columns.contains("ZMOOD"))
        #expect(!columns.contains("ZFULLNAME"))
    }

    @Test("SC-03 a transient dirties", arguments: Stack.Kind.allCases)
    func dirties(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind)
        let person = try scenario.saved("Person", ["firstName": "Ada"])
        #expect(!scenario.a.hasChanges)
        person.setValue("sad", forKey: "mood")
        #expect(person.hasChanges)
        #expect(scenario.a.hasChanges)
        #expect(!person.hasPersistentChangedValues)
        #expect(person.changedValues().isEmpty)
        #expect(scenario.a.updatedObjects == [person])
    }

    @Test("SC-04 a stored Swift property does not dirty", arguments: Stack.Kind.allCases)
    func swiftProperty(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Person": HookedPerson.self])
        let person = try scenario.saved("Person", as: HookedPerson.self)
        let changes = NotificationCount(.NSManagedObjectContextObjectsDidChange, of: scenario.a)
        person.temp = 100
        scenario.a.processPendingChanges()
        #expect(!person.hasChanges)
        #expect(!scenario.a.hasChanges)
        #expect(changes.count == 0)
    }

    @Test("SC-05 undo and redo of a transient", arguments: Stack.Kind.allCases)
    func undo(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Person": HookedPerson.self])
        let person = try scenario.saved("Person", as: HookedPerson.self)
        scenario.a.undoManager = UndoManager()
        person.logsChanges = true
        person.setValue("x", forKey: "mood")
        scenario.a.processPendingChanges()
        scenario.a.undo()
        #expect(person.value(forKey: "mood") == nil)
        scenario.a.redo()
        #expect(person.value(forKey: "mood") as? String == "x")
        #expect(person.hooks.filter { $0 == "willChange mood" }.count == 3)
        #expect(person.hooks.filter { $0 == "didChange mood" }.count == 3)
    }

    @Test("SC-06 faulting clears transients", arguments: Stack.Kind.allCases)
    func faulting(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Person": HookedPerson.self])
        let person = try scenario.saved("Person", as: HookedPerson.self)
        person.setValue("x", forKey: "mood")
        person.hooks = []
        scenario.a.refresh(person, mergeChanges: false)
        #expect(person.isFault)
        #expect(!person.hasChanges)
        #expect(person.value(forKey: "mood") == nil)
        #expect(person.hooks == ["willTurnIntoFault", "didTurnIntoFault", "awakeFromFetch"])
    }

    @Test("SC-07 refresh true keeps a non-nil transient", arguments: Stack.Kind.allCases)
    func keepsTransient(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Person": HookedPerson.self])
        let person = try scenario.saved("Person", as: HookedPerson.self)
        person.freshMood = "fresh"
        person.setValue("mine", forKey: "mood")
        person.hooks = []
        scenario.a.refresh(person, mergeChanges: true)
        #expect(person.value(forKey: "mood") as? String == "mine")
        #expect(person.hooks.filter { $0 == "awakeFromFetch" }.count == 1)
    }

    @Test("SC-08 refresh true takes the hook's value for a nil transient", arguments: Stack.Kind.allCases)
    func takesFreshTransient(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Person": HookedPerson.self])
        let person = try scenario.saved("Person", as: HookedPerson.self)
        person.freshMood = "fresh"
        for isDirty in [false, true] {
            if isDirty { person.setValue("changed", forKey: "note") }
            person.setPrimitiveValue(nil, forKey: "mood")
            scenario.a.refresh(person, mergeChanges: true)
            #expect(person.value(forKey: "mood") as? String == "fresh")
            #expect(person.hasChanges == isDirty)
        }
    }

    @Test("SC-10 changed means different from the snapshot", arguments: Stack.Kind.allCases)
    func changedMeansDifferent(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind)
        let person = try scenario.saved("Person", ["firstName": "Ada"])
        person.setValue("Ada", forKey: "firstName")
        try scenario.twin(person, in: scenario.b).setValue("Eve", forKey: "firstName")
        try scenario.b.save()
        scenario.a.refresh(person, mergeChanges: true)
        #expect(person.value(forKey: "firstName") as? String == "Eve")
        #expect(person.changedValues().isEmpty)
    }

    @Test("SC-11 order of the refresh procedure", arguments: Stack.Kind.allCases)
    func refreshOrder(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Person": HookedPerson.self])
        let person = try scenario.saved("Person", as: HookedPerson.self)
        person.hooks = []
        person.logsChanges = true
        scenario.a.refresh(person, mergeChanges: true)
        let names = Set(person.entity.propertiesByName.keys)
        let count = names.count
        try #require(person.hooks.count == 2 * count + 3)
        #expect(Set(person.hooks[..<count]) == Set(names.map { "willChange \($0)" }))
        #expect(
            person.hooks[count..<(count + 3)] == ["willTurnIntoFault", "didTurnIntoFault", "awakeFromFetch"])
        #expect(Set(person.hooks[(count + 3)...]) == Set(names.map { "didChange \($0)" }))
    }

    @Test("SC-28 a transient in a fetch predicate", arguments: Stack.Kind.allCases)
    func transientInPredicate(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind)
        for title in ["a", "b", "c"] { scenario.a.insert("Card", ["title": title]) }
        try scenario.a.save()
        try scenario.a.all("Card", by: "title")[1].setValue(false, forKey: "visible")
        let error = #expect(throws: CoreDataException.self) {
            try scenario.a.all("Card", "visible == true")
        }
        #expect(error?.name == .invalidArgumentException)
        #expect(error?.reason.contains("visible") == true)
        #expect(error?.reason.contains("Card") == true)
        #expect(scenario.a.updatedObjects.count == 1)
        let predicate = NSPredicate(format: "visible == true")
        #expect(try scenario.a.all("Card").filter { predicate.evaluate(with: $0) }.count == 2)
    }

    @Test("SC-30 refreshAllObjects", arguments: Stack.Kind.allCases)
    func refreshAll(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind)
        let clean = try scenario.saved("Person", ["firstName": "One", "mood": "x"])
        let dirty = try scenario.saved("Person", ["firstName": "Two"])
        dirty.setValue("Three", forKey: "firstName")
        dirty.setValue("y", forKey: "mood")
        scenario.a.refreshAllObjects()
        #expect(clean.isFault)
        #expect(clean.value(forKey: "mood") == nil)
        #expect(!dirty.isFault)
        #expect(dirty.value(forKey: "firstName") as? String == "Three")
        #expect(dirty.value(forKey: "mood") as? String == "y")
    }
}
