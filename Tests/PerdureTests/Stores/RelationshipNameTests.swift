// SPDX-License-Identifier: Apache-2.0
// Many-to-many relationships whose names differ by case only: their tables and columns have numbers in a file.

import Foundation
import Perdure
import PerdureSQLite
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Names of relationships in files") struct RelationshipNameTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func notes() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Note", .attribute("text"), .toMany("sharedWith", "Person", inverse: "sharedNotes"),
                .toMany("sharedwith", "Person", inverse: "sharednotes", isOrdered: true)),
            EntitySketch(
                "Person", .attribute("name"), .toMany("sharedNotes", "Note", inverse: "sharedWith"),
                .toMany("sharednotes", "Note", inverse: "sharedwith")))
    }

    private static func people() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Person", .attribute("name"), .toMany("likedBy", "Person", inverse: "likedby"),
                .toMany("likedby", "Person", inverse: "likedBy")))
    }

    /// Writes a store, opens it anew, and gives a context of it.
    private func reopened(
        _ url: URL, _ model: () -> NSManagedObjectModel, _ fill: (NSManagedObjectContext) -> Void
    ) throws -> Stack {
        do {
            let stack = try Stack(at: url, model())
            let context = stack.context()
            try context.performAndWait {
                fill(context)
                try context.save()
            }
        }
        return try Stack(at: url, model())
    }

    private func names(_ object: NSManagedObject?, _ key: String) -> [String] {
        let members = object?.value(forKey: key)
        let list = (members as? NSOrderedSet)?.array ?? (members as? NSSet)?.allObjects ?? []
        let names = list.compactMap { ($0 as? NSManagedObject)?.value(forKey: "name") as? String }
        return members is NSOrderedSet ? names : names.sorted()
    }

    @Test("MOD-164 many-to-many relationships whose names differ by case only have tables of their own")
    func tables() throws {
        let stack = try reopened(folder.file("Notes.sqlite"), Self.notes) { context in
            let people = ["a", "b", "c"].map { context.insert("Person", ["name": $0]) }
            context.insert(
                "Note",
                [
                    "text": "n", "sharedWith": NSSet(array: [people[0]]),
                    "sharedwith": NSOrderedSet(array: [people[2], people[1]]),
                ])
        }
        let context = stack.context()
        try context.performAndWait {
            let note = try context.all("Note").first
            #expect(names(note, "sharedWith") == ["a"])
            #expect(names(note, "sharedwith") == ["c", "b"])
        }
    }

    @Test("MOD-164 the ends of one relationship may have names that differ by case only")
    func ends() throws {
        let url = folder.file("People.sqlite")
        let stack = try reopened(url, Self.people) { context in
            let people = ["a", "b", "c"].map { context.insert("Person", ["name": $0]) }
            people[0].setValue(NSSet(array: Array(people[1...])), forKey: "likedBy")
        }
        let context = stack.context()
        try context.performAndWait {
            let people = try context.all("Person", nil, by: "name")
            #expect(people.map { names($0, "likedBy") } == [["b", "c"], [], []])
            #expect(people.map { names($0, "likedby") } == [[], ["a"], ["a"]])
        }
        let schema = stack.coordinator.managedObjectModel.schema
        #expect(try SQLiteStoreChecker.check(path: url.path, schema: schema).isEmpty)
    }
}
