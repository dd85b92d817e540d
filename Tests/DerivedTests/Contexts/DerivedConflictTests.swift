// SPDX-License-Identifier: Apache-2.0
// Conflicts and merge policies beside derived values: these are the store's in any case.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Conflicts and derived values") struct DerivedConflictTests {
    private static let builtIn: [NSMergePolicyType] = [
        .mergeByPropertyObjectTrumpMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType,
        .overwriteMergePolicyType, .rollbackMergePolicyType,
    ]

    /// An item that A has changed and saved, and B changed since; its list was renamed by C meanwhile.
    private func conflicting(_ home: ListHome, _ policy: NSMergePolicy) throws -> NSManagedObject {
        let lamp = try home.item("Lamp")
        let twin = try home.twin(lamp)
        let c = home.stack.context()
        try home.twin(home.list, in: c).setValue("Work", forKey: "name")
        try c.save()
        lamp.setValue(4, forKey: "points")
        try home.a.save()
        twin.setValue("Lantern", forKey: "title")
        home.b.mergePolicy = policy
        return twin
    }

    @Test("SAV-52 no policy lets an old derived value win", arguments: Stack.Kind.allCases, builtIn)
    func policies(_ kind: Stack.Kind, _ type: NSMergePolicyType) throws {
        let home = try ListHome(kind, ["Lamp"])
        let twin = try conflicting(home, NSMergePolicy(merge: type))
        #expect(twin.listName == "Home")
        try home.b.save()
        #expect(twin.listName == "Work" && !home.b.hasChanges)
        #expect(try home.stored(twin, "listName") as? String == "Work")
        let title = type == .rollbackMergePolicyType ? "Lamp" : "Lantern"
        #expect(try home.stored(twin, "title") as? String == title)
        #expect(twin.touched == (try home.stored(twin, "touched") as? Date))
    }

    @Test("SAV-52 nor does a value that the program gave", arguments: Stack.Kind.allCases, builtIn)
    func assigned(_ kind: Stack.Kind, _ type: NSMergePolicyType) throws {
        let home = try ListHome(kind, ["Lamp"])
        let twin = try conflicting(home, NSMergePolicy(merge: type))
        twin.setValue("Elsewhere", forKey: "listName")
        try home.b.save()
        #expect(twin.listName == "Work" && !home.b.hasChanges)
        #expect(try home.stored(twin, "listName") as? String == "Work")
    }

    @Test("SAV-52 only derived values differ: no hook of a merge is called", arguments: Stack.Kind.allCases)
    func hooks(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"]) { model in
            model.entitiesByName["Item"]?.managedObjectClassName = "DerivedTests.HookedItem"
        }
        let lamp = try home.item("Lamp")
        let twin = try #require(try home.twin(lamp) as? HookedItem)
        // A write of the version alone, and so of the date.
        lamp.setValue("Elsewhere", forKey: "listName")
        try home.a.save()
        twin.setValue("Lantern", forKey: "title")
        home.b.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        twin.hooks = []
        try home.b.save()
        #expect(twin.hooks == ["willSave"])
        #expect(try home.stored(twin, "title") as? String == "Lantern")
    }

    @Test(
        "SAV-42 snapshots have derived values, and putting them back writes none",
        arguments: Stack.Kind.allCases)
    func snapshots(_ kind: Stack.Kind) throws {
        /// Gives the object all that it had, as programs do.
        final class Restoring: NSMergePolicy, @unchecked Sendable {
            nonisolated(unsafe) static var seen: [String?] = []

            override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
                for conflict in list {
                    let values = conflict.objectSnapshot ?? [:]
                    Self.seen = [
                        values["listName"] as? String, conflict.cachedSnapshot?["listName"] as? String,
                    ]
                    for key in ["title", "points", "listName"] {
                        conflict.sourceObject.setValue(values[key], forKey: key)
                    }
                }
                try super.resolve(optimisticLockingConflicts: list)
            }
        }
        let home = try ListHome(kind, ["Lamp"])
        let twin = try conflicting(
            home, Restoring(merge: .mergeByPropertyObjectTrumpMergePolicyType))
        try home.b.save()
        #expect(Restoring.seen == ["Home", "Work"])
        #expect(twin.listName == "Work")
        #expect(try home.stored(twin, "listName") as? String == "Work")
        #expect(try home.stored(twin, "title") as? String == "Lantern")
    }

    /// Renames the list in another context each time it is asked, and settles nothing.
    private final class Renaming: NSMergePolicy, @unchecked Sendable {
        private let rename: () throws -> Void

        init(_ type: NSMergePolicyType, _ rename: @escaping () throws -> Void) {
            self.rename = rename
            super.init(merge: type)
        }

        override func resolve(mergeConflicts list: [Any]) throws {
            try rename()
            try super.resolve(mergeConflicts: list)
        }

        override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {}
    }

    /// A policy that gives the list a new name each time.
    private func renaming(_ home: ListHome, _ type: NSMergePolicyType) throws -> Renaming {
        let c = home.stack.context()
        let list = try home.twin(home.list, in: c)
        var count = 0
        return Renaming(type) {
            count += 1
            list.setValue("Work \(count)", forKey: "name")
            try c.save()
        }
    }

    @Test(
        "SAV-42 DER-24 a save in a policy computes a value: the conflict's row does not hide it",
        arguments: Stack.Kind.allCases)
    func savingPolicy(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"])
        let lamp = try home.item("Lamp")
        let twin = try home.twin(lamp)
        lamp.setValue(4, forKey: "points")
        try home.a.save()
        twin.setValue("Lantern", forKey: "title")
        home.b.mergePolicy = try renaming(home, .errorMergePolicyType)
        #expect(throws: (any Error).self) { try home.b.save() }
        #expect(try home.twin(lamp, in: home.stack.context()).listName == "Work 1")
        home.b.refresh(twin, mergeChanges: true)
        #expect(twin.listName == "Work 1" && twin.value(forKey: "points") as? Int == 4)
    }

    @Test(
        "SAV-42 DER-24 nor does the row that a constraint met, whatever becomes of the save",
        arguments: Stack.Kind.allCases)
    func savingPolicyOfConstraints(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp"]) { model in
            model.entitiesByName["Item"]?.uniquenessConstraints = [["title"]]
        }
        // No fetch afterwards: it would bring the newest row.
        let lamp = try home.item("Lamp")
        home.b.insert("Item", ["title": "Lamp"])
        home.b.mergePolicy = try renaming(home, .overwriteMergePolicyType)
        #expect(throws: (any Error).self) { try home.b.save() }
        let stored = try home.stored(home.list, "name") as? String
        #expect(stored != "Home")
        #expect(try home.twin(lamp, in: home.stack.context()).listName == stored)
    }

    @Test(
        "DER-29d indirectly changed rows have their version, two writers in turn",
        arguments: Stack.Kind.allCases)
    func versions(_ kind: Stack.Kind) throws {
        let home = try ListHome(kind, ["Lamp", "Rug"])
        let twin = try home.twin(try home.item("Lamp"))
        for round in 1...5 {
            home.list.setValue("Home \(round)", forKey: "name")
            try home.a.save()
            twin.setValue("Lamp \(round)", forKey: "title")
            try home.b.save()
            #expect(twin.listName == "Home \(round)")
            home.a.refreshAllObjects()
        }
    }
}
