// SPDX-License-Identifier: Apache-2.0
// Saves of plain attributes beside what others have merged into the same row meanwhile, which moves no version.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Plain saves beside merged attributes") struct PlainSaveTests {
    @Test(
        "MRG-93 MRG-94 who saves a plain attribute sees what others merged, and no row of the cache is left behind",
        arguments: Stack.Kind.allCases)
    func newest(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10, "owner": "o"])
        try stage[stage.a].apply(.increment(by: 3), forKey: "likes")
        try stage.a.save()
        stage[stage.b].setValue("B", forKey: "owner")
        try stage.b.save()
        #expect(stage[stage.b].value(forKey: "likes") as? Int == 13 && !stage.b.hasChanges)
        stage.c.refresh(stage[stage.c], mergeChanges: false)
        #expect(stage[stage.c].value(forKey: "likes") as? Int == 13)
        #expect(stage[stage.c].value(forKey: "owner") as? String == "B")
    }

    @Test(
        "DER-23 MRG-94 a save of changes alone shows what the store derives, under the version that was read",
        arguments: Stack.Kind.allCases)
    func derived(_ kind: Stack.Kind) throws {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Post", .attribute("title"), .mergeable("likes", .counter, default: 0),
                .derived("shown", .integer64AttributeType, "likes")))
        let stack = try Stack(kind, model)
        let (mine, theirs) = (stack.context(), stack.context())
        let post = mine.insert("Post", ["title": "one"])
        try mine.save()
        try theirs.all("Post").first?.setValue("two", forKey: "title")
        try theirs.save()
        try post.add(1)
        try mine.save()
        #expect(post.number("likes") == 1 && post.number("shown") == 1 && !mine.hasChanges)
        #expect(post.value(forKey: "title") as? String == "one")
        post.setValue("three", forKey: "title")
        #expect(code { try mine.save() } == NSManagedObjectMergeError)
    }

    @Test(
        "MRG-90 MRG-93 a save that merges reads its row once, before it writes, and knows what came of it",
        arguments: [false, true])
    func statements(withPlainValue: Bool) throws {
        let stage = try AccountStage(.sqlite, ["likes": 10, "amount": 1.5 as NSDecimalNumber, "owner": "o"])
        try stage[stage.a].add(3)
        try stage[stage.a].insert("x")
        try stage.a.save()
        let account = stage[stage.b]
        try account.add(4)
        try account.apply(.increment(by: 2), forKey: "amount")
        if withPlainValue { account.setValue("B", forKey: "note") }
        let statements = try stage.stack.statements(during: { try stage.b.save() })
        #expect(
            statements.count { $0.hasPrefix("SELECT") && $0.contains("FROM \"ZACCOUNT\"") } == 1,
            "\(statements)")
        #expect(statements.count { $0.hasPrefix("UPDATE \"ZACCOUNT\"") } == 1, "\(statements)")
        #expect(account.number() == 17 && account.set() == ["x"] && !stage.b.hasChanges)
        #expect(account.value(forKey: "amount") as? NSDecimalNumber == 3.5)
        #expect(account.value(forKey: "note") as? String == (withPlainValue ? "B" : nil))
        // What the save knows is what the file says: the next one meets no conflict.
        stage.c.refresh(stage[stage.c], mergeChanges: false)
        stage.c.stalenessInterval = 0
        #expect(
            stage[stage.c].committedValues(forKeys: nil) as NSDictionary == account.committedValues(
                forKeys: nil) as NSDictionary)
        account.setValue("again", forKey: "owner")
        try stage.b.save()
        #expect(try stage.stored("owner") as? String == "again")
    }
}
