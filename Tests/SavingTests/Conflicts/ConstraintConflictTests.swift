// SPDX-License-Identifier: Apache-2.0
// The table of uniqueness constraints (08-save-and-conflicts.md, section 11).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite struct ConstraintConflictTests {
    private func departments(_ stack: Stack) throws -> [String] {
        let context = stack.context()
        return try context.performAndWait {
            try context.all("Department").map {
                "\($0.value(forKey: "name") as? String ?? "-") \($0.value(forKey: "code") as? String ?? "-")"
            }.sorted()
        }
    }

    /// A stack with the department x, code 1, and one employee.
    private func stack(_ kind: Stack.Kind) throws -> (Stack, NSManagedObjectID) {
        let stack = try Stack(kind)
        let context = stack.context()
        let id = try context.performAndWait {
            let x = context.insert("Department", ["name": "x", "code": "1"])
            context.insert("Person", ["firstName": "Ada", "department": x])
            try context.save()
            return x.objectID
        }
        return (stack, id)
    }

    @Test("UT-1 error policy: 133021 with the conflict", arguments: Stack.Kind.allCases)
    func error(_ kind: Stack.Kind) throws {
        let (stack, id) = try stack(kind)
        let context = stack.context()
        try context.performAndWait {
            let new = context.insert("Department", ["name": "x", "code": "2"])
            let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
            #expect(error?.code == 133021)
            let list = try #require(error?.userInfo["conflictList"] as? [NSConstraintConflict])
            let conflict = try #require(list.first)
            #expect(conflict.constraint == ["name"])
            #expect(conflict.constraintValues["name"] as? String == "x")
            #expect(conflict.databaseObject?.objectID == id)
            #expect(conflict.databaseSnapshot?["code"] as? String == "1")
            #expect(conflict.conflictingObjects == [new])
            #expect(conflict.conflictingSnapshots.first?["code"] as? String == "2")
        }
        #expect(try departments(stack) == ["x 1"])
    }

    static let newObjects: [(NSMergePolicyType, String?, String)] = [
        (.mergeByPropertyObjectTrumpMergePolicyType, "2", "x 2"),
        (.mergeByPropertyObjectTrumpMergePolicyType, nil, "x 1"),
        (.mergeByPropertyStoreTrumpMergePolicyType, "2", "x 1"),
        (.mergeByPropertyStoreTrumpMergePolicyType, nil, "x 1"),
        (.overwriteMergePolicyType, "2", "x 2"), (.overwriteMergePolicyType, nil, "x -"),
        (.rollbackMergePolicyType, "2", "x 1"),
    ]

    @Test(
        "UT-1, UT-2, SAV-150, SAV-151 a new object takes the stored one's place",
        arguments: newObjects)
    func newObject(_ type: NSMergePolicyType, _ code: String?, _ expected: String) throws {
        for kind in Stack.Kind.allCases {
            for isKnown in [false, true] {
                let (stack, id) = try stack(kind)
                let context = stack.context(NSMergePolicy(merge: type))
                try context.performAndWait {
                    let known = isKnown ? try context.all("Department").first : nil
                    let new = context.insert("Department", ["name": "x", "code": code])
                    context.insert("Person", ["firstName": "Bob", "department": new])
                    try context.save()
                    #expect(!context.hasChanges)
                    #expect(try context.all("Department").map(\.objectID) == [id])
                    if isKnown { #expect(known?.objectID == id) }
                    try context.save()
                }
                #expect(try departments(stack) == [expected], "\(kind) \(isKnown)")
                let other = stack.context()
                try other.performAndWait {
                    let people = try other.all("Person", "department.name == 'x'", by: "firstName")
                    #expect(people.map { $0.value(forKey: "firstName") as? String } == ["Ada", "Bob"])
                }
            }
        }
    }

    @Test("UT-3 two new objects with equal values: one stays, or 133021 without a database object")
    func twoNew() throws {
        let stack = try Stack()
        let context = stack.context()
        try context.performAndWait {
            for code in ["1", "2"] { context.insert("Department", ["name": "y", "code": code]) }
            let error = #expect(throws: (any Error).self) { try context.save() } as NSError?
            let list = error?.userInfo["conflictList"] as? [NSConstraintConflict]
            #expect(error?.code == 133021 && list?.count == 1)
            #expect(list?.first?.databaseObject == nil)
            #expect(list?.first?.conflictingObjects.isEmpty == false)
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.save()
            #expect(!context.hasChanges)
        }
        #expect(try departments(stack).count == 1)
    }

    @Test(
        "UT-4 a value that another object gives up in the same save is free", arguments: Stack.Kind.allCases)
    func renaming(_ kind: Stack.Kind) throws {
        let (stack, _) = try stack(kind)
        let context = stack.context()
        try context.performAndWait {
            try context.all("Department").first?.setValue("z", forKey: "name")
            context.insert("Department", ["name": "x", "code": "2"])
            try context.save()
        }
        #expect(try departments(stack) == ["x 2", "z 1"])
    }

    @Test("UT-6 a changed object that takes a used value", arguments: Stack.Kind.allCases)
    func changedObject(_ kind: Stack.Kind) throws {
        let expected: [(NSMergePolicy, [String])] = [
            (.mergeByPropertyObjectTrump, ["x 2"]), (.mergeByPropertyStoreTrump, ["x 1", "y 2"]),
            (.rollback, ["x 1", "y 2"]),
        ]
        for (policy, rows) in expected {
            let (stack, _) = try stack(kind)
            let context = stack.context(policy)
            try context.performAndWait {
                let second = context.insert("Department", ["name": "y", "code": "2"])
                try context.save()
                second.setValue("x", forKey: "name")
                try context.save()
                #expect(!context.hasChanges)
            }
            #expect(try departments(stack) == rows, "\(policy.mergeType)")
        }
    }
}
