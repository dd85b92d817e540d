// SPDX-License-Identifier: Apache-2.0
// Many random steps, all undone and redone, with saves and refreshes in between: after each, the objects must be as
// they were.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Undo of random steps")
struct UndoRandomTests {
    private struct Case: CustomTestStringConvertible, Sendable {
        let kind: Stack.Kind
        let seed: UInt64
        var testDescription: String { "\(kind) \(seed)" }
    }

    private static let cases = Stack.Kind.allCases.flatMap { kind in
        (1...(kind == .inMemory ? 24 : 8)).map { Case(kind: kind, seed: $0) }
    }

    @Test("CTX-61 CTX-66 CTX-67 CTX-68 undo and redo lead through all states again", arguments: cases)
    private func thereAndBack(_ test: Case) throws {
        let graph = try RandomGraph(test.kind, seed: test.seed)
        var states = [graph.state]
        for _ in 0..<30 {
            try graph.step()
            states.append(graph.state)
        }
        #expect(graph.stage.manager.undoCount <= 30)
        for _ in 0..<2 {
            for (index, state) in states.enumerated().reversed().dropFirst() {
                graph.stage.context.undo()
                try #require(graph.state == state, "undo of step \(index)")
                try graph.disturb()
                try #require(graph.state == state, "after undo of step \(index)")
            }
            #expect(!graph.stage.manager.canUndo)
            for (index, state) in states.enumerated().dropFirst() {
                graph.stage.context.redo()
                try #require(graph.state == state, "redo of step \(index)")
                try graph.disturb()
                try #require(graph.state == state, "after redo of step \(index)")
            }
            #expect(!graph.stage.manager.canRedo)
        }
        try graph.stage.context.save()
        let stored = try graph.stage.stored("Person").map { $0.text("firstName") }
        #expect(Set(stored) == Set(graph.alive("Person").map { $0.text("firstName") }))
    }
}

/// Objects with all kinds of relationships, and random changes of them.
private final class RandomGraph {
    let stage: UndoStage
    private var objects: [NSManagedObject] = []
    private var seed: UInt64
    private var count = 0
    private static let entities = ["Person", "Department", "Tag", "TodoList", "Item"]
    private static let names = [
        "Person": "firstName", "Department": "name", "Tag": "label", "TodoList": "name", "Item": "title",
    ]

    init(_ kind: Stack.Kind, seed: UInt64) throws {
        stage = try UndoStage(kind)
        self.seed = seed
        for entity in Self.entities { insert(entity) }
        try stage.context.save()
        stage.manager.removeAllActions()
    }

    /// The next of a row of numbers that depends on the seed only.
    private func random(_ bound: Int) -> Int {
        seed &+= 0x9E37_79B9_7F4A_7C15
        var mixed = seed
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }

    func alive(_ entity: String) -> [NSManagedObject] {
        objects.filter {
            $0.entity.name == entity && $0.managedObjectContext === stage.context && !$0.isDeleted
        }
    }

    private func one(_ entity: String) -> NSManagedObject? {
        let all = alive(entity)
        return all.isEmpty ? nil : all[random(all.count)]
    }

    /// What can be seen of all objects that there ever were.
    var state: [String] {
        stage.context.processPendingChanges()
        return objects.enumerated().compactMap { index, object in
            guard object.managedObjectContext === stage.context, !object.isDeleted else { return nil }
            let keys = object.entity.propertiesByName.keys.sorted()
            return "\(index) " + keys.map { "\($0)=\(text(object, $0))" }.joined(separator: " ")
        }
    }

    private func text(_ object: NSManagedObject, _ key: String) -> String {
        switch object.value(forKey: key) {
        case let other as NSManagedObject: "#\(index(other))"
        case let ordered as NSOrderedSet:
            "\(ordered.array.compactMap { ($0 as? NSManagedObject).map(index) })"
        case let set as Set<NSManagedObject>: "\(set.map(index).sorted())"
        case let value?: "\(value)"
        case nil: "-"
        }
    }

    private func index(_ object: NSManagedObject) -> Int { objects.firstIndex(of: object) ?? -1 }

    // MARK: Changes

    /// One undo step of some changes, and what may happen after it.
    func step() throws {
        stage.manager.beginUndoGrouping()
        for _ in 0...random(3) { change() }
        // A step has to be one, whatever else came out.
        insert("Tag")
        stage.manager.endUndoGrouping()
        try disturb()
    }

    private func change() {
        switch random(10) {
        case 0, 1: insert(Self.entities[random(Self.entities.count)])
        case 2: one(Self.entities[random(Self.entities.count)]).map(stage.context.delete)
        case 3: one("Person")?.setValue(random(100), forKey: "age")
        case 4: one("Person")?.setValue(random(3) == 0 ? nil : "mood \(random(9))", forKey: "mood")
        case 5: one("Person")?.setValue(random(4) == 0 ? nil : one("Department"), forKey: "department")
        case 6: toggle(one("Person"), "tags", one("Tag"))
        case 7: toggle(one("Person"), "friends", one("Person"))
        case 8: one("Item")?.setValue(random(4) == 0 ? nil : one("TodoList"), forKey: "todolist")
        default: rearrange()
        }
        if random(4) == 0 { stage.context.processPendingChanges() }
    }

    private func insert(_ entity: String) {
        count += 1
        objects.append(stage.context.insert(entity, [Self.names[entity] ?? "": "\(entity) \(count)"]))
    }

    private func toggle(_ object: NSManagedObject?, _ key: String, _ member: NSManagedObject?) {
        guard let object, let member, object !== member else { return }
        let members = object.mutableSetValue(forKey: key)
        // Adding to members that were not read is a case of its own.
        if random(2) == 0 { return members.add(member) }
        if members.contains(member) { members.remove(member) } else { members.add(member) }
    }

    private func rearrange() {
        guard let list = one("TodoList"), let items = list.value(forKey: "items") as? NSOrderedSet else {
            return
        }
        let array = Array(items.array.reversed().dropFirst(random(2)))
        list.setValue(NSOrderedSet(array: array), forKey: "items")
    }

    /// What must not change anything that can be seen: transients of clean objects apart, so those are given up first.
    func disturb() throws {
        switch random(4) {
        case 0: try stage.context.save()
        case 1:
            // Refreshing forgets the order of members that was not saved.
            if alive("TodoList").contains(where: \.hasChanges) { return }
            for person in alive("Person") where person.isFault || !person.hasChanges {
                if person.value(forKey: "mood") != nil { return }
            }
            stage.context.refreshAllObjects()
        default: break
        }
    }
}
