// SPDX-License-Identifier: Apache-2.0
// Saves of child contexts: what runs where, and that a failing one leaves the parent as it was.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A row that notes its hooks and fails in the parent on demand.
final class ChildRow: NSManagedObject {
    private var isInParent: Bool { managedObjectContext?.name == "parent" }
    private var place: String { managedObjectContext?.name ?? "none" }

    private func note(_ hook: String) {
        guard let trace = ChildTrace.of(managedObjectContext) else { return }
        trace.lines.append("\(hook) \(place)")
        // An exception, as on Apple's systems: the key is unknown.
        if isInParent, trace.failingHook == hook { setValue(1, forKey: "nothing") }
    }

    override func awakeFromInsert() {
        super.awakeFromInsert()
        note("awakeFromInsert")
    }

    override func prepareForDeletion() {
        super.prepareForDeletion()
        note("prepareForDeletion")
    }

    override func didChangeValue(forKey key: String) {
        super.didChangeValue(forKey: key)
        if key == "b" { note("didChangeValue") }
    }

    override func willSave() {
        super.willSave()
        note("willSave")
    }

    override func didSave() {
        super.didSave()
        note("didSave")
    }

    override func validateForUpdate() throws {
        try super.validateForUpdate()
        note("validate")
        if value(forKey: "b") as? Int == 13 { throw CocoaError(.validationNumberTooLarge) }
    }
}

/// What a parent and its child share: the user info of their contexts holds it.
final class ChildTrace {
    var lines: [String] = []
    var failingHook: String?

    static func of(_ context: NSManagedObjectContext?) -> ChildTrace? {
        context?.userInfo["trace"] as? ChildTrace
    }
}

@Suite("Child saves") struct ChildSaveTests {
    /// A parent with a saved row, and a child.
    private struct Family {
        let stack: Stack
        let parent: NSManagedObjectContext
        let child: NSManagedObjectContext
        let row: NSManagedObject
        let trace = ChildTrace()

        init(_ kind: Stack.Kind) throws {
            stack = try Stack(kind, ConflictModel.rows(ChildRow.self))
            parent = stack.context()
            row = try ConflictModel.insertRow(into: parent)
            child = NSManagedObjectContext(.privateQueue)
            child.parent = parent
            for (context, name) in [(parent, "parent"), (child, "child")] {
                context.name = name
                context.userInfo["trace"] = trace
            }
        }

        func twin() throws -> NSManagedObject { try child.existingObject(with: row.objectID) }

        func stored() throws -> String {
            let reader = stack.context()
            return try reader.performAndWait { ConflictModel.text(try reader.all("Row").first) }
        }
    }

    @Test(
        "SAV-100 SAV-101 hooks and validation run in the child, and again at the parent's own save",
        arguments: Stack.Kind.allCases)
    func steps(_ kind: Stack.Kind) throws {
        let family = try Family(kind)
        let twin = try family.twin()
        twin.setValue(2, forKey: "a")
        twin.setValue(7, forKey: "t")
        let changes = PostCount(.NSManagedObjectContextObjectsDidChange, of: family.parent)
        let saves = PostCount(.NSManagedObjectContextDidSave, of: family.parent)
        try family.child.save()
        #expect(family.trace.lines == ["willSave child", "validate child", "didSave child"])
        #expect(changes.value == 1 && saves.value == 0)
        #expect(!family.child.hasChanges && family.parent.updatedObjects == [family.row])
        #expect(try family.stored() == "" && ConflictModel.text(family.row) == "a=2")
        // SAV-102: the transient came along.
        #expect(family.row.value(forKey: "t") as? Int == 7)
        family.trace.lines = []
        try family.parent.save()
        #expect(family.trace.lines == ["willSave parent", "validate parent", "didSave parent"])
        #expect(try family.stored() == "a=2")
    }

    @Test("SAV-100 new objects keep temporary IDs until the parent is saved", arguments: Stack.Kind.allCases)
    func identifiers(_ kind: Stack.Kind) throws {
        let family = try Family(kind)
        let new = family.child.insert("Kid", ["name": "k"])
        try family.child.save()
        #expect(new.objectID.isTemporaryID && family.parent.insertedObjects.count == 1)
        #expect(try family.stack.context().all("Kid").isEmpty)
        try family.parent.save()
        #expect(try family.stack.context().all("Kid").count == 1)
    }

    @Test("SAV-101 the parent validates what it was given once more", arguments: Stack.Kind.allCases)
    func validation(_ kind: Stack.Kind) throws {
        let family = try Family(kind)
        try family.twin().setValue(12, forKey: "b")
        try family.child.save()
        family.row.setValue(13, forKey: "b")
        let error = #expect(throws: CocoaError.self) { try family.parent.save() }
        #expect(error?.code == .validationNumberTooLarge && family.parent.hasChanges)
        try family.twin().setValue(13, forKey: "b")
        #expect(throws: CocoaError.self) { try family.child.save() }
        #expect(family.child.hasChanges)
    }

