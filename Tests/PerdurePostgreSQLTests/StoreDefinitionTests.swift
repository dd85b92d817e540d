// SPDX-License-Identifier: Apache-2.0
// What a new store defines in its namespace, and that an existing one is known by what it has written down.

#if PostgreSQL
import Foundation
import Perdure
import PerdurePostgreSQL
import PerdurePostgreSQLStores
import PerdurePredicates
import PerdureStore
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: definitions", .enabled(if: TestStores.isThere, TestStores.advice))
struct StoreDefinitionTests {
    /// Saves a department with two people, who are friends and have a tag, and a list with items.
    private func fill(_ namespace: ServerNamespace) throws {
        let stack = try Stack(at: namespace.url)
        let context = stack.context()
        defer { withExtendedLifetime(stack) {} }
        try context.performAndWait {
            let people = ["Ada", "Zoë"].map { context.insert("Person", ["firstName": $0]) }
            let department = context.insert("Department", ["name": "Sales"])
            for person in people { person.setValue(department, forKey: "department") }
            people[0].setValue(Set([people[1]]), forKey: "friends")
            people[0].setValue(Set([context.insert("Tag", ["label": "red"])]), forKey: "tags")
            let items = ["a", "b", "c"].map { context.insert("Item", ["title": $0]) }
            context.insert(
                "TodoList", ["name": "L", "items": NSOrderedSet(array: [items[2], items[0], items[1]])])
            try context.save()
        }
    }

    /// What `fill` saved, as a text.
    private func content(_ namespace: ServerNamespace) throws -> String {
        let stack = try Stack(at: namespace.url)
        let context = stack.context()
        defer { withExtendedLifetime(stack) {} }
        return try context.performAndWait {
            let people = try context.all("Person", by: "firstName").map { person in
                let friends = (person.value(forKey: "friends") as? Set<NSManagedObject>) ?? []
                let tags = (person.value(forKey: "tags") as? Set<NSManagedObject>) ?? []
                let department = person.value(forKey: "department") as? NSManagedObject
                return
                    "\(person.value(forKey: "firstName") ?? "-") \(department?.value(forKey: "name") ?? "-") "
                    + "\(friends.count) \(tags.count)"
            }
            let list = try context.all("TodoList").first?.value(forKey: "items") as? NSOrderedSet
            let items = (list?.array as? [NSManagedObject])?.map { "\($0.value(forKey: "title") ?? "-")" }
            return (people + (items ?? [])).joined(separator: ", ")
        }
    }

    private let expected = "Ada Sales 1 1, Zoë Sales 1 0, c, a, b"

    @Test(
        "PG-43 an existing store's own names win over the rules, for tables, columns, keys, positions and join tables"
    )
    func ownNames() throws {
        let namespace = try ServerNamespace()
        try fill(namespace)
        #expect(try content(namespace) == expected)
        let place = namespace.name
        func rename(_ table: String, _ column: String, _ name: String) throws {
            try SharedServer.run(
                "ALTER TABLE \(place).\(table) RENAME COLUMN \(column) TO \(name)",
                "UPDATE \(place).perdure_columns SET column_name = '\(name)' WHERE table_name = '\(table)' AND column_name = '\(column)'"
            )
        }
        try rename("person", "first_name", "vorname")
        try rename("person", "department_id", "abteilung")
        try rename("item", "todolist_id", "liste")
        try rename("item", "todolist_order", "platz")
        for table in ["person", "department"] {
            try SharedServer.run(
                "ALTER TABLE \(place).\(table) RENAME TO the_\(table)",
                "UPDATE \(place).perdure_columns SET table_name = 'the_\(table)' WHERE table_name = '\(table)'",
                "UPDATE \(place).perdure_entities SET table_name = 'the_\(table)' WHERE table_name = '\(table)'"
            )
        }
        let joins = try SharedServer.run(
            "SELECT DISTINCT table_name FROM \(place).perdure_columns WHERE path = 'own' ORDER BY 1")
        #expect(joins.count == 2)
        for (number, join) in joins.enumerated() {
            try SharedServer.run(
                "ALTER TABLE \(place).\(join) RENAME TO pairs\(number)",
                "UPDATE \(place).perdure_columns SET table_name = 'pairs\(number)' WHERE table_name = '\(join)'"
            )
        }
        let found = try content(namespace)
        #expect(found == expected)
    }

    private func chosen(_ table: String, _ column: String) throws -> NSManagedObjectModel {
        let model = FixtureModel.scenarios()
        let item = try #require(model.entitiesByName["Item"])
        item.userInfo = ["perdure.table": table]
        item.propertiesByName["title"]?.userInfo = ["perdure.column": column]
        item.propertiesByName["todolist"]?.userInfo = ["perdure.column": "list_number"]
        return model
    }

