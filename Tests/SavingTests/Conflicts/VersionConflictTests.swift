// SPDX-License-Identifier: Apache-2.0
// Rules of version conflicts beside the tables (ConflictTableTests.swift): when there is one, what objects are told,
// what the policies leave alone.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Version conflicts") struct VersionConflictTests {
    @Test("SAV-31 SAV-32 SAV-34 rows that a save does not write are no conflict", arguments: Other.allCases)
    func unwritten(_ other: Other) throws {
        let stage = try ConflictStage(other)
        try stage.a.performAndWait {
            try stage.otherDoes("a=2")
            try stage.a.all("Tag", "name == 't3'").first?.setValue("t4", forKey: "name")
            #expect(stage.save() == nil)
            #expect(stage.shown == "")
            #expect(try stage.stored() == "a=2")
        }
    }

    @Test(
        "SAV-35 after a merge the newest version is the base of the next conflict", arguments: Other.allCases)
    func mergedBase(_ other: Other) throws {
        let stage = try ConflictStage(other)
        try stage.a.performAndWait {
            try stage.otherDoes("a=2")
            try stage.aDoes("b=3 merge")
            try stage.otherDoes("a=4")
            let list = stage.save()?.userInfo["conflictList"] as? [NSMergeConflict]
            #expect(list?.first?.oldVersionNumber == 2 && list?.first?.newVersionNumber == 3)
            #expect(stage.text(list?.first?.objectSnapshot) == "a=2 b=3")
        }
    }

    @Test(
        "SAV-33 SAV-36 versions count, not values: disjoint properties are a conflict",
        arguments: Other.allCases)
    func disjoint(_ other: Other) throws {
        let stage = try ConflictStage(other)
        try stage.a.performAndWait {
            try stage.aDoes("b=3")
            try stage.otherDoes("x=foo")
            let error = stage.save()
            #expect(error?.code == 133020 && error?.localizedDescription == "Could not merge changes.")
            #expect(try stage.stored() == "x=foo" && stage.shown == "b=3")
        }
    }

    @Test("SAV-37 new objects meet no version conflict", arguments: Other.allCases)
    func newObjects(_ other: Other) throws {
        let stage = try ConflictStage(other)
        try stage.a.performAndWait {
            stage.a.insert("Row", ["a": 7])
            try stage.otherDoes("a=2")
            #expect(stage.save() == nil)
            #expect(try stage.a.all("Row", "a == 7").count == 1)
        }
    }

    @Test(
        "SAV-43 SAV-44 SAV-145 all conflicts are listed, and nothing else of the save is stored",
        arguments: Stack.Kind.allCases)
    func several(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, ConflictModel.rows())
        let (mine, theirs) = (stack.context(), stack.context())
        try mine.performAndWait {
            let rows = (1...3).map { mine.insert("Row", ["a": $0, "b": 0]) }
            try mine.save()
            try theirs.performAndWait {
                for row in try theirs.all("Row", "a < 3") { row.setValue(9, forKey: "b") }
                try theirs.save()
            }
            for row in rows { row.setValue(5, forKey: "b") }
            mine.insert("Row", ["a": 4, "b": 5])
            let error = #expect(throws: CocoaError.self) { try mine.save() } as NSError?
            let list = try #require(error?.userInfo["conflictList"] as? [NSMergeConflict])
            #expect(Set(list.map(\.sourceObject)) == Set(rows[..<2]))
            let updated = try #require(error?.userInfo[NSUpdatedObjectsKey] as? [NSManagedObjectID])
            #expect(Set(updated) == Set(rows[..<2].map(\.objectID)))
            let reader = stack.context()
            let stored = try reader.performAndWait {
                try reader.all("Row", by: "a").map { $0.value(forKey: "b") as? Int }
            }
            #expect(stored == [9, 9, 0])
            #expect(mine.updatedObjects == Set(rows) && mine.insertedObjects.count == 1)
        }
    }

    @Test("SAV-50 SAV-51 SAV-65 the kinds, their constants, and what contexts begin with")
    func constants() throws {
        let constants: [(NSMergePolicy, AnyObject)] = [
            (.error, NSErrorMergePolicy),
            (.mergeByPropertyStoreTrump, NSMergeByPropertyStoreTrumpMergePolicy),
            (.mergeByPropertyObjectTrump, NSMergeByPropertyObjectTrumpMergePolicy),
            (.overwrite, NSOverwriteMergePolicy), (.rollback, NSRollbackMergePolicy),
        ]
        for (value, (policy, constant)) in constants.enumerated() {
            #expect(policy.mergeType.rawValue == UInt(value) && policy === constant)
            #expect(NSMergePolicy(merge: policy.mergeType).mergeType == policy.mergeType)
        }
        let container = NSPersistentContainer(name: "Rows", managedObjectModel: ConflictModel.rows())
        let contexts = [
            container.viewContext, container.newBackgroundContext(), NSManagedObjectContext(.privateQueue),
        ]
        for context in contexts { #expect(context.mergePolicy as? NSMergePolicy === NSMergePolicy.error) }
    }

    @Test("SAV-53 a value that was set back counts as mine no more", arguments: Other.allCases)
    func setBack(_ other: Other) throws {
        let stage = try ConflictStage(other, .mergeByPropertyObjectTrump)
        try stage.a.performAndWait {
            try stage.aDoes("a=9 b=3 a=1")
            try stage.otherDoes("a=2")
            #expect(stage.save() == nil)
            #expect(try stage.stored() == "a=2 b=3" && stage.shown == "a=2 b=3")
        }
    }

    /// A row that notes what it is told.
    final class ToldRow: NSManagedObject {
        var told: [NSSnapshotEventType] = []
        override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
            super.awake(fromSnapshotEvents: flags)
            told.append(flags)
        }
    }

    @Test(
        "SAV-54 an object is told of values that came from the store, and only of those",
        arguments: [
            ("a=2", "b=3", [1, 1, 0, 1]), ("a=2", "a=3", [0, 1, 0, 1]),
            ("+tags:t2", "+tags:t3", [0, 0, 0, 1]),
            ("a=2", "delete", [0, 0, 0, 0]), ("delete", "a=3", [0, 0, 0, 0]),
        ], Other.allCases)
    func told(_ row: (String, String, [Int]), _ other: Other) throws {
        let (theirs, mine, counts) = row
        for (policy, count) in zip(ConflictRow.policies[1...], counts) {
            let stage = try ConflictStage(other, policy, rowClass: ToldRow.self)
            try stage.a.performAndWait {
                try stage.aDoes(mine)
                try stage.otherDoes(theirs)
                #expect(stage.save() == nil)
                let told = (stage.row as? ToldRow)?.told
                #expect(told == Array(repeating: .mergePolicy, count: count), "\(policy.mergeType)")
            }
        }
    }

    @Test("SAV-56 transients stay as they are under each policy", arguments: Other.allCases)
    func transients(_ other: Other) throws {
        for policy in ConflictRow.policies[1...] {
            let stage = try ConflictStage(other, policy)
            try stage.a.performAndWait {
                try stage.aDoes("t=7 b=3")
                try stage.otherDoes("a=2 t=9")
                #expect(stage.save() == nil)
                #expect(stage.row.value(forKey: "t") as? Int == 7 && !stage.a.hasChanges)
            }
        }
    }

    @Test(
        "SAV-58 rollback gives up the conflicting object's changes, and saves the others",
        arguments: Other.allCases)
    func rollback(_ other: Other) throws {
        let stage = try ConflictStage(other, .rollback)
        try stage.a.performAndWait {
            try stage.aDoes("b=3")
            try stage.a.all("Place", "name == 'd3'").first?.setValue("d4", forKey: "name")
            try stage.otherDoes("a=2")
            #expect(stage.save() == nil)
            #expect(try stage.stored() == "a=2" && stage.shown == "a=2")
            let reader = stage.stack.context()
            #expect(try reader.performAndWait { try reader.all("Place", "name == 'd4'").count } == 1)
        }
    }

    @Test(
        "SAV-60 a row that is written again keeps its ID, and whoever knew the former one meets a conflict",
        arguments: Other.allCases)
    func writtenAgain(_ other: Other) throws {
        let stage = try ConflictStage(other, .mergeByPropertyObjectTrump)
        let third = stage.stack.context()
        try stage.a.performAndWait {
            let id = stage.row.objectID
            let witness = try third.performAndWait { try third.existingObject(with: id) }
            try stage.aDoes("a=3")
            try stage.otherDoes("delete")
            #expect(stage.save() == nil)
            #expect(stage.row.objectID == id && !stage.row.isFault)
            let reader = stage.stack.context()
            #expect(try reader.performAndWait { try reader.all("Row").map(\.objectID) } == [id])
            let code = third.performAndWait {
                witness.setValue(9, forKey: "b")
                do { try third.save() } catch { return (error as NSError).code }
                return 0
            }
            #expect(code == 133020)
        }
    }

    @Test(
        "SAV-31 SAV-60 and so does whoever knew a later version of it than the one who writes it again",
        arguments: Other.allCases)
    func writtenAgainAfterOthers(_ other: Other) throws {
        let stage = try ConflictStage(other, .mergeByPropertyObjectTrump)
        let third = stage.stack.context()
        third.stalenessInterval = 0
        try stage.a.performAndWait {
            try stage.aDoes("b=3")
            try stage.otherDoes("a=2")
            let witness = try #require(try third.performAndWait { try third.all("Row").first })
            #expect(third.performAndWait { witness.value(forKey: "a") as? Int } == 2)
            try stage.otherDoes("delete")
            #expect(stage.save() == nil)
            let code = third.performAndWait {
                witness.setValue(9, forKey: "b")
                do { try third.save() } catch { return (error as NSError).code }
                return 0
            }
            #expect(code == 133020)
            #expect(try stage.stored().contains("b=3"))
        }
    }

    @Test("SAV-60 a row that is written again leads to nothing that is gone", arguments: Stack.Kind.allCases)
    func missingDestinations(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, ConflictModel.rows())
        let (mine, theirs) = (stack.context(.overwrite), stack.context())
        try mine.performAndWait {
            let row = try ConflictModel.insertRow(into: mine)
            row.setValue(3, forKey: "a")
            try theirs.performAndWait {
                for entity in ["Row", "Place", "Tag"] { try theirs.all(entity).forEach(theirs.delete) }
                try theirs.save()
            }
            try mine.save()
            #expect(row.value(forKey: "r") == nil && (row.value(forKey: "tags") as? NSSet)?.count == 0)
            #expect((row.value(forKey: "steps") as? NSOrderedSet)?.count == 1 && !mine.hasChanges)
        }
        try theirs.performAndWait {
            let row = try #require(try theirs.all("Row").first)
            #expect(ConflictModel.text(row) == "a=3 r=- tags=-")
        }
    }

    @Test("SAV-64 the policy of a child plays no part: the child's values win in the parent")
    func child() throws {
        final class Counting: NSMergePolicy, @unchecked Sendable {
            var calls = 0
            override func resolve(mergeConflicts list: [Any]) throws {
                calls += 1
                try super.resolve(mergeConflicts: list)
            }
        }
        let stage = try ConflictStage(.contextInMemory)
        let policy = Counting(merge: .rollbackMergePolicyType)
        try stage.a.performAndWait {
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = stage.a
            child.mergePolicy = policy
            let twin = try child.performAndWait { try child.existingObject(with: stage.row.objectID) }
            try stage.aDoes("a=4 b=4")
            try child.performAndWait {
                twin.setValue(5, forKey: "a")
                try child.save()
            }
            #expect(stage.shown == "a=5 b=4" && policy.calls == 0)
        }
    }

    @Test("SAV-59 a deletion that is cancelled, and the relationships around", arguments: Other.allCases)
    func cancelledDeletion(_ other: Other) throws {
        let stage = try ConflictStage(other, .rollback)
        try stage.a.performAndWait {
            let place = try #require(stage.row.value(forKey: "r") as? NSManagedObject)
            #expect((place.value(forKey: "rows") as? NSSet)?.count == 1)
            try stage.aDoes("delete")
            try stage.otherDoes("a=2")
            #expect(stage.save() == nil)
            #expect(stage.row.isFault && stage.row.managedObjectContext === stage.a)
            #expect((place.value(forKey: "rows") as? NSSet)?.contains(stage.row) == true)
            #expect(stage.shown == "a=2" && !stage.a.hasChanges)
        }
    }

    @Test(
        "SAV-55 a kid that both moved is where the store says, at both ends", arguments: Stack.Kind.allCases)
    func movedKid(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, ConflictModel.rows())
        let (mine, theirs) = (stack.context(.mergeByPropertyStoreTrump), stack.context())
        try mine.performAndWait {
            let rows = (1...3).map { mine.insert("Row", ["a": $0]) }
            let kid = mine.insert("Kid", ["name": "k", "row": rows[0]])
            try mine.save()
            kid.setValue(rows[1], forKey: "row")
            try theirs.performAndWait {
                let row = try theirs.existingObject(with: rows[2].objectID)
                try theirs.existingObject(with: kid.objectID).setValue(row, forKey: "row")
                try theirs.save()
            }
            try mine.save()
            #expect(kid.value(forKey: "row") as? NSManagedObject === rows[2])
            let kids = rows.map { ($0.value(forKey: "kids") as? NSSet)?.count }
            #expect(kids == [0, 0, 1] && !mine.hasChanges)
        }
    }
}
