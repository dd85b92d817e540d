// SPDX-License-Identifier: Apache-2.0
// Undo of saved deletions, and insertions of saved deletions, where nobody has read a to-one relationship: no rule and no
// inverse reads it, so a key is all that is known of its destination.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Undo of references that nobody read")
struct UndoReferenceTests {
    /// A note with a tag at one of its relationships, saved; all that is read of the note is its title.
    private struct Case {
        let stack: Stack
        let context: NSManagedObjectContext
        let other: NSManagedObjectContext
        let note: NSManagedObject
        let tag: NSManagedObject
        let key: String

        init(_ kind: Stack.Kind, _ key: String) throws {
            self.key = key
            stack = try Stack(
                kind,
                NSManagedObjectModel(
                    EntitySketch(
                        "Note", .attribute("title"), .toOne("tag", "Tag"),
                        .toOne("label", "Tag", rule: .noActionDeleteRule),
                        .toOne("mark", "Tag", inverse: "notes", rule: .noActionDeleteRule)),
                    EntitySketch(
                        "Tag", .attribute("name"),
                        .toMany("notes", "Note", inverse: "mark", rule: .noActionDeleteRule))))
            (context, other) = (stack.context(), stack.context())
            tag = context.insert("Tag", ["name": "t"])
            note = context.insert("Note", ["title": "n", key: tag])
            try context.save()
            context.refreshAllObjects()
            let manager = UndoManager()
            manager.groupsByEvent = false
            context.undoManager = manager
            _ = note.text("title")
        }

        /// Deletes the tag in this context, or in another one.
        func deleteTag(_ isOwn: Bool) throws {
            let (deleter, doomed) =
                try isOwn ? (context, tag) : (other, other.existingObject(with: tag.objectID))
            deleter.withoutUndo { deleter.delete(doomed) }
            try deleter.save()
        }

        /// The name of the stored note's tag; nil if the note leads nowhere.
        func storedTag() throws -> String? {
            let reader = stack.context()
            let note = try #require(try reader.all("Note").first)
            return note.object(key).map { $0.text("name") ?? "no row" }
        }
    }

    static let keys = ["tag", "label", "mark"]

    @Test(
        "CTX-68 OBJ-163 a note and its tag are deleted together, and lead to each other when both come back",
        arguments: Stack.Kind.allCases, keys)
    func together(_ kind: Stack.Kind, _ key: String) throws {
        let made = try Case(kind, key)
        made.context.delete(made.note)
        made.context.delete(made.tag)
        try made.context.save()
        made.context.undo()
        try made.context.save()
        #expect(made.note.object(key) === made.tag && made.tag.text("name") == "t")
        #expect(try made.storedTag() == "t")
    }

    @Test(
        "PRG-39 CTX-68 a note comes back without the tag that was deleted meanwhile",
        arguments: Stack.Kind.allCases, keys)
    func alone(_ kind: Stack.Kind, _ key: String) throws {
        for isOwn in [true, false] {
            let made = try Case(kind, key)
            made.context.delete(made.note)
            try made.context.save()
            try made.deleteTag(isOwn)
            made.context.undo()
            #expect(made.note.isInserted)
            try made.context.save()
            #expect(try made.note.object(key) == nil && made.storedTag() == nil)
        }
    }

    @Test(
        "PRG-39 OBJ-160 so does a note that the program inserts again", arguments: Stack.Kind.allCases, keys)
    func inserted(_ kind: Stack.Kind, _ key: String) throws {
        for (isDeleted, isOwn) in [(false, false), (true, true), (true, false)] {
            let made = try Case(kind, key)
            made.context.undoManager = nil
            made.context.delete(made.note)
            try made.context.save()
            if isDeleted { try made.deleteTag(isOwn) }
            made.context.insert(made.note)
            try made.context.save()
            #expect(try made.storedTag() == (isDeleted ? nil : "t"))
        }
    }

    @Test(
        "PRG-39 a tag whose deletion is pending, as a merge tells, is none to come back to",
        arguments: Stack.Kind.allCases)
    func merged(_ kind: Stack.Kind) throws {
        let made = try Case(kind, "label")
        made.context.delete(made.note)
        try made.context.save()
        let notice = SaveNotice(made.other)
        try made.deleteTag(false)
        made.context.mergeChanges(fromContextDidSave: try #require(notice.objects))
        #expect(made.tag.isDeleted)
        made.context.undo()
        #expect(made.note.isInserted && made.note.object("label") == nil)
        try made.context.save()
        #expect(try made.storedTag() == nil)
    }

    @Test(
        "CTX-66 PRG-32 a saved insertion that was undone as a fault comes back with its values",
        arguments: Stack.Kind.allCases)
    func undoneFault(_ kind: Stack.Kind) throws {
        let made = try Case(kind, "tag")
        let note = made.context.insert("Note", ["title": "new"])
        try made.context.save()
        made.context.refreshAllObjects()
        made.context.undo()
        #expect(note.isDeleted)
        try made.context.save()
        made.context.redo()
        #expect(note.isInserted && note.text("title") == "new")
        try made.context.save()
        let reader = made.stack.context()
        #expect(try reader.all("Note", by: "title").map { $0.text("title") } == ["n", "new"])
    }
}
