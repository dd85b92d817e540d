// SPDX-License-Identifier: Apache-2.0
// A store with values of all types and relationships of all kinds, for exports, imports and comparisons.

import Foundation
import Perdure
import PerdureTestSupport

/// People, employees among them, with books and teams.
final class ExchangeSample {
    let folder: TemporaryFolder
    let url: URL
    var path: String { url.path }
    var model: String { folder.file("Library.mom").path }

    /// Texts that tables and spreadsheets treat in ways of their own.
    static let texts = [
        "", " ", "=1+1", "'=1", "''", "a,b;\"c\"\r\nd", "-", "@x", "null", "Réd \u{1F600}\u{202E}",
    ]

    init() throws {
        folder = try TemporaryFolder()
        url = folder.file("Library.sqlite")
        try Self.description().write(compiledTo: folder.file("Library.mom"))
        let stack = try Stack(at: url, Self.description())
        let context = stack.context()
        try context.performAndWait {
            let people = Self.texts.indices.map { Self.person($0, context) }
            for (index, person) in people.enumerated() where index > 0 {
                person.setValue(people[index - 1], forKey: "boss")
                person.mutableSetValue(forKey: "friends").add(people[0])
            }
            let books = (0..<4).map { context.insert("Book", ["title": "Book \($0)"]) }
            people[0].setValue(NSOrderedSet(array: books.reversed()), forKey: "books")
            let team = context.insert("Team", ["name": "All"])
            team.setValue(NSOrderedSet(array: people.reversed()), forKey: "people")
            try context.save()
        }
    }

    static func description() -> NSManagedObjectModel {
        let person = EntitySketch(
            "Person", unique: [["email"]], .attribute("email", isOptional: false), .attribute("note"),
            .attribute("age", .integer16AttributeType), .attribute("big", .integer64AttributeType),
            .attribute("seen", .dateAttributeType), .attribute("key", .UUIDAttributeType),
            .attribute("page", .URIAttributeType), .attribute("amount", .decimalAttributeType),
            .attribute("ratio", .doubleAttributeType), .attribute("part", .floatAttributeType),
            .attribute("isActive", .booleanAttributeType), .attribute("photo", .binaryDataAttributeType),
            .attribute("style", .transformableAttributeType),
            .derived("bookCount", .integer64AttributeType, "books.@count"),
            .toMany("books", "Book", inverse: "owner", isOrdered: true),
            .toMany("teams", "Team", inverse: "people"), .toMany("friends", "Person", inverse: "friends"),
            .toOne("boss", "Person", inverse: "reports"), .toMany("reports", "Person", inverse: "boss"))
        let model = NSManagedObjectModel(
            person, EntitySketch("Employee", parent: "Person", .attribute("salary", .integer64AttributeType)),
            EntitySketch("Book", .attribute("title"), .toOne("owner", "Person", inverse: "books")),
            EntitySketch(
                "Team", unique: [["name"]], .attribute("name"),
                .toMany("people", "Person", inverse: "teams", isOrdered: true)))
        let (address, city) = (NSCompositeAttributeDescription(), NSAttributeDescription())
        (address.name, address.isOptional) = ("address", true)
        (city.name, city.attributeType, city.isOptional) = ("city", .stringAttributeType, true)
        address.elements = [city]
        model.entitiesByName["Person"]?.properties.append(address)
        model.entitiesByName["Person"]?.attributesByName["photo"]?.allowsExternalBinaryDataStorage = true
        return model
    }

    private static func person(_ index: Int, _ context: NSManagedObjectContext) -> NSManagedObject {
        let person = context.insert(
            index % 2 == 0 ? "Person" : "Employee",
            [
                "email": "p\(index)@example.com", "note": texts[index], "age": -index,
                "ratio": 0.1 * Double(index),
            ])
        guard index > 0 else { return person }
        person.setValue(Int64.max - Int64(index), forKey: "big")
        person.setValue(
            Date(timeIntervalSinceReferenceDate: (index % 2 == 0 ? 1 : -1) * 700_000_000.123_456_7),
            forKey: "seen")
        person.setValue(UUID(), forKey: "key")
        person.setValue(URL(string: "https://example.com/\(index)?a=b"), forKey: "page")
        person.setValue(NSDecimalNumber(string: "12345.67"), forKey: "amount")
        person.setValue(Float(0.1), forKey: "part")
        person.setValue(index % 3 == 0, forKey: "isActive")
        person.setValue(Data(repeating: UInt8(index), count: index == 1 ? 300_000 : 20), forKey: "photo")
        person.setValue(["size": index] as NSDictionary, forKey: "style")
        person.setValue(["city": "Città \(index)"], forKey: "address")
        return person
    }

    func file(_ name: String) -> String { folder.file(name).path }

    /// Writes a text beside the store.
    func write(_ name: String, _ lines: String...) throws -> String {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.file(name))
        return file(name)
    }

    /// A new empty store of the model.
    func emptyStore(_ name: String = "New.sqlite") throws -> String {
        let run = try ToolRun("store", "create", model, "-o", file(name), "-q")
        guard run.exitCode == 0 else { throw ToolMissing(path: run.errors) }
        return file(name)
    }
}
