// SPDX-License-Identifier: Apache-2.0
// Every operation on every kind of transient value. What is expected is computed from the rules, not listed.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Transient values, operation by operation")
struct TransientMatrixTests {
    @Test(
        "TRN-220 TRN-211 TRN-225 operation by value", arguments: MatrixOperation.allCases,
        MatrixValue.allCases)
    func cell(operation: MatrixOperation, value: MatrixValue) throws {
        for kind in Stack.Kind.allCases {
            let run = try MatrixRun(kind, value)
            try run.perform(operation)
            let expected = Oracle(value).after(operation)
            #expect(run.value == expected.value, "\(kind)")
            #expect(
                run.thing.hasChanges == expected.isDirty && run.context.hasChanges == expected.isContextDirty)
            #expect(!run.thing.hasPersistentChangedValues && run.thing.changedValues().isEmpty)
        }
    }
}

enum MatrixOperation: String, CaseIterable, Sendable {
    case set, save, failedSave, rollback, refreshTrue, refreshFalse, refreshAll, reset, refetch
    case savedAndRefreshedTrue, savedAndRefreshedAll, undo, redo, merge, childSave
}

/// What is set, and whether the property has a default value.
enum MatrixValue: String, CaseIterable, Sendable {
    case empty, some, null
    case emptyOfPreset, someOfPreset, equalToPreset

    var key: String { initial == .empty ? "t" : "preset" }
    /// The value that the property has when the object appears (TRN-24).
    var initial: Held { self == .empty || self == .some || self == .null ? .empty : .text("preset") }
    var held: Held {
        switch self {
        case .empty, .emptyOfPreset: .empty
        case .some, .someOfPreset: .text("x")
        case .null: .null
        case .equalToPreset: .text("preset")
        }
    }

    var any: Any? {
        switch held {
        case .empty: nil
        case .null: NSNull()
        case .text(let text): text
        }
    }
}

/// A value as the test compares it.
enum Held: Equatable, Sendable {
    case empty, null
    case text(String)

    init(_ value: Any?) {
        switch value {
        case nil: self = .empty
        case is NSNull: self = .null
        default: self = .text("\(value ?? "")")
        }
    }
}

/// The rules: TRN-10, 16 to 18 and 231 for dirtiness, TRN-11, 20 to 25, 34, 36, 37 for values, CTX-82 for rollback.
private struct Oracle {
    let value: MatrixValue

    init(_ value: MatrixValue) { self.value = value }

    func after(_ operation: MatrixOperation) -> (value: Held, isDirty: Bool, isContextDirty: Bool) {
        switch operation {
        // TRN-211: a child's save hands over what was set there.
        case .set, .childSave: (value.held, true, true)
        case .save: (value.held, false, false)
        case .failedSave: (value.held, true, true)
        case .rollback, .refreshFalse, .refetch: (value.initial, false, false)
        case .refreshTrue, .refreshAll, .merge: (refreshed, true, true)
        case .savedAndRefreshedTrue: (refreshed, false, false)
        case .savedAndRefreshedAll: (value.initial, false, false)
        case .reset: (.empty, false, false)
        case .undo: (value.initial, false, false)
        // TRN-231: what is nil does not differ from a transient's snapshot.
        case .redo: (value.held, value.held != .empty, value.held != .empty)
        }
    }

    /// nil gives way to the initial value, and so does NSNull.
    private var refreshed: Held { value.held == .empty || value.held == .null ? value.initial : value.held }
}

private struct MatrixRun {
    let life: Life
    let kind: MatrixValue
    var thing: TracedObject
    var context: NSManagedObjectContext { life.a }

    init(_ store: Stack.Kind, _ value: MatrixValue) throws {
        life = try Life(store)
        kind = value
        thing = try life.saved(["p": 1])
        life.a.undoManager = UndoManager()
        thing.set(value.any, value.key)
    }

    /// The value now; of a refetched object, that of the new instance.
    var value: Held { Held(thing.value(forKey: kind.key)) }

    func perform(_ operation: MatrixOperation) throws {
        switch operation {
        case .set: break
        case .save: try context.save()
        case .failedSave: try failToSave()
        case .rollback: context.rollback()
        case .refreshTrue: context.refresh(thing, mergeChanges: true)
        case .refreshFalse: context.refresh(thing, mergeChanges: false)
        case .refreshAll: context.refreshAllObjects()
        case .reset: context.reset()
        case .refetch: try refetch()
        case .merge: context.mergeChanges(fromContextDidSave: try life.saveElsewhere(2, for: "p", of: thing))
        case .undo: undo()
        case .childSave: try saveInChild()
        case .redo:
            undo()
            context.redo()
            context.processPendingChanges()
        case .savedAndRefreshedTrue:
            try context.save()
            context.refresh(thing, mergeChanges: true)
        case .savedAndRefreshedAll:
            try context.save()
            context.refreshAllObjects()
        }
    }

    private func undo() {
        context.undo()
        context.processPendingChanges()
    }

    /// The value comes from a child, to an object that is as it was saved.
    private func saveInChild() throws {
        context.rollback()
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = context
        try life.twin(of: thing, in: child).set(kind.any, kind.key)
        #expect(value == kind.initial)
        try child.save()
    }

    private func failToSave() throws {
        let bad = context.insert("Thing", ["title": nil])
        #expect(throws: (any Error).self) { try context.save() }
        context.delete(bad)
        context.processPendingChanges()
    }

    /// The same row in a context that has not seen the value.
    private func refetch() throws {
        try context.save()
        let found = try life.twin(of: thing, in: life.b)
        #expect(Held(found.value(forKey: kind.key)) == kind.initial)
        context.refresh(thing, mergeChanges: false)
    }
}
