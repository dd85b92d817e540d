// SPDX-License-Identifier: Apache-2.0
// SC-15 to SC-21: values that no attribute can hold, beside the data that are stored.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite struct ShapeScenarios {
    private static let patterns: [ShapeOnDemand.Type] = [
        ShapeOnDemand.self, ShapeOnDemandDelayed.self, ShapePre.self, ShapePreDelayed.self,
    ]

    @Test("SC-15 TRN-64 four accessor combinations, one context", arguments: Stack.Kind.allCases)
    func fourCombinations(_ kind: Stack.Kind) throws {
        for pattern in Self.patterns {
            let scenario = try Scenario(kind, ["Shape": pattern])
            scenario.a.undoManager = UndoManager()
            let shape = try #require(scenario.a.insert("Shape") as? ShapeOnDemand)
            shape.color = .red
            #expect((shape.value(forKey: "colorData") == nil) == pattern.isDelayed)
            try scenario.a.save()
            scenario.a.refresh(shape, mergeChanges: false)
            #expect(shape.color == .red)
            shape.color = .green
            let expected: ShapeColor = pattern.isDelayed ? .red : .green
            #expect(ShapeColor(shape.value(forKey: "colorData")) == expected)
            scenario.a.undo()
            #expect(shape.color == .red)
            #expect(ShapeColor(shape.value(forKey: "colorData")) == .red)
            scenario.a.redo()
            try scenario.a.save()
            #expect(shape.color == .green)
            #expect(ShapeColor(try scenario.stored("Shape", "colorData")[0]) == .green)
        }
    }

    private func red(_ kind: Stack.Kind) throws -> (Scenario, ShapeDelta) {
        let scenario = try Scenario(kind, ["Shape": ShapeDelta.self])
        let shape = try #require(scenario.a.insert("Shape") as? ShapeDelta)
        shape.color = .red
        try scenario.a.save()
        return (scenario, shape)
    }

    @Test("SC-16 snapshot and delta: save and archive count", arguments: Stack.Kind.allCases)
    func archiveCount(_ kind: Stack.Kind) throws {
        let scenario = try Scenario(kind, ["Shape": ShapeDelta.self])
        let shape = try #require(scenario.a.insert("Shape") as? ShapeDelta)
        for color in [ShapeColor.red, .green, .blue] { shape.color = color }
        try scenario.a.save()
        shape.setValue("only the name", forKey: "name")
        try scenario.a.save()
        #expect(shape.archiveCount == 1)
        #expect(shape.color == .blue)
        #expect(shape.primitiveValue(forKey: "color") == nil)
        #expect(!shape.hasChanges)
    }

    @Test("SC-17 snapshot and delta: two contexts", arguments: Stack.Kind.allCases)
    func twoContexts(_ kind: Stack.Kind) throws {
        let (scenario, inA) = try red(kind)
        let inB = try scenario.twin(inA, in: scenario.b)
        #expect(inB.color == .red)
        inB.color = .blue
        try scenario.b.save()
        scenario.a.refresh(inA, mergeChanges: true)
        #expect(inA.color == .blue)
        inA.color = .green
        inB.color = .red
        try scenario.b.save()
        scenario.a.refresh(inA, mergeChanges: true)
        #expect(inA.color == .green)
        try scenario.a.save()
        #expect(ShapeColor(try scenario.stored("Shape", "colorData")[0]) == .green)
    }

    @Test("CTX-75 TRN-85 TRN-69 undo leads back to the stored color", arguments: Stack.Kind.allCases)
    func undoneDelta(_ kind: Stack.Kind) throws {
        let (scenario, shape) = try red(kind)
        scenario.a.undoManager = UndoManager()
        let inB = try scenario.twin(shape, in: scenario.b)
        inB.color = .blue
        try scenario.b.save()
        shape.color = .green
        scenario.a.undo()
        scenario.a.processPendingChanges()
        #expect(shape.primitiveValue(forKey: "color") == nil)
        #expect(shape.color == .red)
        #expect(!shape.hasChanges)
        scenario.a.refresh(shape, mergeChanges: true)
        #expect(shape.color == .blue)
        scenario.a.redo()
        #expect(shape.color == .green)
    }

    @Test("SC-18 set to nil", arguments: Stack.Kind.allCases)
    func setToNil(_ kind: Stack.Kind) throws {
        let (scenario, shape) = try red(kind)
        shape.color = nil
        #expect(shape.color == nil)
        scenario.a.refresh(shape, mergeChanges: true)
        #expect(shape.color == nil)
        try scenario.a.save()
        let twin = try scenario.twin(shape, in: scenario.b)
        #expect(twin.color == nil)
        #expect(try scenario.stored("Shape", "colorData") == [nil])
    }

    @Test("SC-20 reconcile", arguments: Stack.Kind.allCases)
    func reconcile(_ kind: Stack.Kind) throws {
        for reconciles in [false, true] {
            let (scenario, inA) = try red(kind)
            inA.color = .red
            try scenario.twin(inA, in: scenario.b).color = .blue
            try scenario.b.save()
            if reconciles { inA.reconcileChanges() }
            scenario.a.refresh(inA, mergeChanges: true)
            let expected: ShapeColor = reconciles ? .blue : .red
            #expect(inA.color == expected)
        }
    }

    @Test("SC-21 a failed save keeps the delta", arguments: Stack.Kind.allCases)
    func failedSave(_ kind: Stack.Kind) throws {
        let (scenario, shape) = try red(kind)
        let department = scenario.a.insert("Department")
        shape.color = .green
        let error = #expect(throws: CocoaError.self) { try scenario.a.save() }
        #expect(error?.code == .validationMissingMandatoryProperty)
        #expect(error?.errorCode == 1570)
        #expect(shape.color == .green)
        #expect(ShapeColor(shape.committedValues(forKeys: ["colorData"])["colorData"]) == .red)
        department.setValue("A", forKey: "name")
        try scenario.a.save()
        #expect(ShapeColor(try scenario.stored("Shape", "colorData")[0]) == .green)
    }
}