    @Test(
        "SAV-103 whatever fails in the parent leaves it as it was, and the child can save again",
        arguments: ["awakeFromInsert", "didChangeValue", "prepareForDeletion"], Stack.Kind.allCases)
    func failure(_ hook: String, _ kind: Stack.Kind) throws {
        let family = try Family(kind)
        let (parent, child) = (family.parent, family.child)
        let doomed = parent.insert("Row", ["a": 5])
        let unsaved = parent.insert("Row", ["a": 6])
        try parent.obtainPermanentIDs(for: [unsaved])
        parent.delete(unsaved)
        try parent.save()
        let dirty = parent.insert("Tag", ["name": "dirty"])
        let place = try #require(try parent.all("Place", "name == 'd2'").first)
        place.setValue("d2", forKey: "name")
        parent.processPendingChanges()
        let before = State(parent)
        let twin = try family.twin()
        for word in ["a=2", "b=3", "r=d2", "+tags:t2", "-tags:t1", "+steps:s3", "+kids:k1"] {
            try ConflictDeed(word).carryOut(on: twin, in: child)
        }
        child.insert("Row", ["a": 8, "b": 8])
        try child.delete(child.existingObject(with: doomed.objectID))
        try child.delete(child.existingObject(with: dirty.objectID))
        family.trace.failingHook = hook
        let changes = PostCount(.NSManagedObjectContextObjectsDidChange, of: parent)
        #expect(throws: CoreDataException.self) { try child.save() }
        #expect(State(parent) == before && changes.value == 0)
        #expect(ConflictModel.text(family.row) == "" && !family.row.hasChanges)
        #expect(!doomed.isDeleted && dirty.isInserted && dirty.managedObjectContext === parent)
        #expect(dirty.value(forKey: "name") as? String == "dirty" && child.hasChanges)
        family.trace.failingHook = nil
        try child.save()
        #expect(!child.hasChanges && changes.value == 1)
        try parent.save()
        let reader = family.stack.context()
        try reader.performAndWait {
            let rows = try reader.all("Row", by: "a")
            #expect(rows.map { $0.value(forKey: "a") as? Int } == [2, 8])
            #expect(ConflictModel.text(rows[0]) == "a=2 b=3 r=d2 kids=k1 tags=t2 steps=s1,s3")
            #expect(try reader.all("Tag").count == 3)
        }
    }

    @Test(
        "SAV-103 CTX-203 a save that fails in a handler of the parent keeps what the handler has changed",
        arguments: Stack.Kind.allCases)
    func failureInHandler(_ kind: Stack.Kind) throws {
        let family = try Family(kind)
        let (parent, child) = (family.parent, family.child)
        nonisolated(unsafe) let place = try #require(try parent.all("Place", "name == 'd2'").first)
        try family.twin().setValue(3, forKey: "b")
        family.trace.failingHook = "didChangeValue"
        nonisolated(unsafe) var calls = 0
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: parent, queue: nil
        ) { _ in
            calls += 1
            guard calls == 1 else { return }
            place.setValue("d9", forKey: "name")
            #expect(throws: CoreDataException.self) { try child.save() }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        parent.insert("Tag", ["name": "new"])
        parent.processPendingChanges()
        #expect(place.value(forKey: "name") as? String == "d9" && parent.updatedObjects == [place])
        #expect(calls == 2 && child.hasChanges && !family.row.hasChanges)
    }

    /// The sets of a context.
    private struct State: Equatable {
        let inserted: Set<NSManagedObject>
        let updated: Set<NSManagedObject>
        let deleted: Set<NSManagedObject>

        init(_ context: NSManagedObjectContext) {
            inserted = context.insertedObjects
            updated = context.updatedObjects
            deleted = context.deletedObjects
        }
    }

    @Test(
        "SAV-103 a store that cannot be read stops a child's save before anything is applied",
        arguments: Stack.Kind.allCases)
    func lostStore(_ kind: Stack.Kind) throws {
        let family = try Family(kind)
        let twin = try family.twin()
        twin.setValue(2, forKey: "a")
        try family.child.all("Tag", "name == 't2'").first?.setValue("t9", forKey: "name")
        family.parent.refreshAllObjects()
        try family.stack.coordinator.remove(family.stack.store)
        #expect(throws: (any Error).self) { try family.child.save() }
        #expect(family.parent.updatedObjects.isEmpty && family.child.hasChanges)
    }
}
