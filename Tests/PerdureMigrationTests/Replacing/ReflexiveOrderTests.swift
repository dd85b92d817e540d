// SPDX-License-Identifier: Apache-2.0
// Migrations in place of relationships that are their own inverses, and get an order, keep it, or lose it.

import Foundation
import Perdure
import PerdureMigration
import PerdureSQLite
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("Migrations of ordered relationships that are their own inverses") struct ReflexiveOrderTests {
    private let folder: TemporaryFolder
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("People.sqlite")
    }

    /// People, and with `isLater` animals, which change the numbers of entities.
    private static func model(isOrdered: Bool, isLater: Bool = false) -> NSManagedObjectModel {
        let person = EntitySketch(
            "Person", .attribute("name"),
            .toMany("friends", "Person", inverse: "friends", isOrdered: isOrdered))
        return NSManagedObjectModel([person] + (isLater ? [EntitySketch("Animal", .attribute("name"))] : []))
    }

    private func opened<T>(_ model: NSManagedObjectModel, _ body: (NSManagedObjectContext) throws -> T) throws
        -> T
    {
        let stack = try Stack(
            at: url, model,
            options: [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
            ])
        let context = stack.context()
        return try context.performAndWait { try body(context) }
    }

    private func fill(_ context: NSManagedObjectContext, isOrdered: Bool) throws {
        let people = ["a", "b", "c", "d"].map { context.insert("Person", ["name": $0]) }
        let friends = [people[3], people[1], people[2]]
        people[0].setValue(
            isOrdered ? NSOrderedSet(array: friends) : NSSet(array: friends), forKey: "friends")
        try context.save()
    }

    /// Each person with the names of the friends.
    private func friends(_ context: NSManagedObjectContext) throws -> [String] {
        try context.all("Person", nil, by: "name").map { person in
            let value = person.value(forKey: "friends")
            let members = (value as? NSOrderedSet)?.array ?? (value as? NSSet)?.allObjects ?? []
            let names = members.compactMap { ($0 as? NSManagedObject)?.value(forKey: "name") as? String }
            return (value is NSOrderedSet ? names : names.sorted()).joined()
        }
    }

    private func expectSound(_ model: NSManagedObjectModel) throws {
        #expect(try SQLiteStoreChecker.check(path: url.path, schema: model.schema).isEmpty)
    }

    @Test("MIG-52 members that get an order have it at both ends, and keep what a save gives them")
    func gained() throws {
        try opened(Self.model(isOrdered: false)) { try fill($0, isOrdered: false) }
        let model = Self.model(isOrdered: true)
        try opened(model) { context in
            #expect(try friends(context).map { String($0.sorted()) } == ["bcd", "a", "a", "a"])
            let people = try context.all("Person", nil, by: "name")
            people[0].setValue(NSOrderedSet(array: [people[2], people[3], people[1]]), forKey: "friends")
            people[3].setValue(NSOrderedSet(array: [people[2], people[0]]), forKey: "friends")
            try context.save()
        }
        #expect(try opened(model, friends) == ["cdb", "a", "ad", "ca"])
        try expectSound(model)
    }

    @Test("MIG-52 an order stays where other entities come")
    func kept() throws {
        try opened(Self.model(isOrdered: true)) { try fill($0, isOrdered: true) }
        let model = Self.model(isOrdered: true, isLater: true)
        #expect(try opened(model, friends) == ["dbc", "a", "a", "a"])
        try expectSound(model)
    }

    @Test("MIG-52 a file without places gets them with the next migration")
    func former() throws {
        try opened(Self.model(isOrdered: true)) { try fill($0, isOrdered: true) }
        for statement in [
            "ALTER TABLE Z_1FRIENDS DROP COLUMN Z_FOK_1FRIENDS",
            "DELETE FROM Z_1FRIENDS WHERE Z_1FRIENDS > REFLEXIVE",
        ] { try RawDatabase(url, isReadOnly: false).rows(statement) }
        let model = Self.model(isOrdered: true, isLater: true)
        try opened(model) { context in
            #expect(try friends(context).map { String($0.sorted()) } == ["bcd", "a", "a", "a"])
            let people = try context.all("Person", nil, by: "name")
            people[0].setValue(NSOrderedSet(array: [people[3], people[1], people[2]]), forKey: "friends")
            try context.save()
        }
        #expect(try opened(model, friends) == ["dbc", "a", "a", "a"])
        try expectSound(model)
    }

    @Test("MIG-52 members that lose their order stay at both ends, and a removed pair goes at both")
    func lost() throws {
        try opened(Self.model(isOrdered: true)) { try fill($0, isOrdered: true) }
        let model = Self.model(isOrdered: false)
        try opened(model) { context in
            #expect(try friends(context) == ["bcd", "a", "a", "a"])
            let people = try context.all("Person", nil, by: "name")
            people[0].mutableSetValue(forKey: "friends").remove(people[1])
            try context.save()
        }
        #expect(try opened(model, friends) == ["cd", "", "a", "a"])
        try expectSound(model)
    }
}
