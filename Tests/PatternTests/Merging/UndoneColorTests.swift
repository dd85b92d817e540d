// SPDX-License-Identifier: Apache-2.0
// Undo and redo of colors and extended attributes, in every pattern.

import Foundation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Testing

@Suite("Undo of transients beside archived data")
struct UndoneColorTests {
    @Test(
        "TRN-64 TRN-85 TRN-221 TRN-225 set, undo, redo, save with one context",
        arguments: Stack.Kind.allCases, ShapePattern.allCases)
    func undo(_ kind: Stack.Kind, _ pattern: ShapePattern) throws {
        let red = try RedShape(kind, pattern)
        let context = red.stack.a
        context.startUndo()
        context.step { red.shape.color = .green }
        context.undo()
        #expect(red.shape.color == .red)
        context.redo()
        #expect(red.shape.color == .green)
        try context.save()
        #expect(try red.stored() == .green)
        #expect(red.shape.color == .green)
    }

    @Test(
        "TRN-64 undo before the color was ever read", arguments: Stack.Kind.allCases, ShapePattern.accessors)
    func unread(_ kind: Stack.Kind, _ pattern: ShapePattern) throws {
        let red = try RedShape(kind, pattern)
        let context = red.stack.a
        context.refresh(red.shape, mergeChanges: false)
        context.startUndo()
        context.step { red.shape.color = .green }
        context.undo()
        #expect(red.shape.color == .red)
    }

    @Test(
        "TRN-85 TRN-69 steps back to before the first set: the transient is nil, refresh true shows the store",
        arguments: Stack.Kind.allCases, ShapePattern.deltas)
    func steps(_ kind: Stack.Kind, _ pattern: ShapePattern) throws {
        let red = try RedShape(kind, pattern)
        let context = red.stack.a
        context.startUndo()
        context.step { red.shape.color = .green }
        context.step { red.shape.color = nil }
        context.undo()
        #expect(red.shape.color == .green)
        context.redo()
        #expect(red.shape.color == nil)
        context.undo()
        context.undo()
        context.processPendingChanges()
        #expect(red.shape.primitiveValue(forKey: "color") == nil)
        #expect(!red.shape.hasChanges)
        try red.saveInB(.blue)
        context.refresh(red.shape, mergeChanges: true)
        #expect(red.shape.color == .blue)
    }

    @Test("TRN-79 the object for nil survives undo and redo", arguments: Stack.Kind.allCases)
    func explicitNil(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .delta)
        let context = red.stack.a
        context.startUndo()
        context.step { red.shape.color = nil }
        context.step { red.shape.color = .green }
        context.undo()
        #expect(red.shape.primitiveValue(forKey: "color") as AnyObject? === ExplicitNil.value)
        context.undo()
        #expect(red.shape.color == .red)
        context.redo()
        #expect(red.shape.primitiveValue(forKey: "color") as AnyObject? === ExplicitNil.value)
    }

    @Test(
        "TRN-109 undo takes back one set per event, or all sets of one event", arguments: Stack.Kind.allCases)
    func extended(_ kind: Stack.Kind) throws {
        let ext = try ExtStack(kind, ["size": 3])
        let context = ext.stack.a
        context.startUndo()
        context.step { ext.ext.setValue(4, forExtendedKey: "size") }
        context.step {
            ext.ext.setValue(5, forExtendedKey: "size")
            ext.ext.setValue("b", forExtendedKey: "color")
        }
        context.undo()
        #expect(ext.ext.value(forExtendedKey: "size") as? Int == 4)
        #expect(ext.ext.value(forExtendedKey: "color") == nil)
        context.undo()
        #expect(ext.ext.value(forExtendedKey: "size") as? Int == 3)
        #expect(ext.ext.changes == nil)
        context.redo()
        context.redo()
        #expect(ext.ext.value(forExtendedKey: "size") as? Int == 5)
        #expect(ext.ext.value(forExtendedKey: "color") as? String == "b")
    }

    @Test("TRN-139a what was added to a counter can be undone", arguments: Stack.Kind.allCases)
    func counter(_ kind: Stack.Kind) throws {
        let stack = try PatternStack(kind, .deltas())
        let counter = try stack.new("LikeCounter", as: LikeCounter.self)
        counter.add(10)
        try stack.a.save()
        stack.a.startUndo()
        stack.a.step { counter.add(2) }
        stack.a.step { counter.add(3) }
        stack.a.undo()
        #expect(counter.likes == 12)
        stack.a.undo()
        #expect(counter.likes == 10)
        stack.a.redo()
        #expect(counter.likes == 12)
    }
}