    @Test("PG-43 user info names the table of an entity and the columns of its properties in a new store")
    func chosenNames() throws {
        let namespace = try ServerNamespace()
        for round in 0..<2 {
            let stack = try Stack(at: namespace.url, try chosen("Entries", "Big Title"))
            let context = stack.context()
            try context.performAndWait {
                let item = context.insert("Item", ["title": "a\(round)"])
                context.insert("TodoList", ["name": "L", "items": NSOrderedSet(array: [item])])
                try context.save()
            }
            withExtendedLifetime(stack) {}
        }
        let place = namespace.name
        let found = try SharedServer.run(
            "SELECT \"Big Title\" FROM \(place).\"Entries\" WHERE list_number IS NOT NULL ORDER BY 1")
        #expect(found == ["a0", "a1"])
        // Without the user info the store's own names still hold.
        let stack = try Stack(at: namespace.url)
        let context = stack.context()
        let titles = try context.performAndWait {
            try context.all("Item", by: "title").map { $0.value(forKey: "title") as? String }
        }
        #expect(titles == ["a0", "a1"])
        withExtendedLifetime(stack) {}
    }

    @Test(
        "PG-43 a name that the server would cut, or that is Perdure's own, is refused",
        arguments: [
            ("perdure_store", "x"), ("x", "version"), ("", "x"), (String(repeating: "ä", count: 32), "x"),
        ])
    func badNames(table: String, column: String) throws {
        let namespace = try ServerNamespace()
        let error = try #require(throws: NSError.self) {
            try Stack(at: namespace.url, try chosen(table, column))
        }
        #expect(error.code == NSPersistentStoreIncompatibleSchemaError)
        #expect(error.localizedDescription.contains("Item"))
    }

    @Test("PG-11 tables of the model's names that are no store's are 134020 with their names and an advice")
    func otherTables() throws {
        let namespace = try ServerNamespace()
        try SharedServer.run(
            "CREATE SCHEMA \(namespace.name)", "CREATE TABLE \(namespace.name).person (a integer)",
            "CREATE TABLE \(namespace.name).unrelated (a integer)")
        let error = try #require(throws: NSError.self) { try Stack(at: namespace.url) }
        #expect(error.code == NSPersistentStoreIncompatibleSchemaError)
        #expect(error.localizedDescription.contains("person; attach them, or choose another schema"))
        // A namespace with other tables alone becomes a store.
        try SharedServer.run("DROP TABLE \(namespace.name).person")
        try fill(namespace)
        let found = try content(namespace)
        #expect(found == expected)
    }

    @Test("PG-62 a store of a higher format is 134020 and stays as it is")
    func newerFormat() throws {
        let namespace = try ServerNamespace()
        try fill(namespace)
        try SharedServer.run("UPDATE \(namespace.name).perdure_store SET format = 99")
        let error = try #require(throws: NSError.self) { try Stack(at: namespace.url) }
        #expect(error.code == NSPersistentStoreIncompatibleSchemaError)
        #expect(error.localizedDescription.contains("newer version of Perdure (format 99)"))
    }

    private func indexed() throws -> Schema {
        try Schema([
            EntityDefinition(
                "Place",
                properties: [
                    PropertyDefinition("name", .attribute(AttributeDefinition(.string, isIndexed: true))),
                    PropertyDefinition("rank", .attribute(AttributeDefinition(.integer32))),
                    PropertyDefinition("x", .attribute(AttributeDefinition(.double))),
                    PropertyDefinition("y", .attribute(AttributeDefinition(.double))),
                ],
                indexes: [
                    IndexDefinition(
                        "byRank",
                        elements: [.init(property: "rank", isAscending: false), .init(property: "name")]),
                    IndexDefinition(
                        "where",
                        elements: [.init(property: "x", isRTree: true), .init(property: "y", isRTree: true)]),
                    IndexDefinition(
                        "ranked", elements: [.init(property: "rank")],
                        partialPredicate: .comparison(
                            ComparisonNode(
                                .keyPath(base: .evaluatedObject, keys: ["rank"]), .greaterThan,
                                .constant(.integer(3))))
                    ),
                ])
        ])
    }

    @Test("PG-49 fetch indexes have the order of our ORDER BY, the beginning of texts, points and conditions")
    func fetchIndexes() throws {
        let stores = TestStores()
        let name = stores.namespace()
        let engine = try stores.open(try indexed(), in: name)
        try engine.close()
        let found = try SharedServer.run(
            "SELECT replace(indexdef, '\(name).', '') FROM pg_indexes WHERE schemaname = '\(name)' "
                + "AND tablename = 'place' AND indexname <> 'place_pkey' ORDER BY indexname")
        #expect(
            found == [
                "CREATE INDEX place_by_rank ON place USING btree (rank DESC NULLS LAST, \"left\"(name, 600) NULLS FIRST, id)",
                "CREATE INDEX place_name ON place USING btree (\"left\"(name, 600) NULLS FIRST, id)",
                "CREATE INDEX place_ranked ON place USING btree (rank NULLS FIRST, id) WHERE (rank > (3)::bigint)",
                "CREATE INDEX place_where ON place USING gist (point(x, y))",
            ])
        let listed = try SharedServer.run(
            "SELECT name FROM \(name).perdure_objects WHERE kind = 'index' ORDER BY 1")
        #expect(listed == ["place_by_rank", "place_name", "place_ranked", "place_where"])
    }

    @Test(
        "PG-136 PG-147 the printed definitions make a store that a role with the printed rights can use, and no more"
    )
    func script() throws {
        let namespace = try ServerNamespace()
        let role = "role_" + namespace.name
        var options = PostgreSQLOptions(try TestStores.client())
        options.namespace = namespace.name
        let schema = try indexed()
        let text = try StoreScript(options, schema: schema).text(grantingTo: role)
        #expect(text.hasPrefix("BEGIN;") && text.hasSuffix("COMMIT;\n"))
        try SharedServer.run("CREATE ROLE \(role)")
        defer { _ = try? SharedServer.run("DROP OWNED BY \(role)", "DROP ROLE \(role)") }
        // One command of SQL that runs all of them, as psql would.
        try SharedServer.run("DO $script$ BEGIN\n" + text.dropFirst(7).dropLast(8) + "END $script$")
        options.creation = .never
        options.client.role = role
        let engine = try PostgreSQLEngine.open(options, schema: schema)
        let keys = try engine.reserveKeys(2, entity: 1)
        #expect(keys.count == 2)
        try engine.close()
        options.namespace = namespace.name + "_other"
        options.creation = .create
        #expect(throws: StoreError.self) { try PostgreSQLEngine.open(options, schema: schema) }
    }

    @Test("PG-50 keys are unique where an engine counts in other blocks than the table", arguments: [1, 128])
    func otherBlocks(_ block: Int64) throws {
        let stores = TestStores()
        let name = stores.namespace()
        let engines = try [64, block, 64].map { block in
            try stores.open(try indexed(), in: name) { $0.keyBlock = block }
        }
        let counts = [1, 130, 70, 200]
        let keys = try engines.flatMap { engine in
            try counts.flatMap { Array(try engine.reserveKeys($0, entity: 1).all) }
        }
        #expect(keys.count == 3 * counts.reduce(0, +))
        #expect(Set(keys).count == keys.count)
    }

    /// Lets a body open a store of an owner's namespace as another role, which is a member of the owner.
    private func owned(
        _ others: String...,
        body: (_ name: String, _ roles: (owner: String, user: String), _ open: Opening) throws -> Void
    ) throws {
        let stores = TestStores()
        let name = stores.namespace()
        let (owner, user) = ("owner_" + name, "user_" + name)
        for text in [
            "CREATE ROLE \(owner)", "CREATE ROLE \(user)", "GRANT \(owner) TO \(user)",
            "CREATE SCHEMA \(name) AUTHORIZATION \(owner)",
        ] + others.map({ $0.replacing("@", with: name) }) { try SharedServer.run(text) }
        try body(name, (owner, user)) { change in
            try stores.open(try indexed(), in: name) { options in
                options.client.role = user
                options.ownerRole = owner
                change(&options)
            }
        }
        try SharedServer.run("DROP OWNED BY \(owner), \(user) CASCADE", "DROP ROLE \(owner), \(user)")
    }

    private typealias Opening = ((inout PostgreSQLOptions) -> Void) throws -> PostgreSQLEngine

    private func owners(of name: String) throws -> [String] {
        try SharedServer.run("SELECT DISTINCT tableowner::text FROM pg_tables WHERE schemaname = '\(name)'")
    }

    @Test("PG-136 an owner role owns what is defined, and the running role may use it")
    func ownerRole() throws {
        try owned { name, roles, open in
            let engine = try open { _ in }
            _ = try engine.reserveKeys(1, entity: 1)
            try engine.close()
            #expect(try owners(of: name) == [roles.owner])
        }
    }

    @Test("PG-136 PG-123 a history belongs to the owner role too, and the running role writes it")
    func ownerOfHistory() throws {
        try owned { name, roles, open in
            for _ in 0..<2 {
                let engine = try open { $0.tracksHistory = true }
                var changes = ChangeSet()
                let key = engine.schema.key(entity: 1, number: try engine.reserveKeys(1, entity: 1).all[0])
                changes.insertions = [
                    RowInsertion(key: key, values: ContiguousArray(repeating: .null, count: 4))
                ]
                _ = try engine.commit(changes)
                try engine.close()
            }
            #expect(try owners(of: name) == [roles.owner])
            #expect(try SharedServer.run("SELECT count(*)::text FROM \(name).perdure_history") == ["2"])
        }
    }

    @Test("PG-147 rights go to the store's own tables, beside those of others")
    func rightsBesideOthers() throws {
        try owned("CREATE TABLE @.secrets (word text)", "CREATE SEQUENCE @.numbers") { name, roles, open in
            let engine = try open { _ in }
            _ = try engine.reserveKeys(1, entity: 1)
            try engine.close()
            let found = try SharedServer.run(
                "SELECT concat_ws(' ', has_table_privilege('\(roles.user)', '\(name).secrets', 'SELECT'), "
                    + "has_sequence_privilege('\(roles.user)', '\(name).numbers', 'USAGE'), "
                    + "has_table_privilege('\(roles.user)', '\(name).perdure_store', 'UPDATE'))")
            #expect(found == ["f f t"])
        }
    }
}
#endif
