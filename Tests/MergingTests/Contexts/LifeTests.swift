// SPDX-License-Identifier: Apache-2.0
// The life of a mergeable attribute in one context: MRG-1 to MRG-5, MRG-63, 64, 70 to 84, 102, and the untyped doors.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("The life of mergeable attributes")
struct LifeTests {
    @Test(
        "MRG-70 MRG-71 new objects begin with the default, sets and dictionaries empty",
        arguments: Stack.Kind.allCases)
    func beginnings(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind)
        let account = stage.a.insert("Account")
        #expect(account.number() == 0)
        #expect(account.value(forKey: "score") == nil)
        #expect(account.set()?.isEmpty == true)
        #expect(account.entries()?.isEmpty == true)
        #expect(account.pending() == nil)
        try account.add(3)
        try account.insert("t")
        try stage.a.save()
        #expect(account.number() == 3)
        #expect(account.pending() == nil)
        #expect(account.pending("tags") == nil)
        #expect(!account.hasPersistentChangedValues)
        let read = try #require(try stage.b.all("Account", "likes == 3").first)
        #expect(read.set() == ["t"])
        #expect(read.pending("tags") == nil)
    }

    @Test("MRG-63 the change is listed with the value to be seen", arguments: Stack.Kind.allCases)
    func lists(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10, "tags": ["a"] as Set])
        let account = stage[stage.a]
        try account.add(2)
        try account.insert("b")
        try account.insert("a")
        let changed = account.changedValues()
        #expect(Set(changed.keys) == ["likes", "tags"])
        #expect(changed["likes"] as? Int == 12)
        #expect(changed["tags"] as? Set == ["a", "b"])
        #expect(account.committedValues(forKeys: nil)["tags"] as? Set == ["a"])
        #expect(account.pending() == "+2")
        #expect(account.pending("tags") == "{+b}")
        #expect(account.pending("owner") == nil)
        #expect(account.pendingDelta(forKey: "unknown") == nil)
        #expect(account.changedValuesForCurrentEvent()["likes"] as? Int == 10)
    }

    @Test(
        "MRG-80 MRG-79 changes of one event are one step of undo, and redo brings them back",
        arguments: Stack.Kind.allCases)
    func oneStep(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        let account = stage[stage.a]
        try account.add(1)
        stage.a.processPendingChanges()
        try account.add(2)
        try account.add(3)
        try account.insert("x")
        stage.undo(stage.a)
        #expect(account.pending() == "+1")
        #expect(account.set()?.isEmpty == true)
        stage.redo(stage.a)
        #expect(account.pending() == "+6")
        #expect(account.set() == ["x"])
        stage.undo(stage.a)
        stage.undo(stage.a)
        #expect(account.pending() == nil)
        #expect(!stage.a.hasChanges)
    }

    @Test("MRG-76 undo restores an assignment and what was added before it", arguments: Stack.Kind.allCases)
    func undoAssignment(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        let account = stage[stage.a]
        try account.add(2)
        stage.a.processPendingChanges()
        try account.apply(.assign(5), forKey: "likes")
        #expect(account.pending() == "=5")
        stage.undo(stage.a)
        #expect(account.pending() == "+2")
        stage.redo(stage.a)
        try stage.a.save()
        stage.undo(stage.a)
        #expect(account.pending() == "=12")
    }

    @Test("MRG-81 MRG-82 undo of an insertion and redo keep the change", arguments: Stack.Kind.allCases)
    func insertion(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind)
        let account = stage.a.insert("Account", ["owner": "new"])
        try account.add(4)
        stage.undo(stage.a)
        #expect(!stage.a.hasChanges)
        stage.redo(stage.a)
        #expect(account.number() == 4)
        try stage.a.save()
        #expect(try stage.b.all("Account", "owner == 'new'").first?.number() == 4)
    }

    @Test("MRG-82 a deleted and saved object comes back whole", arguments: Stack.Kind.allCases)
    func deletionUndone(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10, "tags": ["a"] as Set, "color": "red"])
        try stage[stage.a].add(1)
        stage.a.processPendingChanges()
        stage.a.delete(stage[stage.a])
        try stage.a.save()
        stage.undo(stage.a)
        try stage.a.save()
        #expect(try stage.stored("likes") as? Int == 11)
        #expect(try stage.stored("tags") as? Set == ["a"])
        #expect(try stage.stored("color") as? String == "red")
    }

    @Test("MRG-84 MRG-5 a transient one is its whole change", arguments: Stack.Kind.allCases)
    func transients(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind)
        let account = stage[stage.a]
        #expect(account.number("visits") ?? 0 == 0)
        try account.add(2, "visits")
        try account.insert("m", "marks")
        #expect(account.number("visits") == 2)
        try stage.a.save()
        #expect(account.number("visits") == 2)
        account.refresh()
        #expect(account.number("visits") == 2)
        #expect(account.set("marks") == ["m"])
        stage.undo(stage.a)
        #expect(account.number("visits") ?? 0 == 0)
        try account.add(1, "visits")
        account.refresh(false)
        #expect(account.number("visits") ?? 0 == 0)
        #expect(!stage.a.hasChanges)
    }

    @Test("MRG-83 NSNull is no value of a mergeable attribute")
    func null() throws {
        let stage = try AccountStage(.inMemory, ["likes": 10])
        #expect(throws: CoreDataException.self) { try stage[stage.a].trySetValue(NSNull(), forKey: "likes") }
        #expect(throws: CoreDataException.self) { try stage[stage.a].put(NSNull(), "x") }
        #expect(throws: CoreDataException.self) { try stage[stage.a].trySetValue([1: 2], forKey: "settings") }
        #expect(throws: CoreDataException.self) { try stage[stage.a].trySetValue([1.5], forKey: "tags") }
        #expect(stage[stage.a].number() == 10)
    }

    @Test("MRG-102 willSave sees the change, didSave none", arguments: Stack.Kind.allCases)
    func hooks(_ kind: Stack.Kind) throws {
        let model = NSManagedObjectModel(
            EntitySketch("Page", className: "MergingPage", .mergeable("views", .counter, default: 0)))
        MergingPage.registerClass(named: "MergingPage")
        let stack = try Stack(kind, model)
        let context = stack.context()
        let page = try #require(context.insert("Page") as? MergingPage)
        try context.save()
        try page.add(3, "views")
        page.seen = []
        try context.save()
        #expect(page.seen == ["willSave 3 +3", "didSave 3 none"])
    }

    @Test("MRG-93 observers hear of what others did when a save brings it", arguments: Stack.Kind.allCases)
    func broughtBySave(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        try stage[stage.b].add(4)
        try stage.b.save()
        try stage[stage.a].add(1)
        stage.a.processPendingChanges()
        var values: [Int?] = []
        let observation = try stage[stage.a].observe("likes") { account, _ in
            values.append(account.number())
        }
        let heard = Heard(.NSManagedObjectContextObjectsDidChange, of: stage.a)
        try stage.a.save()
        #expect(values == [15])
        #expect(heard.objects(NSRefreshedObjectsKey) == [stage[stage.a]])
        withExtendedLifetime(observation) {}
    }

    @Test("MRG-75 contexts that merge a save put it under their changes", arguments: Stack.Kind.allCases)
    func merging(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10, "tags": ["a"] as Set])
        try stage[stage.a].add(2)
        try stage[stage.a].remove("a")
        let heard = Heard(.NSManagedObjectContextDidSave, of: stage.b)
        try stage[stage.b].add(5)
        try stage[stage.b].insert("b")
        try stage.b.save()
        let notification = try #require(heard.notifications.first)
        for context in [stage.a, stage.c] { context.mergeChanges(fromContextDidSave: notification) }
        #expect(stage[stage.a].number() == 17)
        #expect(stage[stage.a].set() == ["b"])
        #expect(stage[stage.a].pending() == "+2")
        #expect(stage[stage.c].number() == 15)
        #expect(stage[stage.c].set() == ["a", "b"])
    }
}

/// Notes what its hooks see.
private final class MergingPage: NSManagedObject {
    var seen: [String] = []

    private func note(_ hook: String) {
        seen.append("\(hook) \(number("views") ?? -1) \(pending("views") ?? "none")")
    }

    override func willSave() {
        super.willSave()
        note("willSave")
    }

    override func didSave() {
        super.didSave()
        note("didSave")
    }
}
