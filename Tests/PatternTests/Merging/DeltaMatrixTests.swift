// SPDX-License-Identifier: Apache-2.0
// All edits of a color with all that can follow them, for the patterns with a snapshot and a change.

import Foundation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Testing

/// What was done to the color, which was red.
enum ColorEdit: String, CaseIterable, Sendable {
    case unchanged, set, setNil, setEqual, setAndUndone

    /// Whether the object is dirty by it.
    var isDirty: Bool { self != .unchanged && self != .setAndUndone }
}

/// What follows; from the second on, the other context has saved blue before.
enum ColorOperation: String, CaseIterable, Sendable {
    case save, failedSaveThenRefresh, refreshTrue, refreshFalse, savingInConflict
}

@Suite("A snapshot and a change, all cases")
struct DeltaMatrixTests {
    /// What A shows then, and what is stored when A has saved.
    private struct Colors: Equatable {
        var shown: Color?
        var stored: Color?
    }

    private func edit(_ red: RedShape, _ edit: ColorEdit) {
        switch edit {
        case .unchanged: break
        case .set: red.shape.color = .green
        case .setNil: red.shape.color = nil
        case .setEqual: red.shape.color = Color("Red")
        case .setAndUndone:
            red.stack.a.startUndo()
            red.stack.a.step { red.shape.color = .green }
            red.stack.a.undo()
            red.stack.a.processPendingChanges()
        }
    }

    private func carryOut(_ operation: ColorOperation, _ red: RedShape) throws {
        let context = red.stack.a
        if operation != .save { try red.saveInB(.blue) }
        switch operation {
        case .save: break
        case .failedSaveThenRefresh:
            let mend = red.stack.spoilNextSave()
            #expect(throws: CocoaError.self) { try context.save() }
            mend()
            context.refresh(red.shape, mergeChanges: true)
        case .refreshTrue: context.refresh(red.shape, mergeChanges: true)
        case .refreshFalse: context.refresh(red.shape, mergeChanges: false)
        case .savingInConflict: return try context.saveRetrying()
        }
    }

    private func expected(_ edit: ColorEdit, _ operation: ColorOperation, _ pattern: ShapePattern) -> Colors {
        switch (operation, edit) {
        case (.refreshFalse, _): Colors(shown: .blue, stored: .blue)
        case (_, .set): Colors(shown: .green, stored: .green)
        case (_, .setNil): Colors()
        case (.save, _): Colors(shown: .red, stored: .red)
        // Nothing differs from the snapshot: nothing is written, and so nothing conflicts (TRN-32, TRN-230 row 17).
        case (.savingInConflict, _): Colors(shown: .red, stored: .blue)
        case (_, .setEqual) where pattern != .deltaReconcile: Colors(shown: .red, stored: .red)
        default: Colors(shown: .blue, stored: .blue)
        }
    }

    @Test(
        "TRN-222 TRN-225 TRN-69 TRN-85 TRN-91 what is shown and what is stored",
        arguments: Stack.Kind.allCases, ShapePattern.deltas)
    func colors(_ kind: Stack.Kind, _ pattern: ShapePattern) throws {
        for change in ColorEdit.allCases {
            for operation in ColorOperation.allCases {
                let red = try RedShape(kind, pattern)
                edit(red, change)
                try carryOut(operation, red)
                let shown = red.shape.color
                try red.stack.a.save()
                let found = Colors(shown: shown, stored: try red.stored())
                #expect(found == expected(change, operation, pattern), "\(change) \(operation)")
                #expect(red.shape.color == shown, "\(change) \(operation)")
                #expect(!red.stack.a.hasChanges, "\(change) \(operation)")
            }
        }
    }

    private func counts(_ edit: ColorEdit, _ operation: ColorOperation, _ pattern: ShapePattern)
        -> PatternShape.Counts
    {
        let isDirty = edit.isDirty && operation != .refreshFalse
        let isWritten = edit == .set || edit == .setNil
        let isRefreshed = operation != .save && (operation != .savingInConflict || isWritten)
        let isSavedTwice =
            operation == .failedSaveThenRefresh || (operation == .savingInConflict && isWritten)
        let archives = edit == .set || (edit == .setEqual && pattern != .deltaReconcile)
        var counts = PatternShape.Counts()
        counts.willSave = isDirty ? (isSavedTwice ? 2 : 1) : 0
        counts.didSave = isDirty ? 1 : 0
        counts.encoded = archives ? counts.willSave : 0
        counts.awakeFromFetch = isRefreshed ? 1 : 0
        counts.didTurnIntoFault = counts.awakeFromFetch
        counts.decoded = counts.awakeFromFetch
        return counts
    }

    @Test(
        "TRN-224 TRN-225 how often the archiver and the hooks are called",
        arguments: Stack.Kind.allCases, [ShapePattern.delta, .deltaReconcile])
    func counts(_ kind: Stack.Kind, _ pattern: ShapePattern) throws {
        for change in ColorEdit.allCases {
            for operation in ColorOperation.allCases {
                let red = try RedShape(kind, pattern)
                edit(red, change)
                try carryOut(operation, red)
                _ = red.shape.color
                try red.stack.a.save()
                #expect(red.shape.counts == counts(change, operation, pattern), "\(change) \(operation)")
            }
        }
    }
}

/// One edit session, and how often it archives and opens.
struct ArchiveSession: Sendable, CustomTestStringConvertible {
    let pattern: ShapePattern
    let encoded: Int
    let decoded: Int

    static let all = [
        ArchiveSession(pattern: .onDemandImmediate, encoded: 3, decoded: 1),
        // Two, because willSave of the second save cannot tell that the color was saved.
        ArchiveSession(pattern: .onDemandDelayed, encoded: 2, decoded: 1),
        ArchiveSession(pattern: .delta, encoded: 1, decoded: 1),
        ArchiveSession(pattern: .deltaLazy, encoded: 1, decoded: 1),
    ]

    var testDescription: String { pattern.rawValue }
}

@Suite("Calls of the archiver")
struct ArchiveSessionTests {
    @Test(
        "TRN-252 TRN-76 TRN-224 set three times, save, save something else, refetch, read five times",
        arguments: Stack.Kind.allCases, ArchiveSession.all)
    func session(_ kind: Stack.Kind, _ session: ArchiveSession) throws {
        let stack = try PatternStack(kind, ["Shape": session.pattern.type])
        let shape = try stack.new("Shape", as: PatternShape.self)
        for color in [Color.red, .green, .blue] { shape.color = color }
        try stack.a.save()
        shape.setValue("other", forKey: "name")
        try stack.a.save()
        stack.a.refresh(shape, mergeChanges: false)
        for _ in 1...5 { #expect(shape.color == .blue) }
        #expect(shape.counts.encoded == session.encoded)
        #expect(shape.counts.decoded == session.decoded)
        #expect(shape.counts.awakeFromFetch == 1)
        #expect(shape.counts.willSave == 2)
    }
}
