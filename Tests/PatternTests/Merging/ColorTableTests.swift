// SPDX-License-Identifier: Apache-2.0
// The table of two contexts (TRN-250), row by row.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// The store has Red, A has read it, B saves Blue.
struct ColorRow: Sendable, CustomTestStringConvertible {
    enum Before: String {
        case unchanged, green, red, none, greenFailedSave, greenAndUndone
    }

    let pattern: ShapePattern
    let before: Before
    let keepsChanges: Bool
    /// What A shows after refreshing.
    let shown: Color?
    /// What is stored after A has saved.
    let stored: Color?

    init(_ pattern: ShapePattern, _ before: Before, refresh keeps: Bool, shows shown: Color?, stores: Color?)
    {
        self.pattern = pattern
        self.before = before
        keepsChanges = keeps
        self.shown = shown
        stored = stores
    }

    var testDescription: String { "\(pattern) \(before) refresh \(keepsChanges)" }

    func prepare(_ red: RedShape) throws {
        switch before {
        case .unchanged: break
        case .green: red.shape.color = .green
        case .red: red.shape.color = .red
        case .none: red.shape.color = nil
        case .greenFailedSave:
            red.shape.color = .green
            let mend = red.stack.spoilNextSave()
            #expect(throws: CocoaError.self) { try red.stack.a.save() }
            mend()
        case .greenAndUndone:
            red.stack.a.startUndo()
            red.stack.a.step { red.shape.color = .green }
            red.stack.a.undo()
        }
    }
}

@Suite("The color in two contexts")
struct ColorTableTests {
    static let rows = [
        ColorRow(.onDemandDelayed, .unchanged, refresh: true, shows: .red, stores: .blue),
        ColorRow(.preDelayed, .unchanged, refresh: true, shows: .red, stores: .blue),
        ColorRow(.onDemandImmediate, .green, refresh: true, shows: .green, stores: .green),
        ColorRow(.validFlag, .unchanged, refresh: true, shows: .blue, stores: .blue),
        ColorRow(.validFlag, .green, refresh: true, shows: .blue, stores: .blue),
        ColorRow(.changedFlag, .green, refresh: true, shows: .green, stores: .green),
        ColorRow(.delta, .unchanged, refresh: true, shows: .blue, stores: .blue),
        ColorRow(.delta, .green, refresh: true, shows: .green, stores: .green),
        ColorRow(.delta, .green, refresh: false, shows: .blue, stores: .blue),
        ColorRow(.delta, .greenAndUndone, refresh: true, shows: .blue, stores: .blue),
        ColorRow(.delta, .none, refresh: true, shows: nil, stores: nil),
        ColorRow(.delta, .red, refresh: true, shows: .red, stores: .red),
        ColorRow(.deltaReconcile, .red, refresh: true, shows: .blue, stores: .blue),
        ColorRow(.deltaLazy, .greenFailedSave, refresh: false, shows: .blue, stores: .blue),
    ]

    @Test(
        "TRN-250 TRN-69 what A shows after refreshing, and what its save stores",
        arguments: Stack.Kind.allCases, rows)
    func row(_ kind: Stack.Kind, _ row: ColorRow) throws {
        let red = try RedShape(kind, row.pattern)
        red.stack.a.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try row.prepare(red)
        try red.saveInB(.blue)
        red.stack.a.refresh(red.shape, mergeChanges: row.keepsChanges)
        #expect(red.shape.color == row.shown)
        try red.stack.a.save()
        #expect(try red.stored() == row.stored)
    }

    @Test(
        "TRN-250 a changed flag keeps too much: refresh false does not show the store's color",
        arguments: Stack.Kind.allCases)
    func changedFlag(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .changedFlag)
        red.shape.color = .green
        try red.saveInB(.blue)
        red.stack.a.refresh(red.shape, mergeChanges: false)
        #expect(red.shape.color != .blue)
    }

    @Test(
        "TRN-251 a validity flag: the lost change leaves the object dirty, and saving archives what is shown",
        arguments: Stack.Kind.allCases)
    func lostChange(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .validFlag)
        red.shape.color = .green
        try red.saveInB(.blue)
        red.stack.a.refresh(red.shape, mergeChanges: true)
        #expect(red.shape.hasChanges)
        try red.stack.a.save()
        #expect(red.shape.counts.encoded == 1)
        #expect(try red.stored() == .blue)
    }

    @Test(
        "TRN-250 TRN-68 a changed flag after undo: refresh true does not show the store's color",
        arguments: Stack.Kind.allCases)
    func undoneFlag(_ kind: Stack.Kind) throws {
        let red = try RedShape(kind, .changedFlag)
        red.stack.a.startUndo()
        red.stack.a.step { red.shape.color = .green }
        red.stack.a.undo()
        #expect((red.shape as? ChangedFlag)?.isChanged == true)
        try red.saveInB(.blue)
        red.stack.a.refresh(red.shape, mergeChanges: true)
        #expect(red.shape.color != .blue)
    }
}
