// SPDX-License-Identifier: Apache-2.0
// Mergeable attributes beside plain ones, bounds, failed saves: MT-10 to MT-15, MT-40 to MT-42, MT-45.

import Foundation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Testing

@Suite("Mergeable attributes in saves that conflict or fail")
struct MergeableConflictTests {
    @Test(
        "MT-10 MRG-97 a save that failed has applied nothing; the next applies once",
        arguments: Stack.Kind.allCases)
    func failedSave(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        try stage[stage.a].add(1)
        let bad = stage.a.insert("Item", ["id": "x", "count": 1])
        let other = stage.stack.context()
        other.insert("Item", ["id": "x"])
        try other.save()
        #expect(code { try stage.a.save() } == NSManagedObjectConstraintMergeError)
        #expect(try stage.stored("likes") as? Int == 10)
        #expect(stage[stage.a].number() == 11)
        #expect(stage[stage.a].pending() == "+1")
        stage.a.delete(bad)
        try stage.a.save()
        try stage.a.save()
        #expect(try stage.stored("likes") as? Int == 11)
    }

    @Test(
        "MT-11 MRG-99 the plain part conflicts, the counter is applied once", arguments: Stack.Kind.allCases)
    func plainConflict(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10, "owner": "o"])
        stage[stage.a].setValue("A", forKey: "owner")
        try stage[stage.a].add(1)
        stage[stage.b].setValue("B", forKey: "owner")
        try stage.b.save()
        #expect(code { try stage.a.save() } == NSManagedObjectMergeError)
        #expect(try stage.stored("likes") as? Int == 10)
        #expect(stage[stage.a].pending() == "+1")
        try stage.a.saveRetrying(maxAttempts: 3)
        #expect(try stage.stored("owner") as? String == "A")
        #expect(try stage.stored("likes") as? Int == 11)
    }

    @Test(
        "MRG-99 SAV-131 every policy decides the plain part, and none the counter",
        arguments: [
            (NSMergePolicy.mergeByPropertyObjectTrump, "A"), (.mergeByPropertyStoreTrump, "B"),
            (.overwrite, "A"), (.rollback, "B"),
        ], Stack.Kind.allCases)
    func policies(_ policy: (NSMergePolicy, String), _ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10, "owner": "o"], policy: policy.0)
        stage[stage.a].setValue("A", forKey: "owner")
        try stage[stage.a].add(1)
        try stage[stage.a].insert("x")
        stage[stage.b].setValue("B", forKey: "owner")
        try stage[stage.b].add(5)
        try stage.b.save()
        try stage.a.save()
        #expect(try stage.stored("owner") as? String == policy.1)
        #expect(try stage.stored("likes") as? Int == 16)
        #expect(stage[stage.a].number() == 16)
        #expect(stage[stage.a].set() == ["x"])
        #expect(stage[stage.a].pending() == nil)
    }

    @Test("MT-12 MRG-94 a counter alone never conflicts", arguments: Stack.Kind.allCases)
    func counterAlone(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10, "owner": "o"])
        stage[stage.b].setValue("B", forKey: "owner")
        try stage.b.save()
        try stage[stage.a].add(1)
        try stage.a.save()
        #expect(try stage.stored("owner") as? String == "B")
        #expect(try stage.stored("likes") as? Int == 11)
        #expect(stage[stage.a].value(forKey: "owner") as? String == "o")
        // What the program has not seen it may not overwrite.
        stage[stage.a].setValue("A", forKey: "owner")
        #expect(code { try stage.a.save() } == NSManagedObjectMergeError)
        stage.a.rollback()
        stage[stage.a].refresh()
        #expect(stage[stage.a].value(forKey: "owner") as? String == "B")
    }

    @Test("MT-13 MRG-94 a counter's save lets nobody conflict", arguments: Stack.Kind.allCases)
    func noConflict(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10, "owner": "o"])
        for _ in 0..<3 {
            try stage[stage.a].add(1)
            try stage.a.save()
        }
        stage[stage.b].setValue("B", forKey: "owner")
        try stage.b.save()
        #expect(try stage.stored("owner") as? String == "B")
        #expect(try stage.stored("likes") as? Int == 13)
    }

    @Test("MT-15 MRG-26 MRG-62 bounds hold for what is stored in the end", arguments: Stack.Kind.allCases)
    func bounds(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 18], policy: .error, ["likes": { $0.setRange(max: 20) }])
        try stage[stage.a].add(1)
        try stage[stage.b].add(2)
        try stage.a.save()
        let error = #expect(throws: NSError.self) { try stage.b.save() }
        #expect(error?.code == NSValidationNumberTooLargeError)
        #expect(error?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === stage[stage.b])
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "likes")
        #expect(error?.userInfo[NSValidationValueErrorKey] as? Int == 21)
        #expect(try stage.stored("likes") as? Int == 19)
        #expect(stage[stage.b].pending() == "+2")
        try stage[stage.b].add(20)
        #expect(code { try stage.b.save() } == NSValidationNumberTooLargeError)
    }

    @Test("MT-40 MT-41 MRG-100 a row that somebody deleted", arguments: Stack.Kind.allCases)
    func deletedRow(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        try stage[stage.a].add(1)
        stage.b.delete(stage[stage.b])
        try stage.b.save()
        let error = #expect(throws: NSError.self) { try stage.a.save() }
        #expect(error?.code == NSManagedObjectMergeError)
        let conflicts = error?.userInfo["conflictList"] as? [NSMergeConflict]
        #expect(conflicts?.map(\.newVersionNumber) == [0])
        stage.a.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try stage.a.save()
        #expect(try stage.stored("likes") as? Int == 11)
    }

    @Test(
        "MT-42 MRG-81 a deleted object applies nothing; undo brings its change back",
        arguments: Stack.Kind.allCases)
    func deletion(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["likes": 10])
        try stage[stage.a].add(1)
        stage.a.processPendingChanges()
        stage.a.delete(stage[stage.a])
        stage.undo(stage.a)
        #expect(stage[stage.a].pending() == "+1")
        stage.a.delete(stage[stage.a])
        try stage.a.save()
        #expect(try stage.stack.context().all("Account").isEmpty)
    }

    @Test("MT-45 MRG-101 a new object with a known id adds to the stored one", arguments: Stack.Kind.allCases)
    func upsert(_ kind: Stack.Kind) throws {
        for isKnown in [false, true] {
            let stage = try AccountStage(kind, [:], policy: .mergeByPropertyObjectTrump)
            let values: [String: Any] = ["id": "1", "count": 5, "labels": ["a"] as Set, "facts": ["x": 1]]
            let first = stage.b.insert("Item", values)
            try stage.b.save()
            let known = isKnown ? try stage.a.all("Item").first : nil
            _ = known?.value(forKey: "count")
            let item = stage.a.insert("Item", ["id": "1", "labels": ["b"] as Set, "facts": ["y": 2]])
            try item.add(2, "count")
            try stage.a.save()
            stage.c.reset()
            let items = try stage.c.all("Item")
            #expect(items.map { $0.number("count") } == [7])
            #expect(items.first?.set("labels") == ["a", "b"])
            #expect(items.first?.entries("facts") == ["x": 1, "y": 2])
            #expect(first.objectID == items.first?.objectID)
        }
    }
}

extension MergeableAttributeDescription {
    /// Bounds, as a model editor writes them.
    func setRange(max: Int) {
        setValidationPredicates(
            [NSPredicate(format: "SELF <= \(max)")],
            withValidationWarnings: [NSNumber(value: NSValidationNumberTooLargeError)] as [Any])
    }
}
