// SPDX-License-Identifier: Apache-2.0
// A model with every kind of property that a copy must bring over, and some objects of it.

#if PostgreSQL
import Foundation
import Perdure
import PerdureTestSupport

/// People, employees among them, with books, teams and notes.
enum CopySample {
    static func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Person", unique: [["email"]], .attribute("email"),
                .attribute("age", .integer16AttributeType),
                .attribute("seen", .dateAttributeType), .attribute("key", .UUIDAttributeType),
                .attribute("page", .URIAttributeType), .attribute("amount", .decimalAttributeType),
                .attribute("ratio", .doubleAttributeType), .attribute("isActive", .booleanAttributeType),
                .attribute("photo", .binaryDataAttributeType), .mergeable("likes", .counter, default: 0),
                .mergeable("tags", .set), .mergeable("settings", .dictionary),
                .derived("bookCount", .integer64AttributeType, "books.@count"),
                .derived("weight", .doubleAttributeType, "books.@sum.weight"),
                .derived("folded", .stringAttributeType, "canonical:(email)"),
                .toMany("books", "Book", inverse: "owner", isOrdered: true),
                .toMany("teams", "Team", inverse: "people"), .toMany("friends", "Person", inverse: "friends"),
                .toMany("pins", "Book"), .toOne("boss", "Person", inverse: "reports"),
                .toMany("reports", "Person", inverse: "boss")),
            EntitySketch("Employee", parent: "Person", .attribute("salary", .integer64AttributeType)),
            EntitySketch(
                "Book", .attribute("title"), .attribute("weight", .doubleAttributeType),
                .toOne("owner", "Person", inverse: "books")),
            EntitySketch(
                "Team", .attribute("name"), .toMany("people", "Person", inverse: "teams", isOrdered: true)))
        let (address, city) = (NSCompositeAttributeDescription(), NSAttributeDescription())
        (address.name, address.isOptional) = ("address", true)
        (city.name, city.attributeType, city.isOptional) = ("city", .stringAttributeType, true)
        address.elements = [city]
        model.entitiesByName["Person"]?.properties.append(address)
        model.entitiesByName["Person"]?.attributesByName["photo"]?.allowsExternalBinaryDataStorage = true
        return model
    }

    /// Fills a store, and gives the URI of one object.
    @discardableResult
    static func fill(_ stack: Stack, count: Int = 3) throws -> URL {
        let context = stack.context()
        return try context.performAndWait {
            let people = (0..<count).map { person($0, context) }
            for (index, person) in people.enumerated() where index > 0 {
                person.setValue(people[0], forKey: "boss")
                person.mutableSetValue(forKey: "friends").add(people[index - 1])
            }
            let books = (0..<count * 2).map {
                context.insert("Book", ["title": "Book \($0)", "weight": 0.1 * Double($0)])
            }
            people[0].setValue(NSOrderedSet(array: books.reversed()), forKey: "books")
            people[1].setValue(NSSet(array: [books[0], books[2]]), forKey: "pins")
            let team = context.insert("Team", ["name": "Réd \u{1F600}"])
            team.setValue(NSOrderedSet(array: people.reversed()), forKey: "people")
            try context.save()
            // Numbers with a gap, and versions above 1.
            context.delete(books[1])
            people[1].setValue(77, forKey: "age")
            try context.save()
            var metadata = stack.coordinator.metadata(for: stack.store)
            metadata["mood"] = "fine"
            stack.coordinator.setMetadata(metadata, for: stack.store)
            people[1].setValue(78, forKey: "age")
            try context.save()
            return people[1].objectID.uriRepresentation()
        }
    }

    private static func person(_ index: Int, _ context: NSManagedObjectContext) -> NSManagedObject {
        let person = context.insert(
            index % 2 == 0 ? "Person" : "Employee",
            ["email": "p\(index)@example.com", "age": index, "ratio": 0.1 * Double(index) - 0.0])
        person.setValue(Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7), forKey: "seen")
        person.setValue(UUID(), forKey: "key")
        person.setValue(URL(string: "https://example.com/\(index)"), forKey: "page")
        person.setValue(NSDecimalNumber(string: "12345.67"), forKey: "amount")
        person.setValue(index == 0, forKey: "isActive")
        // The first one lies in a file beside an SQLite store.
        person.setValue(
            Data(repeating: UInt8(index & 255), count: index == 0 ? 300_000 : 20), forKey: "photo")
        if index > 0 { person.setValue(["city": "Città \(index)"], forKey: "address") }
        person.setValue(index, forKey: "likes")
        person.setValue(["b", "a", "c\(index)"] as Set, forKey: "tags")
        person.setValue(["size": index, "deep": ["x": "y", "n": 1.5]] as [String: Any], forKey: "settings")
        return person
    }

    /// What a store says, in one text: every property of every object, by numbers.
    static func text(_ stack: Stack) throws -> String {
        let context = stack.context()
        return try context.performAndWait {
            try ["Book", "Person", "Team"].flatMap { name -> [String] in
                let request = NSFetchRequest<NSManagedObject>(entityName: name)
                return try context.fetch(request).sorted { number($0) < number($1) }.map(text)
            }.joined(separator: "\n")
        }
    }

    static func number(_ object: NSManagedObject) -> Int {
        Int(object.objectID.uriRepresentation().lastPathComponent.dropFirst()) ?? 0
    }

    private static func text(_ object: NSManagedObject) -> String {
        let properties = object.entity.propertiesByName.keys.sorted().map { name -> String in
            switch object.value(forKey: name) {
            case nil: "\(name)=nil"
            case let ordered as NSOrderedSet:
                "\(name)=\(ordered.array.compactMap { ($0 as? NSManagedObject).map(number) })"
            case let set as Set<NSManagedObject>: "\(name)=\(set.map(number).sorted())"
            case let other as NSManagedObject: "\(name)=\(number(other))"
            // Sums depend on the order in which they were added.
            case let weight as Double where name == "weight": "\(name)=\((weight * 1e6).rounded())"
            case let date as Date: "\(name)=\(date.timeIntervalSinceReferenceDate)"
            case let data as Data: "\(name)=\(data.count):\(data.first ?? 0)"
            case let tags as Set<String>: "\(name)=\(tags.sorted())"
            case let address as [String: Any] where name == "address": "\(name)=\(address["city"] ?? "")"
            case let settings as [String: Any]:
                "\(name)=\(settings["size"] ?? "") \((settings["deep"] as? [String: Any])?["n"] ?? "")"
            case let value?: "\(name)=\(value)"
            }
        }
        return "\(object.entity.name ?? "") \(number(object)) \(properties.joined(separator: ", "))"
    }
}
#endif
