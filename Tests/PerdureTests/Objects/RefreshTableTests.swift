// SPDX-License-Identifier: Apache-2.0
// Runs the table of RefreshTable.swift, row by row.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("What operations do to stored and transient values")
struct RefreshTableTests {
    @Test(
        "TRN-230 TRN-231 each row of the table", arguments: Stack.Kind.allCases, LifeRow.all)
    func row(kind: Stack.Kind, row: LifeRow) throws {
        try RowRun(kind, row, .attribute).run()
    }

    @Test(
        "TRN-233 the table holds for transient relationships",
        arguments: [TransientKind.toOne, .toMany, .ordered],
        LifeRow.all.filter { $0.t != .null })
    func relationships(kind: TransientKind, row: LifeRow) throws {
        for store in Stack.Kind.allCases { try RowRun(store, row, kind).run() }
    }

    @Test(
        "TRN-230 CTX-140 TRN-212 TRN-213 row 21: merging does what refreshing does",
        arguments: Stack.Kind.allCases, LifeRow.all.filter { $0.operation == .refreshTrue })
    func merging(kind: Stack.Kind, row: LifeRow) throws {
        let run = try RowRun(kind, row, .attribute)
        try run.run { run.life.a.mergeChanges(fromContextDidSave: $0) }
    }

    @Test(
        "TRN-232 CTX-141 a fault stays a fault, and its transient nil", arguments: Stack.Kind.allCases)
    func fault(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved(["p": 1, "t": 5])
        life.a.refresh(thing, mergeChanges: false)
        try life.saveElsewhere(2, for: "p", of: thing)
        life.a.refresh(thing, mergeChanges: true)
        #expect(thing.isFault && thing.primitiveValue(forKey: "t") == nil && !thing.hasChanges)
        #expect(thing.p == 2 && thing.t == nil)
    }
}

/// One row on one store, with `t` of one kind.
private struct RowRun {
    let life: Life
    let row: LifeRow
    let kind: TransientKind
    let thing: TracedObject
    /// What stands for the numbers 5 and 7 in a relationship.
    let five: NSManagedObject
    let seven: NSManagedObject

    init(_ store: Stack.Kind, _ row: LifeRow, _ kind: TransientKind) throws {
        life = try Life(store)
        self.row = row
        self.kind = kind
        five = life.a.insert("Thing", ["p": 5])
        seven = life.a.insert("Thing", ["p": 7])
        thing = try life.saved(["p": 1])
    }

    // A merge takes the place of the row's operation.
    func run(merge: ((Notification) -> Void)? = nil) throws {
        // The context's actions hold it.
        defer { life.a.userInfo.removeAllObjects() }
        if row.operation == .undo || row.operation == .redo { life.a.undoManager = UndoManager() }
        prepare()
        if row.isSaved { try life.a.save() }
        let notification = try life.saveElsewhere(2, for: "p", of: thing)
        let hadChanges = thing.hasChanges
        if row.awakens {
            life.a.on("awakeFromFetch") {
                if $0 === thing { $0.setPrimitiveValue(value(7), forKey: kind.rawValue) }
            }
        }
        if let merge { merge(notification) } else { try operate() }
        if row.operation == .refreshTrue { #expect(thing.hasChanges == hadChanges && !thing.isFault) }
        check()
    }

    private func prepare() {
        if let p = row.p { thing.set(p, "p") }
        switch row.t {
        case .empty: break
        case .five: thing.set(value(5), kind.rawValue)
        case .null: thing.set(NSNull(), kind.rawValue)
        }
    }

    private func operate() throws {
        let context = life.a
        switch row.operation {
        case .refreshTrue: context.refresh(thing, mergeChanges: true)
        case .refreshFalse: context.refresh(thing, mergeChanges: false)
        case .refreshAll: context.refreshAllObjects()
        case .rollback: context.rollback()
        case .undo: undo()
        case .redo:
            undo()
            context.redo()
            context.processPendingChanges()
        case .save: try context.save()
        case .saveConflict: failToSave()
        case .recoveredSave:
            failToSave()
            context.refresh(thing, mergeChanges: true)
            try context.save()
            #expect(try life.stored("p", of: thing) == 3)
        case .reset: context.reset()
        }
    }

    private func undo() {
        life.a.undo()
        #expect(number() == nil && thing.changedValues().isEmpty)
        life.a.processPendingChanges()
        #expect(!thing.hasChanges)
    }

    private func failToSave() {
        let error = #expect(throws: (any Error).self) { try life.a.save() }
        #expect((error as NSError?)?.code == 133020)
    }

    private func check() {
        #expect(thing.p == row.expectedP)
        #expect(number() == row.expectedT)
        #expect(thing.hasChanges == row.hasChanges)
        #expect(life.a.hasChanges == row.hasChanges)
        if row.number == 6 { #expect(thing.changedValues().isEmpty && thing.isUpdated) }
        #expect(thing.changedValues()[kind.rawValue] == nil)
    }

    /// The value that stands for a number.
    private func value(_ number: Int) -> Any {
        let object = number == 5 ? five : seven
        switch kind {
        case .attribute: return number
        case .toOne: return object
        case .toMany: return NSSet(object: object)
        case .ordered: return NSOrderedSet(object: object)
        }
    }

    /// The number that the transient's value stands for.
    private func number() -> Int? {
        switch kind {
        case .attribute: return thing.t
        case .toOne: return (thing.value(forKey: "other") as? NSManagedObject)?.p
        case .toMany, .ordered:
            let members = thing.related(kind.rawValue)
            #expect(members.count <= 1)
            return members.first?.p
        }
    }
}
