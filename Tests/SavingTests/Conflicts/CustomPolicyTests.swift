// SPDX-License-Identifier: Apache-2.0
// Merge policies of the application's own: what they see, what they may do, what becomes of it.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A policy made of closures; without one, the method is the one of the built-in kind.
final class OwnPolicy: NSMergePolicy, @unchecked Sendable {
    // Set before the save of the only test that uses the policy.
    var all: (([Any]) throws -> Bool)?
    var versions: (([NSMergeConflict]) throws -> Bool)?
    var constraints: (([NSConstraintConflict]) throws -> Bool)?

    func forget() { (all, versions, constraints) = (nil, nil, nil) }

    /// Each closure gives whether super shall be called after it.
    override func resolve(mergeConflicts list: [Any]) throws {
        if try all?(list) ?? true { try super.resolve(mergeConflicts: list) }
    }

    override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        if try versions?(list) ?? true { try super.resolve(optimisticLockingConflicts: list) }
    }

    override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        if try constraints?(list) ?? true { try super.resolve(constraintConflicts: list) }
    }
}

@Suite("Custom merge policies") struct CustomPolicyTests {
    /// A did b=3, the other a=2; then A saves under the policy.
    private func play(
        _ other: Other, _ type: NSMergePolicyType, _ prepare: (OwnPolicy, ConflictStage) -> Void,
        _ check: (ConflictStage, NSError?) throws -> Void
    ) throws {
        let policy = OwnPolicy(merge: type)
        let stage = try ConflictStage(other, policy)
        prepare(policy, stage)
        // The closures hold the stage, whose context holds the policy.
        defer { policy.forget() }
        try stage.a.performAndWait {
            try stage.aDoes("b=3")
            try stage.otherDoes("a=2")
            try check(stage, stage.save())
        }
    }

    private func expectSaved(_ stage: ConflictStage, _ error: NSError?, _ text: String) throws {
        #expect(error == nil)
        #expect(try stage.stored() == text && stage.shown == text)
        #expect(!stage.a.hasChanges && !stage.row.hasChanges)
        let writes = try stage.writes()
        #expect(stage.save() == nil)
        #expect(try stage.writes() == writes)
    }

    @Test("SAV-62 what a policy sets is saved, without super", arguments: Other.allCases)
    func sets(_ other: Other) throws {
        try play(other, .errorMergePolicyType) { policy, _ in
            policy.versions = { list in
                for conflict in list {
                    let theirs = (conflict.persistedSnapshot ?? conflict.cachedSnapshot)?["a"] as? Int ?? 0
                    let mine = conflict.objectSnapshot?["b"] as? Int ?? 0
                    conflict.sourceObject.setValue(theirs + mine, forKey: "a")
                }
                return false
            }
        } _: {
            try expectSaved($0, $1, "a=5 b=3")
        }
    }

    @Test("SAV-62 a value that a policy sets back to the old one counts as set", arguments: Other.allCases)
    func setsBack(_ other: Other) throws {
        for type in [NSMergePolicyType.errorMergePolicyType, .mergeByPropertyObjectTrumpMergePolicyType] {
            try play(other, type) { policy, stage in
                policy.versions = { list in
                    stage.row.setValue(9, forKey: "a")
                    for conflict in list { conflict.sourceObject.setValue(1, forKey: "b") }
                    return type != .errorMergePolicyType
                }
            } _: {
                try expectSaved($0, $1, "a=9")
            }
        }
    }

