// SPDX-License-Identifier: Apache-2.0
// Table and column names by the rules of Core Data's files, and the texts of CREATE TABLE.

import PerdureSQLite
import PerdureStore
import Testing

@testable import PerdureSQL

@Suite("Tables of a new store")
struct TableMappingTests {
    private func texts(_ definitions: [EntityDefinition]) throws -> [String] {
        SchemaDefinition.tables(of: try StoreMapping(schema: Schema(definitions))).map(\.sql)
    }

    @Test("the text of a real store with two dates")
    func realStore() throws {
        let item = EntityDefinition(
            "Item", properties: [attribute("updatedAt", .date), attribute("timestamp", .date)])
        #expect(
            try texts([item]) == [
                "CREATE TABLE ZITEM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
                    + "ZTIMESTAMP TIMESTAMP, ZUPDATEDAT TIMESTAMP )"
            ])
    }

    @Test("a table without properties has the three system columns")
    func empty() throws {
        #expect(
            try texts([EntityDefinition("_DKx")]) == [
                "CREATE TABLE Z_DKX ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )"
            ])
    }

    @Test(
        "columns are ordered by rank, entity and name; a to-one key to an entity with subentities has an entity column"
    )
    func columnOrder() throws {
        let tables = SchemaDefinition.tables(of: Company.mapping).map(\.sql)
        #expect(
            tables[1]
                == "CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZACTIVE INTEGER, "
                + "ZAGE INTEGER, ZDEPARTMENT INTEGER, ZLATITUDE FLOAT, ZLONGITUDE FLOAT, "
                + "ZHIRED TIMESTAMP, ZSALARY FLOAT, ZWORTH DECIMAL, ZNAME VARCHAR, ZPAGE VARCHAR, ZBADGE BLOB, "
                + "ZSTYLE BLOB, ZFILM BLOB, ZPHOTO BLOB )")
        #expect(
            tables.last
                == "CREATE TABLE ZTASK ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDONE INTEGER, "
                + "ZPOINTS INTEGER, ZOWNER INTEGER, ZREVIEWER INTEGER, Z2_REVIEWER INTEGER, Z4NOTES INTEGER, "
                + "Z_FOK_OWNER INTEGER, ZTITLE VARCHAR )")
    }

    @Test("the smaller entity name names a join table; a reflexive one has the column REFLEXIVE")
    func joinTables() throws {
        let tables = SchemaDefinition.tables(of: Company.mapping).map(\.sql)
        #expect(
            tables[2]
                == "CREATE TABLE Z_3FRIENDS ( Z_3FRIENDS INTEGER, REFLEXIVE INTEGER, "
                + "PRIMARY KEY (Z_3FRIENDS, REFLEXIVE) )")
        #expect(
            tables[3]
                == "CREATE TABLE Z_3PROJECTS ( Z_3MEMBERS INTEGER, Z_4PROJECTS INTEGER, "
                + "PRIMARY KEY (Z_3MEMBERS, Z_4PROJECTS) )")
    }

    @Test("the first entity by name that has the relationship, inherited or own, decides the join table")
    func inheritedJoinTable() throws {
        let definitions = [
            EntityDefinition("AlbumList", properties: [toMany("albums", "GenericAlbum", inverse: "lists")]),
            EntityDefinition(
                "GenericAlbum", properties: [toMany("lists", "AlbumList", inverse: "albums", isOrdered: true)]
            ),
            EntityDefinition("Album", superentity: "GenericAlbum"),
        ]
        #expect(
            try texts(definitions)[2]
                == "CREATE TABLE Z_2LISTS ( Z_2ALBUMS INTEGER, Z_1LISTS INTEGER, Z_FOK_1LISTS INTEGER, "
                + "PRIMARY KEY (Z_2ALBUMS, Z_1LISTS) )")
    }

    @Test("a subentity's name decides before its greater number")
    func joinTableOfSubentity() throws {
        let definitions = [
            EntityDefinition("DisplayType", properties: [toMany("messages", "Data", inverse: "types")]),
            EntityDefinition("Record"),
            EntityDefinition(
                "Data", superentity: "Record",
                properties: [toMany("types", "DisplayType", inverse: "messages")]),
        ]
        #expect(try texts(definitions)[2].hasPrefix("CREATE TABLE Z_3TYPES ( Z_3MESSAGES INTEGER, Z_1TYPES "))
    }

    @Test("ordered ends of a join table have order columns, the owner's first")
    func orderedJoinTable() throws {
        let definitions = [
            EntityDefinition("A", properties: [toMany("bs", "B", inverse: "as", isOrdered: true)]),
            EntityDefinition("B", properties: [toMany("as", "A", inverse: "bs", isOrdered: true)]),
        ]
        #expect(
            try texts(definitions)[1]
                == "CREATE TABLE Z_1BS ( Z_1AS INTEGER, Z_2BS INTEGER, Z_FOK_1AS INTEGER, Z_FOK_2BS INTEGER, "
                + "PRIMARY KEY (Z_1AS, Z_2BS) )")
    }

    @Test("between two relationships of one entity the greater name names the join table")
    func sameEntity() throws {
        let user = EntityDefinition(
            "User",
            properties: [
                toMany("followers", "User", inverse: "following"),
                toMany("following", "User", inverse: "followers"),
            ])
        #expect(
            try texts([user])[1]
                == "CREATE TABLE Z_1FOLLOWING ( Z_1FOLLOWERS INTEGER, Z_1FOLLOWING INTEGER, "
                + "PRIMARY KEY (Z_1FOLLOWERS, Z_1FOLLOWING) )")
    }

    @Test("a join column's name that is used already gets a number")
    func joinColumnClash() throws {
        let definitions = [
            EntityDefinition(
                "Asset",
                properties: [
                    toMany("a", "Memory", inverse: "assets"), toMany("b", "Story", inverse: "assets"),
                ]),
            EntityDefinition("Memory", properties: [toMany("assets", "Asset", inverse: "a")]),
            EntityDefinition("Story", properties: [toMany("assets", "Asset", inverse: "b")]),
        ]
        let mapping = try StoreMapping(schema: Schema(definitions))
        #expect(mapping.joinTables.map(\.owner.key) == ["Z_1ASSETS", "Z_1ASSETS1"])
        #expect(mapping.joinTables.map(\.name) == ["Z_1A", "Z_1B"])
    }

    @Test("attributes of one name in cousins get numbers, and so do the columns beside a key")
    func nameClashes() throws {
        let definitions = [
            EntityDefinition(
                "A", superentity: "Root", properties: [attribute("state", .integer16), toOne("x", "Target")]),
            EntityDefinition(
                "B", superentity: "Root", properties: [attribute("state", .integer16), toOne("x", "Target")]),
            EntityDefinition("Root"), EntityDefinition("Sub", superentity: "Target"),
            EntityDefinition("Target"),
        ]
        #expect(
            try texts(definitions)[0]
                == "CREATE TABLE ZROOT ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSTATE INTEGER, "
                + "ZX INTEGER, Z4_X INTEGER, ZSTATE1 INTEGER, ZX1 INTEGER, Z4_X1 INTEGER )")
    }

    @Test("names that are not plain are quoted, names that no database can hold are refused")
    func hostileNames() throws {
        let odd = EntityDefinition("A b", properties: [attribute("x\"y", .string)])
        #expect(
            try texts([odd]) == [
                "CREATE TABLE \"ZA B\" ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \"ZX\"\"Y\" VARCHAR )"
            ])
        for name in ["", "a\0b", String(repeating: "x", count: 513)] {
            #expect(throws: StoreError.self) { try texts([EntityDefinition(name)]) }
        }
    }

    @Test("PRG-59 two entities whose names differ by case only have two tables, with all of their indexes")
    func caseOnly() throws {
        let definitions = ["foo", "FOO"].map {
            EntityDefinition(
                $0, properties: [attribute("a", .string, isIndexed: true)], uniquenessConstraints: [["a"]])
        }
        #expect(
            try texts(definitions)
                == ["ZFOO", "ZFOO1"].map {
                    "CREATE TABLE \($0) ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZA VARCHAR )"
                })
        let indexes = try SchemaDefinition.indexes(of: try StoreMapping(schema: Schema(definitions)))
        #expect(
            indexes.map { $0.sql.components(separatedBy: " ON ")[1].prefix(6) }.sorted() == [
                "ZFOO (", "ZFOO (", "ZFOO1 ", "ZFOO1 ",
            ])
        #expect(Set(indexes.map { $0.name.lowercased() }).count == 4)
    }

    @Test("a configuration's entities are numbered among themselves; ancestors come along")
    func configuration() throws {
        let schema = try Schema(Company.definitions)
        let wanted = try #require(schema.entity(named: "Employee")?.number)
        let mapping = try StoreMapping(schema: schema, entities: [wanted])
        #expect(mapping.tables.map(\.name) == ["ZPERSON"])
        #expect(mapping[wanted]?.fileNumber == 2)
        #expect(mapping.schemaNumber(fileNumber: 2) == wanted)
        #expect(mapping.schemaNumber(fileNumber: 3) == nil)
        #expect(mapping.schemaNumber(fileNumber: -1) == nil)
    }

    @Test("subentities share the slots that they inherit")
    func inheritedSlots() throws {
        let person = try Company.mapping.entity(Company.number("Person"))
        let employee = try Company.mapping.entity(Company.number("Employee"))
        #expect(Array(employee.slots.prefix(person.slots.count)) == person.slots)
        #expect(person.subtree == [2, 3])
    }
}
