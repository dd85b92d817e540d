// SPDX-License-Identifier: Apache-2.0
// Columns of others whose type has a length in its standard name: char(n), bit(n), and domains over them.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQLStores
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: padded columns of others", .enabled(if: TestStores.isThere, TestStores.advice))
struct AttachedPaddedTests {
    private func place() throws -> AttachedPlace {
        try AttachedPlace(
            "CREATE DOMAIN word AS char(4)", "CREATE TABLE countries (code char(5) PRIMARY KEY, name text)",
            "CREATE TABLE towns (id serial PRIMARY KEY, country char(5) REFERENCES countries, codes char(5)[], "
                + "flags bit(5))", "CREATE TABLE marks (word word PRIMARY KEY, text text)",
            "CREATE TABLE pets (id serial PRIMARY KEY, kind char(3) NOT NULL, name text)",
            "INSERT INTO countries VALUES ('FRA', 'France')", "INSERT INTO marks VALUES ('ab', 'old')",
            "INSERT INTO pets (kind, name) VALUES ('cat', 'Mia')")
    }

    private func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Country", .attribute("code", .stringAttributeType), .attribute("name", .stringAttributeType),
                .toMany("towns", "Town", inverse: "country")),
            EntitySketch(
                "Town", .attribute("codes", .binaryDataAttributeType),
                .attribute("flags", .stringAttributeType), .toOne("country", "Country", inverse: "towns")),
            EntitySketch(
                "Mark", .attribute("word", .stringAttributeType), .attribute("text", .stringAttributeType)),
            EntitySketch("Pet", .attribute("name", .stringAttributeType)), EntitySketch("Cat", parent: "Pet"),
            EntitySketch("Dog", parent: "Pet"))
        AttachedShop.set(model, "Country", ["table": "countries"])
        AttachedShop.set(model, "Town", ["table": "towns"])
        AttachedShop.set(model, "Town", "country", ["column": "country"])
        AttachedShop.set(model, "Mark", ["table": "marks"])
        AttachedShop.set(
            model, "Pet", ["table": "pets", "discriminator": "kind", "discriminatorValue": "pet"])
        AttachedShop.set(model, "Cat", ["discriminatorValue": "cat"])
        AttachedShop.set(model, "Dog", ["discriminatorValue": "dog"])
        return model
    }

    @Test("PG-61 keys of char(n) keep all their characters, and rows that are there are found by them")
    func keys() throws {
        let place = try place()
        try place.attached(model()) { context in
            let france = try #require(try context.all("Country").first)
            france.setValue("République", forKey: "name")
            let germany = context.insert("Country", ["code": "DE  ", "name": "Germany"])
            let town = context.insert("Town")
            town.setValue(germany, forKey: "country")
            try context.save()
            #expect(germany.value(forKey: "code") as? String == "DE")
            #expect(germany.objectID.uriRepresentation().absoluteString.hasSuffix("/Country/pDE"))
            context.reset()
            let found = try #require(try context.all("Town").first)
            #expect(found.value(forKeyPath: "country.name") as? String == "Germany")
            context.delete(try context.existingObject(with: france.objectID))
            try context.save()
        }
        #expect(try place.other.texts("SELECT code || '|' || name FROM countries") == ["DE|Germany"])
        #expect(try place.other.texts("SELECT trim(country) FROM towns") == ["DE"])
    }

    @Test("PG-61 a key of a domain over char(n) is one of char(n)")
    func domains() throws {
        let place = try place()
        try place.attached(model()) { context in
            let old = try #require(try context.all("Mark").first)
            old.setValue("new", forKey: "text")
            let mark = context.insert("Mark", ["word": "xyz ", "text": "more"])
            try context.save()
            #expect(mark.value(forKey: "word") as? String == "xyz")
            #expect(try context.all("Mark", by: "word") == [old, mark])
        }
        #expect(
            try place.other.texts("SELECT trim(word) || text FROM marks ORDER BY 1") == ["abnew", "xyzmore"])
    }

    @Test("PG-61 arrays of char(n), bits and discriminators of char(n) are written whole")
    func values() throws {
        let place = try place()
        try place.attached(model()) { context in
            context.insert("Town", ["codes": Data("{AB123,C}".utf8), "flags": "10110"])
            context.insert("Dog", ["name": "Rex"])
            try context.save()
            context.reset()
            let town = try #require(try context.all("Town").first)
            #expect(town.value(forKey: "flags") as? String == "10110")
            #expect(try context.all("Pet", by: "name").map(\.entity.name) == ["Cat", "Dog"])
        }
        #expect(try place.other.texts("SELECT trim(codes[1]) || trim(codes[2]) FROM towns") == ["AB123C"])
        #expect(
            try place.other.texts("SELECT kind::text || name FROM pets ORDER BY id") == ["catMia", "dogRex"])
    }
}
#endif
