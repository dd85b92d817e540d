// SPDX-License-Identifier: Apache-2.0
// A child goes on changing what its parent has saved with other values than the child's, and does not hold any more: nobody else
// has written, so there is no conflict.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Counts its saves, in each context, without announcement.
final class CountedNote: NSManagedObject {
    override func willSave() {
        super.willSave()
        if !isDeleted { setPrimitiveValue((value(forKey: "number") as? Int ?? 0) + 1, forKey: "number") }
    }
}

@Suite("Child saves: rows that the parent wrote") struct ChildOwnSaveTests {
    private struct Family {
        let stack: Stack
        let root: NSManagedObjectContext
        let child = NSManagedObjectContext(.privateQueue)
        let reader: NSManagedObjectContext

        init(_ kind: Stack.Kind, _ model: NSManagedObjectModel) throws {
            stack = try Stack(kind, model)
            (root, reader) = (stack.context(), stack.context())
            child.parent = root
        }

        /// A root that holds no objects, and a child that has read the one note.
        ///
        /// - Parameters:
        ///   - kind: the kind of store.
        ///   - merging: whether the note has a counter "stars" that merges.
        /// - Returns: the contexts, and the child's note.
        /// - Throws: the error of the store.
        static func counted(_ kind: Stack.Kind, merging: Bool = false) throws -> (Family, NSManagedObject) {
            let model = FixtureModel.notes()
            model.entitiesByName["Note"]?.managedObjectClassName = String(reflecting: CountedNote.self)
            let stars = MergeableAttributeDescription(.counter)
            stars.name = "stars"
            stars.defaultValue = 0
            if merging { model.entitiesByName["Note"]?.properties.append(stars) }
            let family = try Family(kind, model)
            family.reader.insert("Note", ["text": "first"])
            try family.reader.save()
            let note = try #require(try family.child.all("Note").first)
            #expect(note.value(forKey: "text") as? String == "first")
            return (family, note)
        }

        func save() throws {
            try child.save()
            try root.save()
        }

        func texts() throws -> [String?] {
            reader.reset()
            return try reader.all("Note").map { $0.value(forKey: "text") as? String }
        }

        /// Writes the note in another context, and reads nothing here.
        func saveElsewhere(_ text: String) throws {
            let other = stack.context()
            try other.all("Note").first?.setValue(text, forKey: "text")
            try other.save()
        }
    }

    @Test(
        "CTX-127 what the root's own hooks wrote is no conflict for the child's next change",
        arguments: Stack.Kind.allCases)
    func hooks(_ kind: Stack.Kind) throws {
        let (family, note) = try Family.counted(kind)
        for text in ["a", "b", "c"] {
            note.setValue(text, forKey: "text")
            try family.save()
            #expect(family.root.registeredObjects.isEmpty)
        }
        #expect(try family.texts() == ["c"])
        family.child.delete(note)
        try family.save()
        #expect(try family.texts().isEmpty)
    }

    @Test(
        "CTX-127 nor is it while the root holds the object, and has refreshed or forgotten it",
        arguments: Stack.Kind.allCases, [false, true])
    func refreshed(_ kind: Stack.Kind, _ resets: Bool) throws {
        let (family, note) = try Family.counted(kind)
        let held = try family.root.existingObject(with: note.objectID)
        for text in ["a", "b", "c"] {
            note.setValue(text, forKey: "text")
            try family.save()
            if resets { family.root.reset() } else { family.root.refresh(held, mergeChanges: true) }
        }
        #expect(try family.texts() == ["c"])
    }

    @Test(
        "CTX-127 MRG-94 nor where the object has attributes that merge",
        arguments: Stack.Kind.allCases)
    func merging(_ kind: Stack.Kind) throws {
        let (family, note) = try Family.counted(kind, merging: true)
        for text in ["a", "b", "c"] {
            note.setValue(text, forKey: "text")
            try note.apply(.increment(by: 1), forKey: "stars")
            try family.save()
        }
        #expect(try family.texts() == ["c"])
        #expect(try family.reader.all("Note").first?.value(forKey: "stars") as? Int == 3)
    }

    @Test(
        "CTX-127 what others saved after the root's own save is still a conflict",
        arguments: Stack.Kind.allCases, [false, true])
    func others(_ kind: Stack.Kind, _ merging: Bool) throws {
        let (family, note) = try Family.counted(kind, merging: merging)
        note.setValue("a", forKey: "text")
        try family.save()
        try family.saveElsewhere("theirs")
        note.setValue("b", forKey: "text")
        try family.child.save()
        let error = #expect(throws: (any Error).self) { try family.root.save() } as NSError?
        #expect(error?.code == 133020)
        #expect(try family.texts() == ["theirs"])
        family.root.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try family.root.save()
        #expect(try family.texts() == ["b"])
    }

    @Test(
        "CTX-127 CTX-126 nor is a reference that the child made to an object that was new then",
        arguments: Stack.Kind.allCases, [false, true])
    func temporaryReference(_ kind: Stack.Kind, _ othersWrite: Bool) throws {
        let family = try Family(kind, FixtureModel.scenarios())
        let sales = family.child.insert("Department", ["name": "Sales"])
        let person = family.child.insert("Person", ["firstName": "Ada", "department": sales])
        try family.save()
        family.root.reset()
        if othersWrite {
            try family.reader.all("Person").first?.setValue(7, forKey: "age")
            try family.reader.save()
        }
        let research = family.child.insert("Department", ["name": "Research"])
        person.setValue(research, forKey: "department")
        try family.save()
        family.reader.reset()
        let stored = try #require(try family.reader.all("Person", "department.name == 'Research'").first)
        #expect(stored.value(forKey: "age") as? Int == (othersWrite ? 7 : 0))
        #expect(try family.reader.all("Department", "name == 'Sales' AND employees.@count == 0").count == 1)
    }
}
