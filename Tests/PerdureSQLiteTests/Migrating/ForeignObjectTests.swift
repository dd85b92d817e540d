// SPDX-License-Identifier: Apache-2.0
// What a file has besides the model's objects, and what indexes and constraints make of rows, in a migration in place.

import Foundation
import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@testable import PerdureSQLite

@Suite("Migration in place: indexes, constraints, foreign objects") struct ForeignObjectTests {
    @Test("MIG-55 a partial index whose condition names a column of another type is made again")
    func partialIndex() throws {
        let model = { (type: StoredAttributeType) -> [EntityDefinition] in
            var made = entity("E", attribute("a", .integer32), attribute("b", type))
            made.indexes = [
                IndexDefinition(
                    "byA", elements: [.init(property: "a")],
                    partialPredicate: .comparison(ComparisonNode(.key("b"), .equal, .constant(.integer(1)))))
            ]
            return [made]
        }
        let file = try VersionedStore()
        let store = try file.open(model(.integer32))
        let key = try store.insert("E", ["a": .integer(1), "b": .integer(2)])
        try store.engine.close()
        let migrated = try file.migrate(model(.integer32), model(.double))
        #expect(try migrated.value(key, "b") == .double(2))
        try migrated.engine.close()
        #expect(try file.shape == VersionedStore.shape(of: model(.double)))
    }

