// SPDX-License-Identifier: Apache-2.0
// Rules of uniqueness constraints beside the table (ConstraintConflictTests.swift): what conflicts say, compound and
// inherited constraints, several new objects, and the relationships of objects that give way.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Constraint conflicts: rules") struct ConstraintRuleTests {
    private static func conflicts(_ context: NSManagedObjectContext) -> (NSError?, [NSConstraintConflict]) {
        do { try context.save() } catch {
            let error = error as NSError
            return (error, error.userInfo["conflictList"] as? [NSConstraintConflict] ?? [])
        }
        return (nil, [])
    }

    private static func people() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Person", unique: [["first", "last"]], .attribute("first"), .attribute("last"),
                .attribute("age", .integer64AttributeType)),
            EntitySketch("Pupil", parent: "Person", .attribute("school")))
    }

    @Test(
        "SAV-80 SAV-81 SAV-82 what conflicts with stored and with new objects say",
        arguments: Stack.Kind.allCases)
    func contents(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.people())
        let context = stack.context()
        try context.performAndWait {
            let stored = context.insert("Person", ["first": "A", "last": "B", "age": 1])
            try context.save()
            let twin = context.insert("Person", ["first": "A", "last": "B", "age": 2])
            let pair = [3, 4].map { context.insert("Person", ["first": "C", "last": "D", "age": $0]) }
            let (error, list) = Self.conflicts(context)
            #expect(error?.domain == NSCocoaErrorDomain && error?.code == 133021)
            #expect(error?.localizedDescription == "Could not merge changes.")
            #expect(list.count == 2 && list.allSatisfy { $0.constraint == ["first", "last"] })
            let known = try #require(list.first { $0.databaseObject != nil })
            #expect(known.databaseObject === stored && known.conflictingObjects == [twin])
            #expect(known.constraintValues as? [String: String] == ["first": "A", "last": "B"])
            #expect(known.databaseSnapshot?["age"] as? Int == 1)
            #expect(known.databaseSnapshot?.keys.sorted() == ["age", "first", "last"])
            #expect(known.conflictingSnapshots.map { $0["age"] as? Int } == [2])
            let new = try #require(list.first { $0.databaseObject == nil })
            #expect(new.databaseSnapshot == nil && Set(new.conflictingObjects) == Set(pair))
            #expect(new.constraintValues as? [String: String] == ["first": "C", "last": "D"])
            let ids = try #require(error?.userInfo[NSInsertedObjectsKey] as? [NSManagedObjectID])
            #expect(Set(ids) == Set((pair + [twin]).map(\.objectID)))
            #expect(context.insertedObjects.count == 3)
            #expect(try stack.context().all("Person").count == 1)
        }
    }

    @Test("SAV-90 UT-5 MOD-73 nil members never collide", arguments: Stack.Kind.allCases)
    func nilMembers(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.people())
        let context = stack.context()
        try context.performAndWait {
            for _ in 1...2 {
                context.insert("Person", ["first": "A"])
                context.insert("Person")
            }
            try context.save()
            context.insert("Person", ["first": "A"])
            try context.save()
            #expect(try context.all("Person").count == 5)
        }
    }

    @Test(
        "SAV-80 SAV-87 two spellings of the same letters are two values: neither gives way to the other's twin",
        arguments: Stack.Kind.allCases)
    func spellings(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.people())
        let context = stack.context(.mergeByPropertyObjectTrump)
        try context.performAndWait {
            for (age, first) in ["\u{E9}", "e\u{301}", "e\u{301}"].enumerated() {
                context.insert("Person", ["first": first, "last": "B", "age": age])
            }
            try context.save()
        }
        let reader = stack.context()
        let people = try reader.performAndWait {
            try reader.all("Person", by: "age").map {
                Array(($0.value(forKey: "first") as? String ?? "").utf8)
            }
        }
        #expect(people == [Array("\u{E9}".utf8), Array("e\u{301}".utf8)])
    }

    @Test("SAV-80 a parent's constraint holds for all entities below it", arguments: Stack.Kind.allCases)
    func inherited(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, Self.people())
        let context = stack.context(.mergeByPropertyObjectTrump)
        try context.performAndWait {
            context.insert("Pupil", ["first": "A", "last": "B", "age": 1, "school": "S"])
            try context.save()
            context.insert("Pupil", ["first": "A", "last": "B", "age": 2])
            try context.save()
            let pupils = try context.all("Person")
            #expect(pupils.map { $0.value(forKey: "age") as? Int } == [2])
            #expect(pupils.map { $0.value(forKey: "school") as? String } == ["S"])
            context.mergePolicy = NSErrorMergePolicy
            context.insert("Person", ["first": "A", "last": "B"])
            #expect(Self.conflicts(context).1.first?.databaseObject?.objectID == pupils[0].objectID)
        }
    }

    @Test(
        "SAV-80 SAV-86 a row and a new object of different entities", arguments: Stack.Kind.allCases,
        [false, true])
    func differentEntities(_ kind: Stack.Kind, _ isPupilNew: Bool) throws {
        let (old, new) = isPupilNew ? ("Person", "Pupil") : ("Pupil", "Person")
        for policy in ConflictRow.policies[1...] {
            let stack = try Stack(kind, Self.people())
            let context = stack.context()
            try context.performAndWait {
                let stored = context.insert(old, ["first": "A", "last": "B", "age": 1])
                try context.save()
                let object = context.insert(new, ["first": "A", "last": "B", "age": 2])
                let conflict = Self.conflicts(context).1.first
                #expect(conflict?.databaseSnapshot?.keys.contains("school") == !isPupilNew)
                #expect(conflict?.conflictingSnapshots.first?.keys.contains("school") == isPupilNew)
                context.mergePolicy = policy
                try context.save()
                let wins = [.mergeByPropertyObjectTrump, .overwrite].contains(policy)
                let people = try context.all("Person")
                #expect(people == [wins ? object : stored] && !context.hasChanges)
                #expect((wins ? stored : object).managedObjectContext == nil)
                let reader = stack.context()
                let found = try reader.performAndWait { try reader.all("Person").map(\.entity.name) }
                #expect(found == [wins ? new : old], "\(policy.mergeType)")
            }
        }
    }

    @Test(
        "SAV-87 UT-3 several new objects: the last one stays where objects win, else the first",
        arguments: Stack.Kind.allCases)
    func severalNew(_ kind: Stack.Kind) throws {
        let table: [(NSMergePolicy, [String])] = [
            (.mergeByPropertyObjectTrump, ["y 3"]), (.mergeByPropertyStoreTrump, ["y 1"]),
            (.overwrite, ["y 3"]), (.rollback, ["y 1"]),
        ]
        for (policy, rows) in table {
            let stack = try Stack(kind)
            let context = stack.context()
            try context.performAndWait {
                let new = (1...3).map { context.insert("Department", ["name": "y", "code": "\($0)"]) }
                let people = new.map { context.insert("Person", ["department": $0]) }
                let (error, list) = Self.conflicts(context)
                #expect(error?.code == 133021 && list.count == 1)
                #expect(
                    list.first?.databaseObject == nil
                        && list.first.map { Set($0.conflictingObjects) } == Set(new))
                context.mergePolicy = policy
                try context.save()
                #expect(new.filter { $0.managedObjectContext != nil }.count == 1 && !context.hasChanges)
                let survivor = try #require(try context.all("Department").first)
                #expect(people.allSatisfy { $0.value(forKey: "department") as? NSManagedObject === survivor })
                #expect(survivor.value(forKey: "employees") as? NSSet == NSSet(array: people))
                let reader = stack.context()
                let count = try reader.performAndWait {
                    try reader.all("Person", "department.name == 'y'").count
                }
                #expect(count == 3)
            }
            #expect(try departments(stack) == rows, "\(policy.mergeType)")
        }
    }

    @Test(
        "SAV-86 what leads to a dropped object leads to the one that stays, in memory too",
        arguments: Stack.Kind.allCases)
    func droppedObject(_ kind: Stack.Kind) throws {
        for policy in [
            NSMergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite, .rollback,
        ] {
            let stack = try Stack(kind)
            let context = stack.context(policy)
            try context.performAndWait {
                let stored = context.insert("Department", ["name": "x", "code": "1"])
                let ada = context.insert("Person", ["firstName": "Ada", "department": stored])
                try context.save()
                let new = context.insert("Department", ["name": "x", "code": "2"])
                let bob = context.insert("Person", ["firstName": "Bob", "department": new])
                try context.save()
                #expect(new.managedObjectContext == nil && stored.managedObjectContext === context)
                #expect(bob.value(forKey: "department") as? NSManagedObject === stored)
                #expect(stored.value(forKey: "employees") as? NSSet == NSSet(array: [ada, bob]))
                let code =
                    policy === NSMergePolicy.mergeByPropertyStoreTrump || policy === NSMergePolicy.rollback
                #expect(stored.value(forKey: "code") as? String == (code ? "1" : "2"))
                #expect(!context.hasChanges && context.registeredObjects.count == 3)
            }
        }
    }

    @Test(
        "PG-79 objects that exchange unique values in one save, or hand them on, are never deleted for each other",
        arguments: Stack.Kind.allCases, [["y", "x"], ["z", "x"]])
    func exchange(_ kind: Stack.Kind, _ names: [String]) throws {
        for policy in [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite] {
            let stack = try Stack(kind)
            let context = stack.context(policy)
            try context.performAndWait {
                let objects = [("x", "1"), ("y", "2")].map {
                    context.insert("Department", ["name": $0.0, "code": $0.1])
                }
                try context.save()
                // The second one first: it takes what the first one still has.
                for index in [1, 0] { objects[index].setValue(names[index], forKey: "name") }
                let (error, _) = Self.conflicts(context)
                #expect(error == nil || error?.code == 133021)
                #expect(objects.map { $0.value(forKey: "name") as? String } == names)
                #expect(objects.allSatisfy { !$0.isDeleted && $0.managedObjectContext != nil })
                let written = ["\(names[0]) 1", "\(names[1]) 2"].sorted()
                #expect(try departments(stack) == (error == nil ? written : ["x 1", "y 2"]))
                if kind == .inMemory { #expect(error == nil) }
            }
        }
    }

    @Test(
        "SAV-86 SAV-89 UT-6 a row that gives way to a changed object: its members move, others hear of it",
        arguments: Stack.Kind.allCases, [false, true])
    func displacedRow(_ kind: Stack.Kind, _ isKnown: Bool) throws {
        for policy in [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite] {
            let stack = try Stack(kind)
            let (context, follower) = (stack.context(policy), stack.context())
            let ids = try context.performAndWait {
                let first = context.insert("Department", ["name": "x", "code": "1"])
                let second = context.insert("Department", ["name": "y", "code": "2"])
                context.insert("Person", ["firstName": "Ada", "department": first])
                try context.save()
                return (first.objectID, second.objectID)
            }
            let seen = try follower.performAndWait { try follower.existingObject(with: ids.0) }
            follower.automaticallyMergesChangesFromParent = true
            try context.performAndWait {
                if !isKnown { context.reset() }
                let second = try context.existingObject(with: ids.1)
                let posted = PostedSave(context)
                second.setValue("x", forKey: "name")
                try context.save()
                #expect(posted.ids(NSDeletedObjectIDsKey) == [ids.0])
                #expect(posted.ids(NSUpdatedObjectIDsKey)?.contains(ids.1) == true)
                #expect(context.registeredObject(for: ids.0) == nil && !context.hasChanges)
                let ada = try #require(try context.all("Person").first)
                #expect(ada.value(forKey: "department") as? NSManagedObject === second)
                #expect((second.value(forKey: "employees") as? NSSet)?.contains(ada) == true)
                #expect(try context.all("Department", "name == 'x'").map(\.objectID) == [ids.1])
            }
            follower.performAndWait { #expect(seen.isDeleted || seen.managedObjectContext == nil) }
            #expect(try departments(stack) == ["x 2"])
            let people = try stack.context().all("Person", "department.code == '2'")
            #expect(people.count == 1)
        }
    }

    @Test("SAV-88 SAV-120 1551 is the code of validation")
    func validationCode() {
        #expect(NSManagedObjectConstraintValidationError == 1551)
    }
}

/// What a context's save posts: IDs.
final class PostedSave {
    // Posted on the test's own thread only.
    private final class Box: @unchecked Sendable { var userInfo: [AnyHashable: Any] = [:] }
    private let box = Box()
    private let token: any NSObjectProtocol

    init(_ context: NSManagedObjectContext) {
        let box = box
        token = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectIDsNotification, object: context, queue: nil
        ) { box.userInfo = $0.userInfo ?? [:] }
    }

    deinit { NotificationCenter.default.removeObserver(token) }

    func ids(_ key: String) -> Set<NSManagedObjectID>? { box.userInfo[key] as? Set<NSManagedObjectID> }
}
