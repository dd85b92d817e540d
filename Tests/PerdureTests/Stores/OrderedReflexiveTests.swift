// SPDX-License-Identifier: Apache-2.0
// Ordered relationships that are their own inverses: each direction of a pair has a position of its own.

import Foundation
import Perdure
import PerdureSQLite
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Ordered relationships that are their own inverses") struct OrderedReflexiveTests {
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("People.sqlite")
    }

    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Person", .attribute("name"),
                .toMany("friends", "Person", inverse: "friends", isOrdered: true)))
    }

    /// Makes "a" to "d" with friends in an order that no key has.
    private func fill(_ context: NSManagedObjectContext) throws {
        let people = ["a", "b", "c", "d"].map { context.insert("Person", ["name": $0]) }
        people[0].setValue(NSOrderedSet(array: [people[2], people[1], people[3]]), forKey: "friends")
        people[1].setValue(NSOrderedSet(array: [people[3], people[0]]), forKey: "friends")
        try context.save()
        people[3].setValue(NSOrderedSet(array: [people[1], people[0]]), forKey: "friends")
        try context.save()
    }

    private static let filled = ["a: cbd", "b: da", "c: a", "d: ba"]

    /// Each person with the names of the friends, as a new context reads them.
    private func friends(_ stack: Stack, prefetching: Bool = false) throws -> [String] {
        let context = stack.context()
        return try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            if prefetching { request.relationshipKeyPathsForPrefetching = ["friends"] }
            return try context.fetch(request).map { "\(name($0)): \(members($0).map(name).joined())" }
        }
    }

    private func name(_ person: NSManagedObject) -> String { person.value(forKey: "name") as? String ?? "-" }

    private func members(_ person: NSManagedObject) -> [NSManagedObject] {
        (person.value(forKey: "friends") as? NSOrderedSet)?.array as? [NSManagedObject] ?? []
    }

    @Test("MOD-164 both ends of a pair keep their order", arguments: Stack.Kind.allCases, [false, true])
    func order(_ kind: Stack.Kind, prefetching: Bool) throws {
        let stack = try Stack(kind, Self.model())
        let context = stack.context()
        try context.performAndWait { try fill(context) }
        #expect(try friends(stack, prefetching: prefetching) == Self.filled)
        let writer = stack.context()
        try writer.performAndWait {
            let people = try writer.all("Person", nil, by: "name")
            people[0].setValue(NSOrderedSet(array: [people[3], people[2]]), forKey: "friends")
            try writer.save()
        }
        #expect(try friends(stack, prefetching: prefetching) == ["a: dc", "b: d", "c: a", "d: ba"])
        try writer.performAndWait {
            writer.delete(try writer.all("Person", nil, by: "name")[0])
            try writer.save()
        }
        #expect(try friends(stack, prefetching: prefetching) == ["b: d", "c: ", "d: b"])
    }

    private func filledFile() throws {
        let stack = try Stack(at: url, Self.model())
        let context = stack.context()
        try context.performAndWait { try fill(context) }
    }

    private func change(_ statement: String) throws {
        try RawDatabase(url, isReadOnly: false).rows(statement)
    }

    @Test("MOD-164 the join table has a row for each direction, and a column for the member's position")
    func columns() throws {
        try filledFile()
        let database = try RawDatabase(url)
        #expect(
            try database.value("SELECT sql FROM sqlite_master WHERE name = 'Z_1FRIENDS'")
                == "CREATE TABLE Z_1FRIENDS ( Z_1FRIENDS INTEGER, REFLEXIVE INTEGER, Z_FOK_1FRIENDS INTEGER, "
                + "PRIMARY KEY (Z_1FRIENDS, REFLEXIVE) )")
        #expect(try database.value("SELECT COUNT(*) FROM Z_1FRIENDS") == "8")
        let stack = try Stack(at: url, Self.model())
        let schema = stack.coordinator.managedObjectModel.schema
        #expect(try SQLiteStoreChecker.check(path: url.path, schema: schema).isEmpty)
        #expect(try friends(stack) == Self.filled)
    }

    @Test("MOD-164 one row may stand for both directions until an order is written")
    func singleRows() throws {
        try filledFile()
        try change("DELETE FROM Z_1FRIENDS WHERE Z_1FRIENDS > REFLEXIVE")
        let stack = try Stack(at: url, Self.model())
        #expect(try friends(stack).map { String($0.sorted()) } == [" :abcd", " :abd", " :ac", " :abd"])
        let writer = stack.context()
        try writer.performAndWait {
            let people = try writer.all("Person", nil, by: "name")
            people[3].setValue(NSOrderedSet(array: [people[0], people[2], people[1]]), forKey: "friends")
            try writer.save()
        }
        #expect(try friends(stack)[3] == "d: acb" && friends(stack, prefetching: true)[3] == "d: acb")
        #expect(try friends(stack).map { String($0.sorted()) } == [" :abcd", " :abd", " :acd", " :abcd"])
    }

    @Test("MOD-164 a file without a column of positions is read and written without an order")
    func formerFiles() throws {
        try filledFile()
        try change("ALTER TABLE Z_1FRIENDS DROP COLUMN Z_FOK_1FRIENDS")
        try change("DELETE FROM Z_1FRIENDS WHERE Z_1FRIENDS > REFLEXIVE")
        let stack = try Stack(at: url, Self.model())
        let writer = stack.context()
        try writer.performAndWait {
            let people = try writer.all("Person", nil, by: "name")
            people[3].setValue(NSOrderedSet(array: [people[2], people[1]]), forKey: "friends")
            try writer.save()
        }
        #expect(
            try friends(stack).map { String($0.sorted()) } == [" :abc", " :abd", " :acd", " :bcd"])
    }
}
