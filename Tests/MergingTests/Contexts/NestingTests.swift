// SPDX-License-Identifier: Apache-2.0
// Mergeable attributes in child contexts: MT-37 to MT-39, MRG-110 to MRG-115.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Counts five and has two labels from its insertion on; one of them is another one each time.
final class HookedItem: NSManagedObject {
    override func awakeFromInsert() {
        super.awakeFromInsert()
        setValue(5, forKey: "count")
        setValue(["hook", UUID().uuidString] as Set, forKey: "labels")
    }
}

@Suite("Mergeable attributes in child contexts")
struct NestingTests {
    private func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        child.undoManager = UndoManager()
        return child
    }

    private func account(_ context: NSManagedObjectContext) throws -> NSManagedObject {
        let account = try #require(try context.all("Account").first)
        _ = account.value(forKey: "likes")
        return account
    }

    @Test("MT-37 MRG-111 MRG-112 the changes of two children add up", arguments: Stack.Kind.allCases)
    func twoChildren(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10, "tags": ["a"] as Set])
        let (x, y) = (child(of: stage.a), child(of: stage.a))
        let (accountX, accountY) = (try account(x), try account(y))
        try accountX.add(2)
        try accountY.add(3)
        try accountX.insert("x")
        try accountY.remove("a")
        try x.save()
        #expect(accountX.number() == 12)
        #expect(accountX.pending() == nil)
        try y.save()
        #expect(accountY.number() == 15)
        #expect(stage[stage.a].pending() == "+5")
        #expect(stage[stage.a].pending("tags") == "{+x, -a}")
        #expect(stage[stage.a].committedValues(forKeys: ["likes"])["likes"] as? Int == 10)
        try stage.a.save()
        #expect(try stage.stored("likes") as? Int == 15)
        #expect(try stage.stored("tags") as? Set == ["x"])
    }

    @Test(
        "MT-38 MRG-110 MRG-113 a child's change stays on top of the parent's", arguments: Stack.Kind.allCases)
    func parentChanges(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        let x = child(of: stage.a)
        let accountX = try account(x)
        try stage[stage.a].add(1)
        try accountX.add(2)
        accountX.refresh()
        #expect(accountX.number() == 13)
        #expect(accountX.pending() == "+2")
        try x.save()
        try stage.a.save()
        #expect(try stage.stored("likes") as? Int == 13)
    }

    @Test("MT-39 MRG-114 the parent can undo what a child saved", arguments: Stack.Kind.allCases)
    func undoInParent(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        try stage[stage.a].add(1)
        stage.a.processPendingChanges()
        let x = child(of: stage.a)
        try account(x).add(2)
        try x.save()
        #expect(stage[stage.a].pending() == "+3")
        stage.undo(stage.a)
        #expect(stage[stage.a].pending() == "+1")
        #expect(try stage.stored("likes") as? Int == 10)
    }

    @Test("MRG-115 rollback of the parent loses what children saved", arguments: Stack.Kind.allCases)
    func parentRollback(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        let x = child(of: stage.a)
        let accountX = try account(x)
        try accountX.add(2)
        try x.save()
        stage.a.rollback()
        #expect(stage[stage.a].number() == 10)
        #expect(accountX.number() == 12)
        accountX.refresh()
        #expect(accountX.number() == 10)
    }

    @Test("MRG-71 MRG-111 a child's new object brings its changes", arguments: Stack.Kind.allCases)
    func newObject(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind)
        let x = child(of: stage.a)
        let item = x.insert("Item", ["id": "1", "labels": ["a"] as Set])
        try item.add(4, "count")
        try x.save()
        let twin = try #require(try stage.a.all("Item").first)
        #expect(twin.number("count") == 4)
        try stage.a.save()
        try item.add(1, "count")
        try x.save()
        try stage.a.save()
        #expect(twin.number("count") == 5)
        stage.c.reset()
        let stored = try stage.c.all("Item").first
        #expect(stored?.number("count") == 5)
        #expect(stored?.set("labels") == ["a"])
    }

    @Test(
        "OBJ-92 MRG-71 MRG-111 what hooks of an insertion do counts once, and the child's values stand",
        arguments: Stack.Kind.allCases)
    func hooks(_ kind: Stack.Kind) throws {
        let model = MergingModel.accounts()
        model.entitiesByName["Item"]?.managedObjectClassName = String(reflecting: HookedItem.self)
        let stack = try Stack(kind, model)
        let root = stack.context()
        let middle = child(of: root)
        let young = child(of: middle)
        let items = ["1", "2", "3"].map { young.insert("Item", ["id": $0]) }
        try items[0].remove("hook", "labels")
        try items[1].add(1, "count")
        items[2].setValue(0, forKey: "count")
        for context in [young, middle, root] { try context.save() }
        let reader = stack.context()
        let stored = try reader.all("Item", by: "id")
        #expect(stored.map { $0.number("count") } == [5, 6, 0])
        #expect(stored.map { $0.set("labels")?.count } == [1, 2, 2])
        #expect(stored.map { $0.set("labels") } == items.map { $0.set("labels") })
    }

    @Test("MRG-25 MRG-111 a sum beyond the attribute's type is refused when the child saves") func overflow()
        throws
    {
        let stage = try AccountStage(
            .inMemory, ["likes": 30_000], ["likes": { $0.attributeType = .integer16AttributeType }])
        let x = child(of: stage.a)
        let accountX = try account(x)
        try accountX.add(2_000)
        try stage[stage.a].add(2_000)
        #expect(throws: (any Error).self) { try x.save() }
        #expect(stage[stage.a].pending() == "+2000" && accountX.pending() == "+2000")
    }

    @Test("MRG-111 values and grandchildren", arguments: Stack.Kind.allCases)
    func grandchild(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 1, "color": "red"])
        let x = child(of: stage.a)
        let y = child(of: x)
        let accountY = try account(y)
        try accountY.add(1)
        accountY.setValue("green", forKey: "color")
        try stage[stage.b].add(5)
        try stage.b.save()
        try y.save()
        try x.save()
        try stage.a.save()
        #expect(try stage.stored("likes") as? Int == 7)
        #expect(try stage.stored("color") as? String == "green")
    }
}
