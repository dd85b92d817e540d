// SPDX-License-Identifier: Apache-2.0
// The snapshot, the change and what is to be seen stay in step, whichever way newer values come: with computed rows,
// refreshes in the middle of an event, merge functions, rollback, and in classes that know the attribute as binary data.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Snapshots and changes in step")
struct InStepTests {
    @Test(
        "MRG-61 DER-21 a row with computed values brings nothing that is not seen",
        arguments: Stack.Kind.allCases)
    func computedRow(_ kind: Stack.Kind) throws {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Board", .toMany("posts", "Post", inverse: "board"),
                .derived("count", .integer64AttributeType, "posts.@count"),
                .mergeable("visits", .counter, default: 0)),
            EntitySketch("Post", .toOne("board", "Board", inverse: "posts")))
        let stack = try Stack(kind, model)
        let (a, b) = (stack.context(), stack.context())
        let board = a.insert("Board", ["visits": 10])
        try a.save()
        try b.object(with: board.objectID).add(3, "visits")
        try b.save()
        let post = a.insert("Post")
        try a.save()
        post.setValue(board, forKey: "board")
        try a.save()
        let seen = try #require(board.number("visits"))
        #expect(board.committedValues(forKeys: ["visits"])["visits"] as? Int == seen)
        board.setValue(seen + 1, forKey: "visits")
        #expect(board.pending("visits") == "+1")
        try a.save()
        #expect(board.number("visits") == 14)
    }

    @Test("MRG-80 MRG-77 a refresh in the middle of an event parts no event", arguments: Stack.Kind.allCases)
    func refreshInEvent(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        try stage[stage.a].add(2)
        stage[stage.a].refresh()
        try stage[stage.a].add(3)
        try stage.a.save()
        #expect(stage[stage.a].number() == 15)
        stage.undo(stage.a)
        #expect(stage[stage.a].number() == 10)
    }

    @Test("MRG-53 a function that chooses theirs shows theirs", arguments: Stack.Kind.allCases)
    func functionChoosesTheirs(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(
            kind, ["color": "red"], policy: .error,
            [
                "color": {
                    $0.conflictResolution = .merge
                    $0.merge = { _, _, theirs in theirs }
                }
            ])
        stage[stage.a].setValue("green", forKey: "color")
        stage[stage.b].setValue("blue", forKey: "color")
        try stage.b.save()
        try stage.a.save()
        #expect(stage[stage.a].value(forKey: "color") as? String == "blue")
        #expect(try stage.stored("color") as? String == "blue")
        #expect(!stage[stage.a].hasPersistentChangedValues)
    }

    @Test(
        "MRG-74 MRG-52 rollback drops what only a setter's call made a change",
        arguments: Stack.Kind.allCases)
    func rollbackOfSetterCalled(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(
            kind, ["color": "red"], policy: .error, ["color": { $0.criterion = .setterCalled }])
        stage[stage.a].setValue("red", forKey: "color")
        #expect(stage[stage.a].pending("color") != nil)
        stage.a.rollback()
        #expect(stage[stage.a].pending("color") == nil)
        stage[stage.b].setValue("blue", forKey: "color")
        try stage.b.save()
        try stage[stage.a].add(1)
        try stage.a.save()
        #expect(try stage.stored("color") as? String == "blue")
    }

    @Test("MRG-140 a class may know a set as binary data", arguments: Stack.Kind.allCases)
    func asData(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["tags": ["a"] as Set])
        let account = stage[stage.a]
        let slot = account._slot(of: "tags")
        let stored = try #require(account._data(at: slot))
        #expect(account.set() == ["a"])
        #expect(account._data(at: slot) == stored)
        try account.insert("b")
        let changed = try #require(account._data(at: slot))
        let list = try PropertyListSerialization.propertyList(from: changed, format: nil) as? [String]
        #expect(list == ["a", "b"])
        account._setData(stored, at: slot)
        #expect(account.pending("tags") == nil)
        let primitive: Data? = account._primitiveValue(at: slot)
        #expect(primitive == stored)
    }

    @Test("MRG-26 a bound between two integers is the next one", arguments: Stack.Kind.allCases)
    func fractionalBound(_ kind: Stack.Kind) throws {
        let bound: (MergeableAttributeDescription) -> Void = {
            $0.setValidationPredicates(
                [NSPredicate(format: "SELF >= 0.5")],
                withValidationWarnings: [NSNumber(value: NSValidationNumberTooSmallError)] as [Any])
        }
        let stage = try AccountStage(kind, ["likes": 3], policy: .error, ["likes": bound])
        try stage[stage.a].add(-2)
        try stage[stage.b].add(-1)
        try stage.a.save()
        #expect(code { try stage.b.save() } == NSValidationNumberTooSmallError)
        #expect(try stage.stored("likes") as? Int == 1)
    }

    @Test("MRG-41 infinities are added to nothing")
    func infinity() throws {
        let stage = try AccountStage(.inMemory, ["settings": ["x": 1.5]])
        for key in ["x", "new"] {
            #expect(throws: CoreDataException.self) {
                try stage[stage.a].apply(.increment(key, by: Double.infinity), forKey: "settings")
            }
        }
    }
}
