// SPDX-License-Identifier: Apache-2.0
// A child changes what it read a while ago. Its parent, which lets go of objects that nobody holds, reads the object
// again for the child's save: what others have saved meanwhile must not be lost.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Child saves: older rows") struct ChildBaseTests {
    /// A stored row {a: 1, b: 1} that the child has read and the parent does not hold.
    private struct Family {
        let stack: Stack
        let parent: NSManagedObjectContext
        let child = NSManagedObjectContext(.privateQueue)
        let row: NSManagedObject

        init(_ kind: Stack.Kind, _ policy: NSMergePolicy = .error) throws {
            stack = try Stack(kind, ConflictModel.rows())
            parent = stack.context(policy)
            child.parent = parent
            let writer = stack.context()
            try writer.performAndWait {
                _ = try ConflictModel.insertRow(into: writer)
                try writer.save()
            }
            row = try child.performAndWait { [child] in
                let row = try #require(try child.all("Row").first)
                #expect(row.value(forKey: "a") as? Int == 1)
                return row
            }
        }

        func saveElsewhere(_ key: String, _ value: Int) throws {
            let other = stack.context()
            try other.performAndWait {
                try other.all("Row").first?.setValue(value, forKey: key)
                try other.save()
            }
        }

        func saveInChild(_ change: (NSManagedObject) -> Void) throws {
            try child.performAndWait {
                change(row)
                try child.save()
            }
        }

        func saveParent() throws { try parent.performAndWait { try parent.save() } }

        func stored() throws -> [Int?]? {
            let context = stack.context()
            return try context.performAndWait {
                try context.all("Row").first.map { row in
                    ["a", "b"].map { row.value(forKey: $0) as? Int }
                }
            }
        }
    }

    @Test(
        "SAV-31, CTX-127 what others saved after the child read it is a conflict of the root's save",
        arguments: Stack.Kind.allCases)
    func conflict(_ kind: Stack.Kind) throws {
        let family = try Family(kind)
        try family.saveElsewhere("b", 2)
        try family.saveInChild { $0.setValue(3, forKey: "b") }
        let error = #expect(throws: (any Error).self) { try family.saveParent() } as NSError?
        #expect(error?.code == 133020)
        let conflict = (error?.userInfo["conflictList"] as? [NSMergeConflict])?.first
        #expect(conflict?.oldVersionNumber == 1 && conflict?.newVersionNumber == 2)
        #expect(conflict?.objectSnapshot?["b"] as? Int == 3)
        #expect(try family.stored() == [1, 2])
        #expect(family.parent.performAndWait { family.parent.hasChanges })
        // The policy of the root decides.
        family.parent.performAndWait {
            family.parent.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        }
        try family.saveParent()
        #expect(try family.stored() == [1, 3])
    }

    @Test("SAV-52 the child's row is the base of the root's merge policy", arguments: Stack.Kind.allCases)
    func storeTrump(_ kind: Stack.Kind) throws {
        let family = try Family(kind, .mergeByPropertyStoreTrump)
        try family.saveElsewhere("b", 2)
        try family.saveInChild {
            $0.setValue(3, forKey: "b")
            $0.setValue(4, forKey: "a")
        }
        try family.saveParent()
        #expect(try family.stored() == [4, 2])
    }

    @Test("CTX-127 other properties of the object are no conflict", arguments: Stack.Kind.allCases)
    func otherProperty(_ kind: Stack.Kind) throws {
        let family = try Family(kind)
        try family.saveElsewhere("a", 2)
        try family.saveInChild { $0.setValue(3, forKey: "b") }
        try family.saveParent()
        #expect(try family.stored() == [2, 3])
    }

    @Test("CTX-127 what the child itself saved before is no conflict", arguments: Stack.Kind.allCases)
    func ownSave(_ kind: Stack.Kind) throws {
        let family = try Family(kind)
        for value in 3...5 {
            try family.saveInChild { $0.setValue(value, forKey: "b") }
            try family.saveParent()
            family.parent.performAndWait { family.parent.refreshAllObjects() }
        }
        #expect(try family.stored() == [1, 5])
    }

    @Test("SAV-59 a child deletes what others have changed: a conflict", arguments: Stack.Kind.allCases)
    func deletion(_ kind: Stack.Kind) throws {
        let family = try Family(kind)
        try family.saveElsewhere("b", 2)
        try family.saveInChild { family.child.delete($0) }
        let error = #expect(throws: (any Error).self) { try family.saveParent() } as NSError?
        #expect(error?.code == 133020)
        #expect(try family.stored() == [1, 2])
    }

    /// The parent's object, which it holds and which has values.
    private func held(_ family: Family) throws -> NSManagedObject {
        try family.parent.performAndWait {
            let row = try #require(try family.parent.all("Row").first)
            #expect(row.value(forKey: "b") as? Int == 1)
            return row
        }
    }

    @Test(
        "CTX-127 what the parent merged after the child read it is a conflict of the root's save",
        arguments: Stack.Kind.allCases, [false, true])
    func merged(_ kind: Stack.Kind, _ deletes: Bool) throws {
        let family = try Family(kind)
        let held = try held(family)
        try family.saveElsewhere("b", 2)
        family.parent.performAndWait { family.parent.refresh(held, mergeChanges: true) }
        try family.saveInChild { if deletes { family.child.delete($0) } else { $0.setValue(3, forKey: "b") } }
        let error = #expect(throws: (any Error).self) { try family.saveParent() } as NSError?
        #expect(error?.code == 133020)
        #expect(try family.stored() == [1, 2])
        family.parent.performAndWait { family.parent.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump }
        try family.saveParent()
        #expect(try family.stored() == (deletes ? nil : [1, 3]))
    }

    @Test(
        "CTX-127 another property that the parent merged stays beside the child's",
        arguments: Stack.Kind.allCases)
    func mergedOther(_ kind: Stack.Kind) throws {
        let family = try Family(kind)
        let held = try held(family)
        try family.saveElsewhere("a", 2)
        family.parent.performAndWait { family.parent.refresh(held, mergeChanges: true) }
        try family.saveInChild { $0.setValue(3, forKey: "b") }
        try family.saveParent()
        #expect(try family.stored() == [2, 3])
    }

    @Test("CTX-127 over unsaved changes of the parent itself the child wins", arguments: Stack.Kind.allCases)
    func overParent(_ kind: Stack.Kind) throws {
        let family = try Family(kind)
        let held = try held(family)
        try family.saveElsewhere("a", 2)
        family.parent.performAndWait {
            held.setValue(7, forKey: "b")
            family.parent.refresh(held, mergeChanges: true)
        }
        try family.saveInChild { $0.setValue(3, forKey: "b") }
        try family.saveParent()
        #expect(try family.stored() == [2, 3])
    }

    @Test(
        "CTX-127 over what the parent itself has saved the child wins, not over what it merged after that",
        arguments: Stack.Kind.allCases, [false, true])
    func overSavedParent(_ kind: Stack.Kind, _ merges: Bool) throws {
        let family = try Family(kind)
        let held = try held(family)
        family.parent.performAndWait { held.setValue(2, forKey: "b") }
        try family.saveParent()
        if merges {
            try family.saveElsewhere("b", 4)
            family.parent.performAndWait { family.parent.refresh(held, mergeChanges: true) }
        }
        try family.saveInChild { $0.setValue(3, forKey: "b") }
        var error: NSError?
        do { try family.saveParent() } catch let thrown { error = thrown as NSError }
        #expect(error?.code == (merges ? 133020 : nil))
        #expect(try family.stored() == (merges ? [1, 4] : [1, 3]))
    }

    @Test("SAV-31 the same over two contexts", arguments: Stack.Kind.allCases)
    func grandchild(_ kind: Stack.Kind) throws {
        let family = try Family(kind)
        let grandchild = NSManagedObjectContext(.privateQueue)
        grandchild.parent = family.child
        try grandchild.performAndWait {
            let row = try #require(try grandchild.all("Row").first)
            #expect(row.value(forKey: "b") as? Int == 1)
            family.child.performAndWait { family.child.refreshAllObjects() }
            try family.saveElsewhere("b", 2)
            row.setValue(3, forKey: "b")
            try grandchild.save()
        }
        try family.saveInChild { _ in }
        #expect(throws: (any Error).self) { try family.saveParent() }
        #expect(try family.stored() == [1, 2])
    }

    /// How the parent stands when others have deleted the row.
    enum Knowledge: CaseIterable {
        /// The parent holds no object.
        case none
        /// The parent has merged the deletion; its own save is still to come.
        case merged
        /// The parent has met the missing row when a fault fired.
        case met
    }

    @Test(
        "CTX-127 SAV-31 what others deleted after the child read it is a conflict of the root's save, not lost",
        arguments: Stack.Kind.allCases, Knowledge.allCases)
    func deletedElsewhere(_ kind: Stack.Kind, _ knowledge: Knowledge) throws {
        let family = try Family(kind)
        try deleteElsewhere(family, knowledge)
        try family.saveInChild { $0.setValue(3, forKey: "b") }
        let error = #expect(throws: (any Error).self) { try family.saveParent() } as NSError?
        #expect(error?.code == 133020)
        let conflict = (error?.userInfo["conflictList"] as? [NSMergeConflict])?.first
        #expect(conflict?.oldVersionNumber == 1 && conflict?.newVersionNumber == 0)
        #expect(conflict?.objectSnapshot?["b"] as? Int == 3)
        #expect(try family.stored() == nil)
        // The policy of the root decides.
        family.parent.performAndWait {
            family.parent.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        }
        try family.saveParent()
        #expect(try family.stored() == [1, 3])
    }

    @Test(
        "CTX-127 after the conflict a rollback leaves nothing of the child's change",
        arguments: Stack.Kind.allCases, Knowledge.allCases)
    func deletedAndRolledBack(_ kind: Stack.Kind, _ knowledge: Knowledge) throws {
        let family = try Family(kind)
        try deleteElsewhere(family, knowledge)
        try family.saveInChild { $0.setValue(3, forKey: "b") }
        #expect(throws: (any Error).self) { try family.saveParent() }
        family.parent.performAndWait {
            family.parent.rollback()
            #expect(!family.parent.hasChanges)
        }
        try family.saveParent()
        #expect(try family.stored() == nil)
    }

    /// Deletes the row in another context; the parent stands to it as said.
    private func deleteElsewhere(_ family: Family, _ knowledge: Knowledge) throws {
        let parent = family.parent
        let held = try knowledge == .none ? nil : held(family)
        if knowledge == .met { parent.performAndWait { parent.refreshAllObjects() } }
        let other = family.stack.context()
        let id = try other.performAndWait {
            let row = try #require(try other.all("Row").first)
            other.delete(row)
            try other.save()
            return row.objectID
        }
        parent.performAndWait {
            if knowledge == .met { #expect(held?.value(forKey: "b") == nil) }
            guard knowledge == .merged else { return }
            parent.mergeChanges(
                fromContextDidSave: Notification(
                    name: .NSManagedObjectContextDidSave, object: other,
                    userInfo: [NSDeletedObjectIDsKey: Set([id])]))
        }
    }
}
