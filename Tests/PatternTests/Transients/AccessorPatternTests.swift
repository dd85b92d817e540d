// SPDX-License-Identifier: Apache-2.0
// A transient beside archived data, in four combinations of accessors, and with flags.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Accessors of values that cannot be stored")
struct AccessorPatternTests {
    @Test(
        "TRN-62 TRN-63 TRN-64 TRN-221 TRN-225 one context: reads after set, save and refetch",
        arguments: Stack.Kind.allCases, ShapePattern.accessors)
    func oneContext(_ kind: Stack.Kind, _ pattern: ShapePattern) throws {
        let stack = try PatternStack(kind, ["Shape": pattern.type])
        let shape = try stack.new("Shape", as: PatternShape.self)
        #expect(shape.color == nil)
        shape.color = .red
        #expect(shape.color == .red)
        #expect(Color(archive: shape.value(forKey: "colorData")) == (pattern.isDelayed ? nil : .red))
        try stack.a.save()
        #expect(shape.color == .red)
        #expect(Color(archive: try stack.stored(shape, "colorData")) == .red)
        stack.a.refresh(shape, mergeChanges: false)
        #expect(shape.color == .red)
        shape.color = nil
        // The getter on demand takes nil for "not opened yet"; only an archive of nil can tell it otherwise.
        #expect(shape.color == (pattern == .onDemandDelayed ? .red : nil))
    }

    @Test(
        "TRN-60 TRN-240 on demand: the first read opens the archive, later ones do not",
        arguments: Stack.Kind.allCases)
    func onDemand(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .onDemandImmediate)
        red.stack.a.refresh(red.shape, mergeChanges: false)
        _ = red.shape.value(forKey: "name")
        #expect(red.shape.counts.decoded == 0)
        #expect(red.shape.color === red.shape.color)
        #expect(red.shape.counts.decoded == 1)
        #expect(!red.shape.hasChanges)
    }

    @Test("TRN-61 TRN-241 TRN-262 before: awakeFromFetch opens the archive", arguments: Stack.Kind.allCases)
    func before(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .preDelayed)
        red.stack.a.refresh(red.shape, mergeChanges: false)
        _ = red.shape.value(forKey: "name")
        #expect(red.shape.counts.decoded == 1)
        #expect(red.shape.color == .red)
        #expect(red.shape.counts.decoded == 1)
        #expect(!red.shape.hasChanges)
    }

    @Test("TRN-62 TRN-242 immediate: each set archives", arguments: Stack.Kind.allCases)
    func immediate(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .onDemandImmediate)
        for color in [Color.green, .blue] { red.shape.color = color }
        #expect(red.shape.counts.encoded == 2)
        #expect(red.shape.changedValues().keys.sorted() == ["colorData"])
    }

    @Test(
        "TRN-63 TRN-65 TRN-243 delayed: the transient alone makes dirty, willSave writes the data",
        arguments: Stack.Kind.allCases, [ShapePattern.onDemandDelayed, .preDelayed])
    func delayed(_ kind: Stack.Kind, _ pattern: ShapePattern) throws {
        let red = try RedShape(kind, pattern)
        for color in [Color.green, .blue] { red.shape.color = color }
        #expect(red.shape.counts.encoded == 0)
        #expect(red.shape.hasChanges)
        #expect(!red.shape.hasPersistentChangedValues)
        try red.stack.a.save()
        #expect(red.shape.counts.willSave == 1)
        #expect(red.shape.counts.encoded == 1)
        #expect(try red.stored() == .blue)
        #expect(!red.shape.hasChanges)
    }

    @Test(
        "TRN-66 TRN-221 two contexts: after refresh true the transient is stale, the data are new",
        arguments: Stack.Kind.allCases, ShapePattern.accessors)
    func twoContexts(_ kind: Stack.Kind, _ pattern: ShapePattern) throws {
        let red = try RedShape(kind, pattern)
        try red.saveInB(.blue)
        red.stack.a.refresh(red.shape, mergeChanges: true)
        #expect(red.shape.color == .red)
        #expect(Color(archive: red.shape.value(forKey: "colorData")) == .blue)
        red.stack.a.refresh(red.shape, mergeChanges: false)
        #expect(red.shape.color == .blue)
    }

    @Test("TRN-54a with one context the cache beside its data is right", arguments: Stack.Kind.allCases)
    func singleContext(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .onDemandImmediate)
        red.shape.color = .green
        try red.stack.a.save()
        red.stack.a.refresh(red.shape, mergeChanges: true)
        #expect(red.shape.color == .green)
        #expect(Color(archive: red.shape.value(forKey: "colorData")) == .green)
    }

    @Test(
        "TRN-67 TRN-244 a validity flag: refresh true takes the store's color and loses a local one",
        arguments: Stack.Kind.allCases)
    func validityFlag(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .validFlag)
        try red.saveInB(.blue)
        red.shape.color = .green
        red.stack.a.refresh(red.shape, mergeChanges: true)
        #expect(red.shape.color == .blue)
    }

    @Test(
        "TRN-68 TRN-245 a changed flag: refresh true keeps local colors, refresh false too",
        arguments: Stack.Kind.allCases)
    func changedFlag(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .changedFlag)
        try red.saveInB(.blue)
        red.shape.color = .green
        red.stack.a.refresh(red.shape, mergeChanges: true)
        #expect(red.shape.color == .green)
        red.stack.a.refresh(red.shape, mergeChanges: false)
        #expect(red.shape.color != .blue)
    }

    @Test("TRN-245 didSave resets the changed flag", arguments: Stack.Kind.allCases)
    func savedFlag(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .changedFlag)
        let shape = try #require(red.shape as? ChangedFlag)
        shape.color = .green
        #expect(shape.isChanged)
        try red.stack.a.save()
        #expect(!shape.isChanged)
        try red.saveInB(.blue)
        red.stack.a.refresh(shape, mergeChanges: true)
        #expect(shape.color == .blue)
    }
}
