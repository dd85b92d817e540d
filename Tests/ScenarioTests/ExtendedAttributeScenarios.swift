// SPDX-License-Identifier: Apache-2.0
// SC-22 to SC-27: attributes by name in one binary attribute, in one context and in two.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite struct ExtendedAttributeScenarios {
    private func start(_ kind: Stack.Kind, _ values: [String: Any] = [:]) throws -> (Scenario, Ext) {
        let scenario = try Scenario(kind, ["Ext": Ext.self])
        let object = try #require(scenario.a.insert("Ext", ["title": "e"]) as? Ext)
        for (key, value) in values { object.setValue(value, forExtendedKey: key) }
        try scenario.a.save()
        return (scenario, object)
    }

    private func fresh(_ object: Ext, _ scenario: Scenario) throws -> Ext {
        try scenario.twin(object, in: scenario.stack.context())
    }

    @Test("SC-22 extended attributes basics", arguments: Stack.Kind.allCases)
    func basics(_ kind: Stack.Kind) throws {
        let (scenario, object) = try start(kind, ["size": 3, "tags": ["a"]])
        let context = scenario.stack.context()
        let twin = try scenario.twin(object, in: context)
        #expect(twin.value(forExtendedKey: "size") as? Int == 3)
        #expect(twin.value(forExtendedKey: "tags") as? [String] == ["a"])
        object.setValue(nil, forExtendedKey: "size")
        try scenario.a.save()
        context.refresh(twin, mergeChanges: false)
        #expect(twin.value(forExtendedKey: "size") == nil)
        #expect(twin.value(forExtendedKey: "tags") as? [String] == ["a"])
        object.setValue(nil, forExtendedKey: "tags")
        try scenario.a.save()
        #expect(try scenario.stored("Ext", "extendedData") == [nil])
    }

    @Test("SC-23 TRN-109 extended attributes: undo", arguments: Stack.Kind.allCases)
    func undo(_ kind: Stack.Kind) throws {
        let (scenario, object) = try start(kind, ["size": 3])
        scenario.a.undoManager = UndoManager()
        for size in [4, 5] {
            object.setValue(size, forExtendedKey: "size")
            scenario.a.processPendingChanges()
        }
        scenario.a.undo()
        #expect(object.value(forExtendedKey: "size") as? Int == 4)
        scenario.a.undo()
        #expect(object.value(forExtendedKey: "size") as? Int == 3)
        scenario.a.redo()
        #expect(object.value(forExtendedKey: "size") as? Int == 4)
    }

    @Test("SC-24 extended attributes: refresh by key", arguments: Stack.Kind.allCases)
    func refreshByKey(_ kind: Stack.Kind) throws {
        let (scenario, inA) = try start(kind, ["size": 3, "color": "r"])
        inA.setValue(9, forExtendedKey: "size")
        let inB = try scenario.twin(inA, in: scenario.b)
        inB.setValue(4, forExtendedKey: "size")
        inB.setValue("b", forExtendedKey: "color")
        try scenario.b.save()
        scenario.a.refresh(inA, mergeChanges: true)
        #expect(inA.value(forExtendedKey: "size") as? Int == 9)
        #expect(inA.value(forExtendedKey: "color") as? String == "b")
        scenario.a.refresh(inA, mergeChanges: false)
        #expect(inA.value(forExtendedKey: "size") as? Int == 4)
        #expect(inA.value(forExtendedKey: "color") as? String == "b")
    }

    @Test("SC-26 object trump loses keys", arguments: Stack.Kind.allCases)
    func objectTrump(_ kind: Stack.Kind) throws {
        let (scenario, inA) = try start(kind)
        scenario.a.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        scenario.b.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let inB = try scenario.twin(inA, in: scenario.b)
        #expect(inB.value(forExtendedKey: "bar") == nil)
        inA.setValue(1, forExtendedKey: "foo")
        inB.setValue(2, forExtendedKey: "bar")
        try scenario.a.save()
        try scenario.b.save()
        let stored = try fresh(inA, scenario)
        #expect(stored.value(forExtendedKey: "foo") == nil)
        #expect(stored.value(forExtendedKey: "bar") as? Int == 2)
    }

    @Test("SC-27 a retry loop keeps both", arguments: Stack.Kind.allCases)
    func retryLoop(_ kind: Stack.Kind) throws {
        let (scenario, inA) = try start(kind)
        let inB = try scenario.twin(inA, in: scenario.b)
        #expect(inB.value(forExtendedKey: "bar") == nil)
        inA.setValue(1, forExtendedKey: "foo")
        inB.setValue(2, forExtendedKey: "bar")
        try scenario.a.save()
        let error = #expect(throws: CocoaError.self) { try scenario.b.save() }
        #expect(error?.errorCode == 133020)
        let conflicts = try #require(error?.userInfo["conflictList"] as? [NSMergeConflict])
        #expect(conflicts.map(\.sourceObject) == [inB])
        for conflict in conflicts { scenario.b.refresh(conflict.sourceObject, mergeChanges: true) }
        try scenario.b.save()
        let stored = try fresh(inA, scenario)
        #expect(stored.value(forExtendedKey: "foo") as? Int == 1)
        #expect(stored.value(forExtendedKey: "bar") as? Int == 2)
    }
}