    @Test("SAV-62 a policy may change the outcome of the built-in one", arguments: Other.allCases)
    func afterSuper(_ other: Other) throws {
        final class After: NSMergePolicy, @unchecked Sendable {
            override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
                try super.resolve(optimisticLockingConflicts: list)
                for conflict in list { conflict.sourceObject.setValue(7, forKey: "b") }
            }
        }
        for type in [NSMergePolicyType.rollbackMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType] {
            let stage = try ConflictStage(other, After(merge: type))
            try stage.a.performAndWait {
                try stage.aDoes("b=3")
                try stage.otherDoes("a=2")
                try expectSaved(stage, stage.save(), "a=2 b=7")
            }
        }
    }

    @Test("SAV-62 what a policy throws fails the save, and nothing is lost", arguments: Other.allCases)
    func throwing(_ other: Other) throws {
        try play(other, .mergeByPropertyStoreTrumpMergePolicyType) { policy, _ in
            policy.all = { _ in throw CocoaError(.validationNumberTooLarge) }
        } _: { (stage, error) throws in
            #expect(error?.code == CocoaError.validationNumberTooLarge.rawValue)
            #expect(try stage.stored() == "a=2" && stage.shown == "b=3" && stage.a.hasChanges)
            #expect(stage.row.changedValues().keys.sorted() == ["b"])
        }
    }

    @Test(
        "SAV-62 resolve(mergeConflicts:) sees conflicts of both kinds and may decide alone",
        arguments: Stack.Kind.allCases)
    func bothKinds(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let policy = OwnPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        let (mine, theirs) = (stack.context(policy), stack.context())
        var kinds: [String] = []
        policy.all = { list in
            kinds += list.map { "\(type(of: $0))" }
            return true
        }
        try mine.performAndWait {
            let person = mine.insert("Person", ["firstName": "Ada"])
            mine.insert("Department", ["name": "x", "code": "1"])
            try mine.save()
            mine.reset()
            let mineAgain = try mine.existingObject(with: person.objectID)
            try theirs.performAndWait {
                try theirs.all("Person").first?.setValue(36, forKey: "age")
                try theirs.save()
            }
            mineAgain.setValue(7, forKey: "age")
            #expect(mineAgain.value(forKey: "age") as? Int == 7)
            mine.refresh(mineAgain, mergeChanges: true)
            try theirs.performAndWait {
                try theirs.all("Person").first?.setValue(37, forKey: "age")
                try theirs.save()
            }
            mine.insert("Department", ["name": "x", "code": "2"])
            try mine.save()
        }
        #expect(kinds == ["NSMergeConflict", "NSConstraintConflict"])
    }

    @Test("SAV-63 a policy may ask what changed, and from what", arguments: Other.allCases)
    func asking(_ other: Other) throws {
        var seen: [String] = []
        try play(other, .mergeByPropertyObjectTrumpMergePolicyType) { policy, stage in
            policy.versions = { list in
                for conflict in list {
                    let object = conflict.sourceObject
                    let changed = object.changedValues() as? [String: Int] ?? [:]
                    let committed = object.committedValues(forKeys: ["a", "b"]) as? [String: Int] ?? [:]
                    let theirs = stage.text(conflict.persistedSnapshot ?? conflict.cachedSnapshot)
                    seen.append(
                        "\(changed) \(committed.sorted { $0.key < $1.key }.map(\.value)) \(theirs ?? "")")
                }
                return true
            }
        } _: {
            try expectSaved($0, $1, "a=2 b=3")
        }
        #expect(seen == ["[\"b\": 3] [1, 1] a=2"])
    }

    @Test(
        "SAV-62 what a policy changes, inserts and deletes besides is saved with the rest",
        arguments: Other.allCases)
    func besides(_ other: Other) throws {
        try play(other, .mergeByPropertyObjectTrumpMergePolicyType) { policy, stage in
            policy.versions = { _ in
                try stage.a.all("Place", "name == 'd2'").first?.setValue("d9", forKey: "name")
                try stage.a.all("Tag", "name == 't3'").forEach(stage.a.delete)
                stage.a.insert("Kid", ["name": "k9", "row": stage.row])
                return true
            }
        } _: { (stage, error) throws in
            try expectSaved(stage, error, "a=2 b=3 kids=k9")
            let reader = stage.stack.context()
            let counts = try reader.performAndWait {
                try [reader.all("Place", "name == 'd9'"), reader.all("Tag"), reader.all("Kid")].map(\.count)
            }
            #expect(counts == [1, 2, 1])
        }
    }

    @Test("SAV-62 a policy may delete the object of the conflict", arguments: Other.allCases)
    func deletes(_ other: Other) throws {
        try play(other, .errorMergePolicyType) { policy, stage in
            policy.versions = { list in
                for conflict in list { stage.a.delete(conflict.sourceObject) }
                return false
            }
        } _: { (stage, error) throws in
            #expect(error == nil && stage.shown == "gone" && !stage.a.hasChanges)
            #expect(try stage.stored() == "gone")
        }
    }

    // MARK: Constraints

    /// A stack with the department x, code 1, and what A's new department x, code 2 leads to.
    private func playConstraint(
        _ kind: Stack.Kind, _ resolve: @escaping ([NSConstraintConflict]) throws -> Bool
    ) throws -> (error: NSError?, rows: [String], isClean: Bool) {
        let policy = OwnPolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
        policy.constraints = resolve
        let stack = try Stack(kind)
        let context = stack.context(policy)
        return try context.performAndWait {
            context.insert("Department", ["name": "x", "code": "1"])
            try context.save()
            context.insert("Department", ["name": "x", "code": "2"])
            var error: NSError?
            do { try context.save() } catch let thrown as NSError { error = thrown }
            return (error, try departments(stack), !context.hasChanges)
        }
    }

    @Test(
        "SAV-62 a policy renames the new object, deletes it, takes its values over, or throws",
        arguments: Stack.Kind.allCases)
    func constraints(_ kind: Stack.Kind) throws {
        let renamed = try playConstraint(kind) { list in
            for conflict in list { conflict.conflictingObjects[0].setValue("x 2", forKey: "name") }
            return false
        }
        #expect(renamed.error == nil && renamed.rows == ["x 1", "x 2 2"] && renamed.isClean)
        let deleted = try playConstraint(kind) { list in
            for object in list.flatMap(\.conflictingObjects) { object.managedObjectContext?.delete(object) }
            return false
        }
        #expect(deleted.error == nil && deleted.rows == ["x 1"] && deleted.isClean)
        let taken = try playConstraint(kind) { list in
            for conflict in list {
                let code = conflict.conflictingObjects[0].value(forKey: "code")
                conflict.databaseObject?.setValue("\(code ?? "")!", forKey: "code")
            }
            return true
        }
        #expect(taken.error == nil && taken.rows == ["x 2!"] && taken.isClean)
        let thrown = try playConstraint(kind) { _ in throw CocoaError(.validationStringTooLong) }
        #expect(thrown.error?.code == CocoaError.validationStringTooLong.rawValue && !thrown.isClean)
    }

    @Test("SAV-61 SAV-62 a policy that settles no constraint ends in 133021", arguments: Stack.Kind.allCases)
    func undecided(_ kind: Stack.Kind) throws {
        var calls = 0
        let result = try playConstraint(kind) { _ in
            calls += 1
            return false
        }
        #expect(result.error?.code == 133021 && calls == 10 && !result.isClean)
        #expect((result.error?.userInfo["conflictList"] as? [NSConstraintConflict])?.count == 1)
    }
}
