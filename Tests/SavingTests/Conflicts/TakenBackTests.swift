// SPDX-License-Identifier: Apache-2.0
// What merge policies and delete rules do to objects during a save that fails in the end: nothing of it stays.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Failing saves take back") struct TakenBackTests {
    private enum Refusal: Error { case second }

    @Test(
        "UT-6 SAV-12 a row that gave way is back when the save fails after all",
        arguments: Stack.Kind.allCases,
        [false, true])
    func displacedRow(_ kind: Stack.Kind, _ hasUndo: Bool) throws {
        let stack = try Stack(kind)
        let policy = OwnPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        let (context, other) = (stack.context(policy), stack.context())
        try context.performAndWait {
            let first = context.insert("Department", ["name": "x", "code": "1"])
            let second = context.insert("Department", ["name": "y", "code": "2"])
            let ada = context.insert("Person", ["firstName": "Ada", "department": first])
            try context.save()
            if hasUndo { context.undoManager = UndoManager() }
            let id = second.objectID
            policy.constraints = { _ in
                try other.performAndWait {
                    try other.existingObject(with: id).setValue("3", forKey: "code")
                    try other.save()
                }
                return true
            }
            policy.versions = { _ in throw Refusal.second }
            second.setValue("x", forKey: "name")
            #expect(throws: Refusal.self) { try context.save() }
            #expect(!first.isDeleted && context.deletedObjects.isEmpty && context.updatedObjects == [second])
            #expect(ada.value(forKey: "department") as? NSManagedObject === first && !ada.hasChanges)
            #expect(first.value(forKey: "employees") as? NSSet == NSSet(array: [ada]))
            #expect((second.value(forKey: "employees") as? NSSet)?.count == 0)
            #expect(second.value(forKey: "name") as? String == "x")
            #expect(second.changedValues().keys.sorted() == ["name"])
            (policy.constraints, policy.versions) = (nil, nil)
            try context.save()
            #expect(try context.all("Department").map(ConflictModel.departmentText) == ["x 3"])
            #expect(ada.value(forKey: "department") as? NSManagedObject === second && !context.hasChanges)
        }
    }

    @Test(
        "UT-6 SAV-12 what a policy of the program sets, inserts and deletes goes when the save fails",
        arguments: Stack.Kind.allCases)
    func ownPolicy(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind)
        let policy = OwnPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        let (context, other) = (stack.context(policy), stack.context())
        try context.performAndWait {
            let ada = context.insert("Person", ["firstName": "Ada"])
            let bob = context.insert("Person", ["firstName": "Bob"])
            try context.save()
            let id = ada.objectID
            try other.performAndWait {
                try other.existingObject(with: id).setValue(36, forKey: "age")
                try other.save()
            }
            policy.versions = { _ in
                bob.setValue("Robert", forKey: "firstName")
                context.insert("Department", ["name": "new"])
                context.delete(ada)
                throw Refusal.second
            }
            ada.setValue("Augusta", forKey: "firstName")
            #expect(throws: Refusal.self) { try context.save() }
            #expect(context.insertedObjects.isEmpty && context.deletedObjects.isEmpty)
            #expect(context.updatedObjects == [ada] && ada.value(forKey: "firstName") as? String == "Augusta")
            #expect(bob.value(forKey: "firstName") as? String == "Bob")
            policy.versions = nil
            try context.save()
            #expect(ada.value(forKey: "age") as? Int == 36 && !context.hasChanges)
        }
    }
}
