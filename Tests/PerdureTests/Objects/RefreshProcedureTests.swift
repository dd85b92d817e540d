// SPDX-License-Identifier: Apache-2.0
// The procedure of refresh(_:mergeChanges: true), and what follows from "a transient's snapshot is nil".

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Refreshing with merging")
struct RefreshProcedureTests {
    @Test(
        "TRN-30 TRN-31 TRN-40 TRN-43 CTX-101 the eight steps, as hooks see them",
        arguments: Stack.Kind.allCases)
    func steps(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved(["p": 1, "q": 1])
        thing.set(5, "t")
        thing.set(3, "q")
        try life.saveElsewhere(2, for: "p", of: thing)
        var seen: [String] = []
        func look(_ hook: String) {
            life.a.on(hook) { object in
                let values = ["p", "q", "t"].map { "\(object.primitiveValue(forKey: $0) as? Int ?? 0)" }
                seen.append("\(hook) \(values.joined()) \(object.isFault)")
            }
        }
        ["willChange(owner)", "willTurnIntoFault", "didTurnIntoFault", "awakeFromFetch", "didChange(owner)"]
            .forEach(look)
        let trace = life.a.startTrace()
        life.a.refresh(thing, mergeChanges: true)
        #expect(
            seen == [
                "willChange(owner) 135 false", "willTurnIntoFault 135 false", "didTurnIntoFault 000 true",
                "awakeFromFetch 210 false", "didChange(owner) 235 false",
            ])
        let names = thing.entity.propertiesByName.keys.sorted()
        let lines = trace.take().map { $0.dropFirst("Thing.".count) }
        let turns = ["willTurnIntoFault", "didTurnIntoFault", "awakeFromFetch", "awake(32)"]
        #expect(lines.count == names.count * 2 + 4)
        #expect(lines.prefix(names.count).sorted() == names.map { "willChange(\($0))" })
        #expect(lines.dropFirst(names.count).prefix(4).map(String.init) == turns)
        #expect(lines.suffix(names.count).sorted() == names.map { "didChange(\($0))" })
    }

    @Test(
        "TRN-30 TRN-41 OBJ-90 nothing of it is a change, and afterwards changes count again",
        arguments: Stack.Kind.allCases)
    func processing(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved(["p": 1])
        for hook in ["willTurnIntoFault", "awakeFromFetch"] { life.a.on(hook) { $0.set(9, "q") } }
        let log = NotificationLog(life.a)
        life.a.refresh(thing, mergeChanges: true)
        #expect(!thing.hasChanges && !life.a.hasChanges && thing.changedValuesForCurrentEvent().isEmpty)
        life.a.processPendingChanges()
        #expect(log.take() == ["changed refreshed:1"])
        thing.set(4, "p")
        #expect(thing.isUpdated && life.a.hasChanges)
    }

    @Test(
        "TRN-35 TRN-36 after a save, a transient that is not nil still counts as changed",
        arguments: Stack.Kind.allCases)
    func afterSave(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved(["t": 5])
        life.a.on("awakeFromFetch") { $0.setPrimitiveValue(7, forKey: "t") }
        for _ in 0..<2 { life.a.refresh(thing, mergeChanges: true) }
        #expect(thing.t == 5 && !thing.hasChanges)
        thing.setPrimitiveValue(nil, forKey: "t")
        life.a.refresh(thing, mergeChanges: true)
        #expect(thing.t == 7 && !thing.hasChanges)
    }

    @Test(
        "TRN-37 TRN-38 NSNull is nil after it, so that it cannot stand for a nil that was set",
        arguments: Stack.Kind.allCases)
    func null(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved()
        thing.set(NSNull(), "t")
        #expect(thing.value(forKey: "t") is NSNull)
        life.a.refresh(thing, mergeChanges: true)
        #expect(thing.value(forKey: "t") == nil && thing.hasChanges)
        life.a.on("awakeFromFetch") { $0.setPrimitiveValue(7, forKey: "t") }
        thing.set(NSNull(), "t")
        life.a.refresh(thing, mergeChanges: true)
        #expect(thing.t == 7)
    }

    @Test("PRG-45 TRN-37 the switch that lets NSNull stay", arguments: Stack.Kind.allCases)
    func keptNull(kind: Stack.Kind) throws {
        let life = try Life(kind)
        let thing = try life.saved()
        #expect(!life.a.keepsNullWhenRefreshing)
        life.a.keepsNullWhenRefreshing = true
        thing.set(NSNull(), "t")
        life.a.on("awakeFromFetch") { $0.setPrimitiveValue(7, forKey: "t") }
        life.a.refresh(thing, mergeChanges: true)
        #expect(thing.value(forKey: "t") is NSNull)
        life.a.keepsNullWhenRefreshing = false
        life.a.refresh(thing, mergeChanges: true)
        #expect(thing.t == 7)
    }

    @Test("TRN-39 who reads in didChange gets the merged value of its key, at each refresh")
    func observers() throws {
        let life = try Life(.sqlite)
        let thing = try life.saved(["p": 1, "t": 5])
        try life.saveElsewhere(2, for: "p", of: thing)
        var seen: [Int?] = []
        for key in ["p", "t"] {
            life.a.on("didChange(\(key))") { seen.append($0.value(forKey: key) as? Int) }
        }
        for _ in 0..<2 { life.a.refresh(thing, mergeChanges: true) }
        #expect(seen == [2, 5, 2, 5])
    }

    @Test("TRN-42 dirtiness is what it was", arguments: [nil, "p", "t", "title"])
    func dirtiness(key: String?) throws {
        let life = try Life(.inMemory)
        let thing = try life.saved(["p": 1])
        if let key { thing.set(thing.value(forKey: key), key) }
        life.a.processPendingChanges()
        life.a.refresh(thing, mergeChanges: true)
        #expect(thing.isUpdated == (key != nil) && life.a.hasChanges == (key != nil))
        #expect(thing.changedValues().isEmpty)
    }

    @Test("TRN-44 OBJ-99 instance variables stay as they are", arguments: [true, false])
    func instanceVariables(merges: Bool) throws {
        let life = try Life(.inMemory, className: "PerdureTests.RememberingObject")
        let thing = try #require(life.a.insert("Thing") as? RememberingObject)
        try life.a.save()
        thing.remembered = 7
        life.a.refresh(thing, mergeChanges: merges)
        thing.willAccessValue(forKey: nil)
        #expect(thing.remembered == 7 && !thing.hasChanges)
    }

    @Test("TRN-51 TRN-53 the mental model's cases, with one context", arguments: Stack.Kind.allCases)
    func oneContext(kind: Stack.Kind) throws {
        let life = try Life(kind)
        func thing() throws -> TracedObject { try life.saved() }
        let a = try thing()
        a.set(1, "t")
        try life.a.save()
        life.a.refresh(a, mergeChanges: false)
        #expect(a.t == nil)
        let c = try thing()
        c.set(1, "t")
        life.a.rollback()
        #expect(c.t == nil && !c.hasChanges)
        let b = try thing()
        life.a.undoManager = UndoManager()
        b.set(1, "t")
        life.a.undo()
        life.a.undoManager = nil
        #expect(b.t == nil)
        let d = try thing()
        d.set(1, "t")
        try life.a.save()
        life.a.refresh(d, mergeChanges: true)
        #expect(d.t == 1)
        let (e, f) = (try thing(), try thing())
        life.a.on("awakeFromFetch") { $0.setPrimitiveValue(7, forKey: "t") }
        f.set(1, "t")
        life.a.refresh(e, mergeChanges: true)
        life.a.refresh(f, mergeChanges: true)
        #expect(e.t == 7 && f.t == 1)
        #expect(try life.twin(of: f, in: life.b).t == nil)
    }

    @Test("TRN-52 TRN-53 an instance variable does as well with one context, and fails with two")
    func instanceVariableModel() throws {
        let life = try Life(.sqlite, className: "PerdureTests.RememberingObject")
        let thing = try #require(life.a.insert("Thing") as? RememberingObject)
        try life.a.save()
        thing.remembered = 5
        thing.set(5, "t")
        #expect(thing.remembered == 5 && thing.t == 5)
        // Going back to the store takes the transient along, and leaves the variable behind.
        life.a.refresh(thing, mergeChanges: false)
        #expect(thing.t == nil && thing.remembered == 5)
    }

    @Test(
        "TRN-54 TRN-54b TRN-203 a flag hides an object while work is under way, and is never stored",
        arguments: Stack.Kind.allCases)
    func visible(kind: Stack.Kind) throws {
        let stack = try PeopleStack(kind)
        let context = stack.context()
        let old = try stack.insert("Card", into: context, ["title": "Ace"])
        try context.save()
        let copy = try stack.insert("Card", into: context, ["title": "Ace"])
        copy.set(false, "visible")
        let shown = { (cards: [NSManagedObject]) in
            cards.filter { $0.value(forKey: "visible") as? Bool ?? true }
        }
        #expect(try shown(stack.all("Card", in: context)) == [old])
        try context.save()
        #expect(try stack.all("Card", in: context).count == 2)
        #expect(try shown(stack.all("Card", in: context)) == [old])
        #expect(try shown(stack.all("Card", in: stack.context())).count == 2)
    }
}

/// An object with a variable that the model does not know.
class RememberingObject: TracedObject {
    var remembered = 0
}
