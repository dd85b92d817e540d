// SPDX-License-Identifier: Apache-2.0
// Texts that Swift's == takes for one, though their bytes differ: a letter with an accent, composed and decomposed.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Texts that look alike") struct SpellingTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"

    private static func bytes(_ note: NSManagedObject?) -> [UInt8] {
        Array((note?.value(forKey: "text") as? String ?? "").utf8)
    }

    /// A context that takes no row from memory.
    private static func reader(_ stack: Stack) -> NSManagedObjectContext {
        let reader = stack.context()
        reader.stalenessInterval = 0
        return reader
    }

    @Test(
        "OBJ-76 another spelling of the same letters is a change, and is saved",
        arguments: Stack.Kind.allCases)
    func saving(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, FixtureModel.notes())
        let context = stack.context()
        let note = context.insert("Note", ["text": Self.composed])
        try context.save()
        note.setValue(Self.composed, forKey: "text")
        #expect(!note.hasPersistentChangedValues && note.changedValues().isEmpty)
        note.setValue(Self.decomposed, forKey: "text")
        #expect(note.hasPersistentChangedValues && Array(note.changedValues().keys) == ["text"])
        try context.save()
        let reader = Self.reader(stack)
        #expect(Self.bytes(try reader.all("Note").first) == Array(Self.decomposed.utf8))
        for text in [Self.composed, Self.decomposed] {
            #expect(try reader.all("Note", "text == '\(text)'").count == 1)
        }
    }

    @Test(
        "SAV-53 another writer's spelling is a change for merge policies too", arguments: Stack.Kind.allCases)
    func merging(_ kind: Stack.Kind) throws {
        let stack = try Stack(kind, FixtureModel.notes())
        let context = stack.context(.mergeByPropertyStoreTrump)
        let note = context.insert("Note", ["text": Self.composed])
        try context.save()
        let other = stack.context()
        try other.all("Note").first?.setValue(Self.decomposed, forKey: "text")
        try other.save()
        note.setValue("mine", forKey: "text")
        note.setValue(7, forKey: "number")
        try context.save()
        let reader = Self.reader(stack)
        let stored = try reader.all("Note").first
        #expect(Self.bytes(stored) == Array(Self.decomposed.utf8))
        #expect(stored?.value(forKey: "number") as? Int == 7)
    }
}
