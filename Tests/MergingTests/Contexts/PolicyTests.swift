// SPDX-License-Identifier: Apache-2.0
// What merge policies, statements and derived attributes see of attributes that merge: MRG-62, 90, 91, 104, 125.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Mergeable attributes, policies and statements")
struct PolicyTests {
    @Test("MRG-104 a policy of one's own decides about plain values only", arguments: Stack.Kind.allCases)
    func ownPolicy(_ kind: Stack.Kind) throws {
        let policy = NotingPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        let stage = try AccountStage(kind, ["likes": 10, "owner": "o"], policy: policy)
        stage[stage.a].setValue("A", forKey: "owner")
        try stage[stage.a].add(1)
        stage[stage.b].setValue("B", forKey: "owner")
        try stage[stage.b].add(5)
        try stage.b.save()
        try stage.a.save()
        #expect(policy.seen == ["mine 11, theirs 15"])
        #expect(try stage.stored("likes") as? Int == 16)
        // What only merged is no business of a policy.
        try stage[stage.a].add(1)
        try stage[stage.b].add(1)
        try stage.a.save()
        try stage.b.save()
        #expect(policy.seen.count == 1)
        #expect(try stage.stored("likes") as? Int == 18)
    }

    @Test("MRG-90 MRG-91 a save reads the newest row, and writes it with one statement")
    func statements() throws {
        let stage = try AccountStage(.sqlite, ["likes": 10])
        try stage[stage.a].add(1)
        try stage[stage.a].insert("x")
        try stage[stage.a].put(1, "k")
        let statements = try stage.stack.statements { try stage.a.save() }
        let read = try #require(statements.firstIndex { $0.hasPrefix("SELECT") && $0.contains("ZACCOUNT") })
        let updates = statements.indices.filter { statements[$0].hasPrefix("UPDATE \"ZACCOUNT\"") }
        #expect(updates.count == 1)
        #expect(read < updates.first ?? 0)
    }

    @Test("MRG-62 a mandatory value that would be nil in the end is 1570", arguments: Stack.Kind.allCases)
    func mandatory(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(
            kind, ["color": "red"], policy: .error, ["color": { $0.isOptional = false }])
        stage[stage.a].setValue(nil, forKey: "color")
        #expect(code { try stage.a.save() } == NSValidationMissingMandatoryPropertyError)
        #expect(try stage.stored("color") as? String == "red")
    }

    @Test("MRG-125 DER-40 derived attributes follow what merging stored", arguments: Stack.Kind.allCases)
    func derived(_ kind: Stack.Kind) throws {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Board", .toMany("posts", "Post", inverse: "board"),
                .derived("likes", .integer64AttributeType, "posts.likes.@sum")),
            EntitySketch(
                "Post", .toOne("board", "Board", inverse: "posts"),
                .mergeable("likes", .counter, default: 0),
                .derived("shown", .integer64AttributeType, "likes")))
        let stack = try Stack(kind, model)
        let (a, b) = (stack.context(), stack.context())
        let board = a.insert("Board")
        let post = a.insert("Post", ["board": board])
        a.insert("Post", ["board": board, "likes": 7])
        try a.save()
        let other = b.object(with: post.objectID)
        try other.add(2)
        try post.add(3)
        try b.save()
        try a.save()
        #expect(post.number() == 5)
        #expect(post.number("shown") == 5)
        #expect(board.number("likes") == 12)
        let reader = stack.context()
        #expect(try reader.all("Board").map { $0.number("likes") } == [12])
    }
}

/// Notes the snapshots of the conflicts that it settles.
private final class NotingPolicy: NSMergePolicy, @unchecked Sendable {
    // Sendable because one test uses it on one thread.
    var seen: [String] = []

    override func resolve(mergeConflicts list: [Any]) throws {
        for case let conflict as NSMergeConflict in list {
            let theirs = conflict.persistedSnapshot ?? conflict.cachedSnapshot
            seen.append(
                "mine \(conflict.objectSnapshot?["likes"] ?? "-"), theirs \(theirs?["likes"] ?? "-")")
        }
        try super.resolve(mergeConflicts: list)
    }
}
