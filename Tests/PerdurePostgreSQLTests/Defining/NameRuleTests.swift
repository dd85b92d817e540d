// SPDX-License-Identifier: Apache-2.0
// The names of tables and columns of a new store: snake case, 63 bytes at most, none twice.

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQL
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: names in snake case") struct NameWordTests {
    @Test(
        "PG-41 a name of a model in snake case",
        arguments: [
            ("TodoItem", "todo_item"), ("createdAt", "created_at"), ("URLLoader", "url_loader"),
            ("userID", "user_id"), ("iOSVersion", "i_os_version"), ("HTTP2Server", "http2_server"),
            ("x1Y2", "x1_y2"), ("ABC", "abc"), ("already_snake", "already_snake"), ("A_B", "a_b"),
            ("naïveÜber", "naïve_über"), ("ÉcoleÎle", "école_île"), ("日本Go", "日本go"), ("a b-c", "a b-c"),
        ])
    func snakeCase(_ name: String, _ word: String) { #expect(ServerWord.snakeCase(name) == word) }

    @Test(
        "PG-42 the hash is the upper half of FNV-1a with 64 bits",
        arguments: [("", "cbf29ce4"), ("a", "af63dc4c"), ("foobar", "85944171")])
    func hash(_ text: String, _ digits: String) { #expect(ServerWord.hash(text) == digits) }

    @Test("PG-42 a name of 63 bytes stays; a longer one is cut to 54 bytes at a scalar, with its hash")
    func fitting() {
        for name in ["a", String(repeating: "a", count: 63), String(repeating: "日", count: 21)] {
            #expect(ServerWord.fitting(name) == name)
        }
        let table: [(name: String, part: String)] = [
            (String(repeating: "a", count: 64), String(repeating: "a", count: 54)),
            (String(repeating: "é", count: 40), String(repeating: "é", count: 27)),
            ("a" + String(repeating: "日", count: 30), "a" + String(repeating: "日", count: 17)),
            (String(repeating: "😀", count: 20), String(repeating: "😀", count: 13)),
        ]
        for (name, part) in table {
            let fitting = ServerWord.fitting(name)
            #expect(fitting == "\(part)_\(ServerWord.hash(name))")
            #expect(fitting.utf8.count <= 63)
        }
        let long = String(repeating: "a", count: 70)
        #expect(ServerWord.fitting(long + "b") != ServerWord.fitting(long + "c"))
    }
}

@Suite("PostgreSQL: names of tables and columns", .enabled(if: TestStores.isThere, TestStores.advice))
struct NameRuleTests {
    private let stores = TestStores()

    private func attribute(_ name: String) -> PropertyDefinition {
        PropertyDefinition(name, .attribute(AttributeDefinition(.string)))
    }

    private func relationship(_ name: String, _ entity: String, _ inverse: String, isToMany: Bool = false)
        -> PropertyDefinition
    {
        PropertyDefinition(
            name, .relationship(RelationshipDefinition(to: entity, inverse: inverse, isToMany: isToMany)))
    }

    /// The tables of a namespace but Perdure's own.
    private func tables(_ namespace: String) throws -> Set<String> {
        Set(
            try SharedServer.run(
                "SELECT table_name::text FROM information_schema.tables WHERE table_schema = '\(namespace)' "
                    + "AND table_name NOT LIKE 'perdure\\_%'"))
    }

    /// The columns of a table.
    private func columns(_ table: String, _ namespace: String) throws -> Set<String> {
        Set(
            try SharedServer.run(
                "SELECT column_name::text FROM information_schema.columns WHERE table_schema = '\(namespace)' "
                    + "AND table_name = '\(table)'"))
    }

    /// Saves a text for each attribute of an entity, and reads them from the store that is opened again.
    private func roundTrip(_ schema: Schema, _ entity: String, _ names: [String], in namespace: String) throws
    {
        let store = EngineUnderTest(try stores.open(schema, in: namespace))
        let values = names.map { ($0, StoredValue.string("value of \($0)")) }
        let key = try store.insert(entity, Dictionary(uniqueKeysWithValues: values))
        try store.engine.close()
        let again = EngineUnderTest(try stores.open(schema, in: namespace))
        for (name, value) in values { #expect(try again.value(key, name) == value) }
        try again.engine.close()
    }

    @Test("PG-40 PG-41 a hierarchy is one table, in which its entities have their columns")
    func hierarchies() throws {
        let namespace = stores.namespace()
        let schema = try Schema([
            EntityDefinition("TodoItem", properties: [attribute("createdAt")]),
            EntityDefinition("TimedItem", superentity: "TodoItem", properties: [attribute("dueAt")]),
            EntityDefinition("URLItem", superentity: "TimedItem", properties: [attribute("targetURL")]),
            EntityDefinition("Note", properties: [attribute("text")]),
        ])
        try roundTrip(schema, "URLItem", ["createdAt", "dueAt", "targetURL"], in: namespace)
        #expect(try tables(namespace) == ["todo_item", "note"])
        let found = try columns("todo_item", namespace)
        #expect(found == ["id", "entity", "version", "created_at", "due_at", "target_url"])
        #expect(try columns("note", namespace) == ["id", "entity", "version", "text"])
        let store = EngineUnderTest(try stores.open(schema, in: namespace))
        try store.insert("TodoItem")
        #expect(try store.count(store.plan("TodoItem")) == 2)
        #expect(try store.count(store.plan("URLItem")) == 1)
    }

    @Test("PG-42 names that are taken get a number: Perdure's own columns, and those of other entities")
    func taken() throws {
        let namespace = stores.namespace()
        let names = ["createdAt", "created_at", "created_At", "entity", "id", "version"]
        let schema = try Schema([
            EntityDefinition("TodoItem", properties: names.map(attribute)),
            EntityDefinition("Todo_Item", properties: [attribute("name")]),
            EntityDefinition("Sub", superentity: "TodoItem", properties: [attribute("CreatedAt")]),
        ])
        try roundTrip(schema, "Sub", names + ["CreatedAt"], in: namespace)
        #expect(try tables(namespace) == ["todo_item", "todo_item_2"])
        let created = ["created_at", "created_at_2", "created_at_3", "created_at_4"]
        let table = try SharedServer.run(
            "SELECT table_name FROM \(namespace).perdure_entities WHERE name = 'TodoItem'")
        let found = try columns(try #require(table.first), namespace)
        #expect(found == Set(["id", "entity", "version", "id_2", "entity_2", "version_2"] + created))
        try roundTrip(schema, "Todo_Item", ["name"], in: namespace)
    }

    @Test("PG-42 entities and properties that differ behind 63 bytes have tables and columns of their own")
    func longNames() throws {
        let namespace = stores.namespace()
        let long = String(repeating: "Überlang", count: 10)
        let (first, second) = ("\(long)One", "\(long)Two")
        let names = [first, second, "plain"].map { "a\($0)" }
        let schema = try Schema([
            EntityDefinition(
                first,
                properties: names.map(attribute) + [relationship("pairs", second, "pairs", isToMany: true)]),
            EntityDefinition(
                second,
                properties: [attribute("name"), relationship("pairs", first, "pairs", isToMany: true)]),
        ])
        try roundTrip(schema, first, names, in: namespace)
        try roundTrip(schema, second, ["name"], in: namespace)
        let words = [first, second].map { ServerWord.fitting(ServerWord.snakeCase($0)) }
        let found = try tables(namespace)
        #expect(found.isSuperset(of: words) && found.count == 3)
        #expect(found.allSatisfy { $0.utf8.count <= 63 })
        let expected = names.map { ServerWord.fitting(ServerWord.snakeCase($0)) }
        #expect(try columns(words[0], namespace) == Set(["id", "entity", "version"] + expected))
        let store = EngineUnderTest(try stores.open(schema, in: namespace))
        let (one, two) = (try store.insert(first), try store.insert(second))
        var changes = ChangeSet()
        changes.links = [try store.link(one, "pairs", two)]
        try store.commit(changes)
        #expect(try store.members("pairs", of: one) == [two] && store.members("pairs", of: two) == [one])
    }

    @Test("PG-42 the columns that the server gives to every table are taken")
    func serverColumns() throws {
        let namespace = stores.namespace()
        let names = ["xmin", "XMAX", "cmin", "cmax", "ctid", "tableoid"]
        let schema = try Schema([EntityDefinition("Box", properties: names.map(attribute))])
        try roundTrip(schema, "Box", names, in: namespace)
        let found = try columns("box", namespace)
        #expect(found == Set(["id", "entity", "version"] + names.map { "\($0.lowercased())_2" }))
    }

    @Test("PG-42 the names of keys and sequences of the store's own tables are taken")
    func companions() throws {
        let namespace = stores.namespace()
        let names = ["Order", "OrderPkey", "OrderIdSeq"]
        let index = IndexDefinition("pkey", elements: [.init(property: "name")])
        let schema = try Schema(
            names.map { EntityDefinition($0, properties: [attribute("name")], indexes: [index]) })
        for name in names { try roundTrip(schema, name, ["name"], in: namespace) }
        #expect(try tables(namespace) == ["order", "order_pkey_2", "order_id_seq_2"])
        let indexes = try SharedServer.run(
            "SELECT indexname::text FROM pg_indexes WHERE schemaname = '\(namespace)' AND tablename = 'order'"
        )
        #expect(Set(indexes).isSuperset(of: ["order_pkey", "order_pkey_3"]), "\(indexes)")
    }

    @Test("PG-42 names that begin as Perdure's own tables do get another beginning")
    func ownNames() throws {
        let namespace = stores.namespace()
        let schema = try Schema([
            EntityDefinition("PerdureStore", properties: [attribute("perdureName"), attribute("name")])
        ])
        try roundTrip(schema, "PerdureStore", ["perdureName", "name"], in: namespace)
        #expect(try tables(namespace) == ["_perdure_store"])
        let found = try columns("_perdure_store", namespace)
        #expect(found == ["id", "entity", "version", "_perdure_name", "name"])
    }

    @Test("PG-42 PG-46 a join table whose name is an entity's gets a number")
    func joinTables() throws {
        let namespace = stores.namespace()
        let schema = try Schema([
            EntityDefinition(
                "Owner",
                properties: [attribute("name"), relationship("parts", "Part", "owners", isToMany: true)]),
            EntityDefinition("OwnerParts", properties: [attribute("name")]),
            EntityDefinition(
                "Part",
                properties: [attribute("name"), relationship("owners", "Owner", "parts", isToMany: true)]),
            EntityDefinition("PartOwners", properties: [attribute("name")]),
        ])
        try roundTrip(schema, "OwnerParts", ["name"], in: namespace)
        let found = try tables(namespace)
        #expect(found.isSuperset(of: ["owner", "part", "owner_parts", "part_owners"]) && found.count == 5)
        let store = EngineUnderTest(try stores.open(schema, in: namespace))
        let (owner, part) = (try store.insert("Owner"), try store.insert("Part"))
        var changes = ChangeSet()
        changes.links = [try store.link(owner, "parts", part)]
        try store.commit(changes)
        #expect(try store.members("owners", of: part) == [owner])
        #expect(try store.count(store.plan("OwnerParts")) == 1)
    }
}
#endif