    @Test("MIG-55 triggers and views of others do not stand in the way, and come back where they fit")
    func foreign() throws {
        let old = [entity("E", attribute("a"), attribute("b"))]
        let new = [entity("E", attribute("a"))]
        let file = try VersionedStore()
        try file.open(old).engine.close()
        let raw = try file.folder.raw()
        try raw.execute("CREATE TABLE notes (text)")
        try raw.execute("CREATE TRIGGER mine AFTER UPDATE ON ZE BEGIN INSERT INTO notes VALUES (NEW.ZB); END")
        try raw.execute("CREATE VIEW mineToo AS SELECT ZB FROM ZE")
        try file.migrate(old, new).engine.close()
        #expect(
            try file.rows("SELECT name FROM sqlite_master WHERE name LIKE 'mine%' ORDER BY 1") == [
                "mine", "mineToo",
            ])
        #expect(
            try file.rows("SELECT name FROM pragma_table_info('ZE')") == ["Z_PK", "Z_ENT", "Z_OPT", "ZA"])
    }

    @Test("MIG-55 triggers of others on a view come back after it")
    func triggersOfViews() throws {
        let old = [entity("E", attribute("a"), attribute("b"))]
        let new = [entity("E", attribute("a"))]
        let file = try VersionedStore()
        try file.open(old).engine.close()
        let raw = try file.folder.raw()
        try raw.execute("CREATE VIEW mine AS SELECT Z_PK, ZA FROM ZE")
        try raw.execute(
            "CREATE TRIGGER mineToo INSTEAD OF UPDATE ON mine"
                + " BEGIN UPDATE ZE SET ZA = NEW.ZA WHERE Z_PK = OLD.Z_PK; END")
        try file.migrate(old, new).engine.close()
        let found = try file.rows(
            "SELECT type || ' ' || name FROM sqlite_master WHERE tbl_name = 'mine' ORDER BY 1")
        #expect(found == ["trigger mineToo", "view mine"])
    }

    @Test("MIG-35 a constraint of an added entity spans the rows of the table, as its index does")
    func constraintOfAddedEntity() throws {
        let old = [entity("Item", attribute("code"))]
        let new = old + [entity("Special", below: "Item", constraints: [["code"]])]
        let file = try VersionedStore()
        let store = try file.open(old)
        for _ in 0..<2 { try store.insert("Item", ["code": .string("same")]) }
        try store.engine.close()
        let error = #expect(throws: MigrationFailure.self) { try file.migrate(old, new) }
        #expect(error?.reason == .duplicates(["code"]) && error?.entity == "Special")
        #expect(try file.open(old).count("Item") == 2)
    }

    @Test("MIG-34 a required to-one that loses its destination to another row is an error")
    func exclusiveRequired() throws {
        let old = [entity("Person", relationship("car", to: "Car", optional: false)), entity("Car")]
        let new = [
            entity("Person", relationship("car", to: "Car", inverse: "owner", optional: false)),
            entity("Car", relationship("owner", to: "Person", inverse: "car")),
        ]
        let file = try VersionedStore()
        let store = try file.open(old)
        let car = try store.insert("Car")
        for _ in 0..<2 { try store.insert("Person", ["car": .reference(car)]) }
        try store.engine.close()
        let error = #expect(throws: MigrationFailure.self) { try file.migrate(old, new) }
        #expect(error?.reason == .missingMember && error?.property == "car" && error?.rows.map(\.key) == [2])
    }

    @Test(
        "MIG-54 MOD-137 an optional composite with a required element may be added, and rows have none of it")
    func optionalComposite() throws {
        let old = [entity("Person", attribute("name"))]
        let city = PropertyDefinition("city", isOptional: false, .attribute(AttributeDefinition(.string)))
        let address = attribute("address", .composite) { $0.elements = [city] }
        let new = [entity("Person", attribute("name"), address)]
        let file = try VersionedStore()
        let store = try file.open(old)
        let key = try store.insert("Person", ["name": .string("n")])
        try store.engine.close()
        #expect(try file.migrate(old, new).value(key, "name") == .string("n"))
    }

    @Test("MIG-53 a derived value follows an attribute that another one of the same name replaces")
    func derivedFromReplaced() throws {
        let lower = attribute("lower") {
            $0.derivation = .function(FunctionCall("lowercase:", [.key("name")]))
        }
        let old = [entity("A", attribute("name"), lower)]
        let new = [entity("A", attribute("name", from: "other"), lower)]
        let file = try VersionedStore()
        let store = try file.open(old)
        let key = try store.insert("A", ["name": .string("OLD")])
        #expect(try store.value(key, "lower") == .string("old"))
        try store.engine.close()
        let migrated = try file.migrate(old, new)
        #expect(try migrated.value(key, "name") == .null)
        #expect(try migrated.value(key, "lower") == .null)
    }

    @Test("MIG-55 tables and indexes of others that have names of the new version make room")
    func takenNames() throws {
        var work = entity("Work", from: "E", attribute("a"))
        work.indexes = [
            IndexDefinition("byA", elements: [.init(property: "a")]),
            IndexDefinition("also", elements: [.init(property: "a", isAscending: false)]),
        ]
        let file = try VersionedStore()
        let store = try file.open([entity("E", attribute("a")), entity("Other", attribute("b"))])
        try store.insert("E", ["a": .string("kept")])
        try store.engine.close()
        let raw = try file.folder.raw()
        try raw.execute("CREATE INDEX ZWORK ON ZOTHER (ZB)")
        try raw.execute("CREATE INDEX Z_Work_byA ON ZOTHER (ZB)")
        try raw.execute("CREATE TABLE Z_Work_also (note)")
        try raw.execute("INSERT INTO Z_Work_also VALUES ('mine')")
        let new = [work, entity("Other", attribute("b"))]
        try file.migrate([entity("E", attribute("a")), entity("Other", attribute("b"))], new).engine.close()
        #expect(try file.rows("SELECT ZA FROM ZWORK") == ["kept"])
        let wanted = try VersionedStore.shape(of: new)
        let shape = try file.shape.filter { !$0.contains("note") }
        #expect(shape == wanted)
        let table = try #require(
            file.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%(note)'").first)
        #expect(try file.rows("SELECT note FROM \(table)") == ["mine"])
    }

    @Test("MIG-50 an SQLite that cannot remove columns is refused before anything is written")
    func oldLibrary() throws {
        try ColumnDropping.require(in: "ZBOOK")
        try ColumnDropping.require(in: "ZBOOK", version: 3_035_000)
        let error = #expect(throws: StoreError.self) {
            try ColumnDropping.require(in: "ZBOOK", version: 3_034_001)
        }
        guard case .unsupported(let request)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(request.reason.contains("3.34.1") && request.reason.contains("ZBOOK"))
    }

    @Test("MIG-54 a composite's own default is spread over its elements when it is added")
    func compositeDefault() throws {
        let address = attribute("address", .composite) {
            $0.elements = [
                attribute("city"), attribute("zip", .integer32),
                attribute("land") { $0.defaultValue = .string("own") },
            ]
            $0.defaultValue = .dictionary(["city": .string("Lisbon"), "zip": .integer(1000)])
        }
        let file = try VersionedStore()
        let store = try file.open([entity("E", attribute("a"))])
        try store.insert("E", ["a": .string("x")])
        try store.engine.close()
        try file.migrate([entity("E", attribute("a"))], [entity("E", attribute("a"), address)]).engine.close()
        #expect(try file.rows("SELECT ZCITY, ZZIP, ZLAND FROM ZE") == ["Lisbon 1000 –"])
    }
}
