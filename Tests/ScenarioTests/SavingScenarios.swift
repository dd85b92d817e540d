// SPDX-License-Identifier: Apache-2.0
// SC-36 to SC-42: hooks of a save, validation, deletion rules, conflicts, rollback.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite struct SavingScenarios {
    private func dated(_ kind: Stack.Kind) throws -> (Scenario, DatedPerson) {
        let scenario = try Scenario(kind, ["Person": DatedPerson.self]) { model in
            let date = NSAttributeDescription()
            date.name = "modified"
            date.attributeType = .dateAttributeType
            date.isOptional = true
            model.entitiesByName["Person"]?.properties.append(date)
        }
        return (scenario, try scenario.saved("Person", ["firstName": "Ada"], as: DatedPerson.self))
    }

    @Test("SC-36 willSave timestamp by a primitive write", arguments: Stack.Kind.allCases)
    func timestamp(_ kind: Stack.Kind) throws {
        let (scenario, person) = try dated(kind)
        person.willSaveCount = 0
        person.setValue("Eve", forKey: "firstName")
        try scenario.a.save()
        #expect(person.willSaveCount == 1)
        let stored = try scenario.stored("Person", "firstName", "modified")
        #expect(stored[0] as? String == "Eve")
        #expect(stored[1] as? Date == Date(timeIntervalSinceReferenceDate: 77))
    }

    @Test("SC-36 willSave that never rests", arguments: Stack.Kind.allCases)
    func recursion(_ kind: Stack.Kind) throws {
        let (scenario, person) = try dated(kind)
        person.isRestless = true
        person.setValue("Eve", forKey: "firstName")
        let error = #expect(throws: CoreDataException.self) { try scenario.a.save() }
        #expect(error?.name == .internalInconsistencyException)
        #expect(error?.reason.contains("The context is still dirty after 1000 attempts.") == true)
        #expect(try scenario.twin(person, in: scenario.b).value(forKey: "firstName") as? String == "Ada")
    }

    @Test("SC-37 hook and notification order of a save", arguments: Stack.Kind.allCases)
    func saveOrder(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Person": LoggingObject.self])
        let updated = try scenario.saved("Person", ["firstName": "updated"])
        let deleted = try scenario.saved("Person", ["firstName": "deleted"])
        let inserted = scenario.a.insert("Person", ["firstName": "inserted"])
        updated.setValue("changed", forKey: "firstName")
        scenario.a.delete(deleted)
        scenario.a.processPendingChanges()
        let log = SaveLog(scenario.a)
        let names: [NSNotification.Name] = [
            .NSManagedObjectContextWillSave, .NSManagedObjectContextDidSave,
            NSManagedObjectContext.didSaveObjectIDsNotification,
        ]
        let tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: scenario.a, queue: nil) { _ in
                log.add(name.rawValue)
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        try scenario.a.save()
        let lines = log.lines
        try #require(lines.count == 12)
        #expect(lines[..<3] == ["willSave", "willSave", "willSave"])
        #expect(lines[3] == names[0].rawValue)
        #expect(lines[4...6].sorted() == ["validateForDelete", "validateForInsert", "validateForUpdate"])
        let saved = Array(repeating: "didSave temporary:false changed:0", count: 3)
        #expect(Array(lines[7...9]) == saved)
        #expect(Array(lines[10...]) == names[1...].map(\.rawValue))
        #expect(!inserted.objectID.isTemporaryID)
    }

    @Test("SC-38 validation collects errors", arguments: Stack.Kind.allCases)
    func validation(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind)
        let department = scenario.a.insert("Department")
        let item = scenario.a.insert("Item")
        let error = #expect(throws: CocoaError.self) { try scenario.a.save() }
        #expect(error?.errorCode == 1560)
        let details = try #require(error?.userInfo[NSDetailedErrorsKey] as? [NSError])
        #expect(details.map(\.code) == [1570, 1570])
        let found = details.map { detail in
            let object = detail.userInfo[NSValidationObjectErrorKey] as? NSManagedObject
            return "\(object?.entity.name ?? "") \(detail.userInfo[NSValidationKeyErrorKey] as? String ?? "")"
        }
        #expect(found.sorted() == ["Department name", "Item title"])
        #expect(department.hasChanges && item.hasChanges)
        #expect(scenario.a.insertedObjects == [department, item])
        #expect(try scenario.storedCount("Department") == 0)
        #expect(try scenario.storedCount("Item") == 0)
    }

    @Test("SC-40 deny, nullify", arguments: Stack.Kind.allCases)
    func deny(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind) { model in
            model.entitiesByName["Department"]?.relationshipsByName["employees"]?.deleteRule = .denyDeleteRule
        }
        let department = scenario.a.insert("Department", ["name": "A"])
        let person = scenario.a.insert("Person", ["department": department])
        try scenario.a.save()
        scenario.a.delete(department)
        let error = #expect(throws: CocoaError.self) { try scenario.a.save() }
        #expect(error?.errorCode == 1600)
        scenario.a.delete(person)
        try scenario.a.save()
        #expect(try scenario.storedCount("Department") == 0)
        #expect(try scenario.storedCount("Person") == 0)
    }

    @Test("SC-40 cascade", arguments: Stack.Kind.allCases)
    func cascade(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind)
        let list = scenario.a.insert("TodoList", ["name": "Home"])
        let items = ["a", "b"].map { scenario.a.insert("Item", ["title": $0, "todolist": list]) }
        try scenario.a.save()
        scenario.a.delete(list)
        scenario.a.processPendingChanges()
        #expect(items.filter(\.isDeleted).count == 2)
        try scenario.a.save()
        #expect(items.filter { $0.managedObjectContext == nil }.count == 2)
        #expect(try scenario.storedCount("Item") == 0)
        #expect(try scenario.storedCount("TodoList") == 0)
    }

    /// What is stored, and what A's object shows, after A's save under a policy.
    private func afterConflict(_ kind: Stack.Kind, _ policy: NSMergePolicy) throws -> (
        stored: [String], shown: [String], error: Int?
    ) {
        let scenario = try Scenario(kind)
        let keys = ["firstName", "lastName", "age"]
        let inA = try scenario.saved("Person", ["firstName": "a", "lastName": "b", "age": 1])
        let inB = try scenario.twin(inA, in: scenario.b)
        #expect(inB.value(forKey: "age") as? Int == 1)
        inA.setValue("A", forKey: "firstName")
        inB.setValue("B", forKey: "firstName")
        inB.setValue(2, forKey: "age")
        try scenario.b.save()
        scenario.a.mergePolicy = policy
        var code: Int?
        do { try scenario.a.save() } catch { code = (error as NSError).code }
        let stored = try scenario.stored("Person", "firstName", "lastName", "age").map { "\($0 ?? NSNull())" }
        return (stored, keys.map { "\(inA.value(forKey: $0) ?? NSNull())" }, code)
    }

    @Test("SC-41 merge policies by property", arguments: Stack.Kind.allCases)
    func mergePolicies(_ kind: Stack.Kind) throws {
        let refused = try afterConflict(kind, .error)
        #expect(refused.error == 133020)
        #expect(refused.stored == ["B", "b", "2"])
        let table: [(NSMergePolicy, [String])] = [
            (.mergeByPropertyObjectTrump, ["A", "b", "2"]), (.mergeByPropertyStoreTrump, ["B", "b", "2"]),
            (.overwrite, ["A", "b", "1"]), (.rollback, ["B", "b", "2"]),
        ]
        for (policy, expected) in table {
            let result = try afterConflict(kind, policy)
            #expect(result.error == nil)
            #expect(result.stored == expected)
            #expect(result.shown == expected)
        }
    }

    @Test("SC-42 CTX-83 rollback", arguments: Stack.Kind.allCases)
    func rollback(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind)
        let person = try scenario.saved("Person", ["firstName": "Ada"])
        let deleted = try scenario.saved("Person", ["firstName": "Bob"])
        let manager = UndoManager()
        scenario.a.undoManager = manager
        person.setValue("Eve", forKey: "firstName")
        person.setValue("x", forKey: "mood")
        let new = scenario.a.insert("Person")
        scenario.a.delete(deleted)
        // What the deletion means for related objects is read here, not by the rollback.
        scenario.a.processPendingChanges()
        #expect(manager.canUndo)
        // A store that is gone cannot be read.
        try scenario.stack.coordinator.remove(scenario.stack.store)
        scenario.a.rollback()
        scenario.a.redo()
        scenario.a.undo()
        #expect(!manager.canUndo && !manager.canRedo)
        #expect(person.value(forKey: "firstName") as? String == "Ada")
        #expect(person.value(forKey: "mood") == nil)
        #expect(new.managedObjectContext == nil)
        #expect(!deleted.isDeleted)
        #expect(deleted.value(forKey: "firstName") as? String == "Bob")
        #expect(!scenario.a.hasChanges)
    }
}
