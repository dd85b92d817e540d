// SPDX-License-Identifier: Apache-2.0
// `perdure postgresql schema` and `perdure postgresql inspect`.

#if PostgreSQL
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: definitions on servers", .enabled(if: SharedServer.url != nil, "\(SharedServer.advice)"))
struct PostgreSQLCommandTests {
    private let folder: TemporaryFolder
    private let namespace: ServerNamespace

    init() throws {
        folder = try TemporaryFolder()
        namespace = try ServerNamespace()
    }

    private func model(_ model: NSManagedObjectModel) throws -> String {
        let url = folder.file("Model.mom")
        try model.write(compiledTo: url)
        return url.path
    }

    /// Runs a script as one statement: the transaction is the block's.
    private func run(_ script: String) throws {
        let body = script.replacingOccurrences(of: "BEGIN;\nCREATE SCHEMA", with: "CREATE SCHEMA")
            .replacingOccurrences(of: "\nCOMMIT;\n", with: "\n")
        try SharedServer.run("DO $outer$ BEGIN EXECUTE $script$\(body)$script$; END $outer$")
    }

    @Test("PG-154 the text of postgresql schema makes a store that opens; nothing is connected to")
    func schema() throws {
        let printed = try ToolRun(
            "postgresql", "schema", try model(CopySample.model()), "--schema", namespace.name)
        #expect(printed.exitCode == 0 && printed.errors == "")
        try run(printed.output)
        let stack = try Stack(
            at: namespace.url, CopySample.model(), options: ["PerdurePostgreSQLSchemaCreation": "never"])
        try CopySample.fill(stack)
        #expect(try ToolRun("store", "check", namespace.url.absoluteString).exitCode == 0)
    }

    @Test("PG-39 with --strict columns refuse missing values and values beyond their limits")
    func strict() throws {
        let sketch = NSManagedObjectModel(
            EntitySketch(
                "Item", .attribute("name", isOptional: false), .attribute("size", .integer32AttributeType)),
            EntitySketch("Part", parent: "Item", .attribute("code", isOptional: false)))
        sketch.entitiesByName["Item"]?.attributesByName["size"]?.setValidationPredicates(
            [NSPredicate(format: "SELF >= 1"), NSPredicate(format: "SELF <= 9")],
            withValidationWarnings: [1620, 1610])
        let printed = try ToolRun(
            "postgresql", "schema", try model(sketch), "--schema", namespace.name, "--strict", "--role", "app"
        )
        #expect(printed.output.contains("ALTER COLUMN \"name\" SET NOT NULL"))
        #expect(printed.output.contains("CHECK (\"size\" >= 1)"))
        #expect(printed.output.contains("CHECK (\"size\" <= 9)"))
        #expect(printed.output.contains("OR \"code\" IS NOT NULL"))
        #expect(printed.output.contains("TO \"app\""))
    }

    @Test("PG-154 inspect makes a model of tables: keys, types, inverses, many-to-many, uniqueness, remarks")
    func inspect() throws {
        let place = namespace.name
        try SharedServer.run(
            "CREATE SCHEMA \(place)",
            "CREATE TABLE \(place).customers (id serial PRIMARY KEY, full_name varchar(80) NOT NULL, email text UNIQUE, "
                + "created timestamptz, version integer NOT NULL DEFAULT 1)",
            "CREATE TABLE \(place).orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "
                + "customer_id integer NOT NULL REFERENCES \(place).customers ON DELETE CASCADE, total numeric(10,2), note jsonb, "
                + "description text)",
            "CREATE TABLE \(place).labels (id smallint PRIMARY KEY, title text)",
            "CREATE TABLE \(place).order_labels (order_id bigint REFERENCES \(place).orders, "
                + "label_id smallint REFERENCES \(place).labels, PRIMARY KEY (order_id, label_id))",
            "CREATE TABLE \(place).logs (at timestamp, line text)")
        let output = folder.file("Shop.xcdatamodeld").path
        let run = try ToolRun("postgresql", "inspect", namespace.url.absoluteString, output)
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
        #expect(run.output.contains("orders.note: The column is jsonb"))
        #expect(run.output.contains("logs: There is no primary key"))
        #expect(run.output.contains("4 entities of 5 tables"))
        let shown = try ToolRun("model", "show", output)
        #expect(shown.exitCode == 0, "\(shown.errors)")
        let model = try #require(NSManagedObjectModel(contentsOf: URL(fileURLWithPath: output)))
        let (customers, orders) = (model.entitiesByName["Customers"], model.entitiesByName["Orders"])
        #expect(customers?.userInfo?["perdure.key"] as? String == "id")
        #expect(customers?.userInfo?["perdure.version"] as? String == "version")
        #expect(customers?.attributesByName["fullName"]?.isOptional == false)
        #expect(customers?.attributesByName["created"]?.attributeType == .dateAttributeType)
        #expect((customers?.uniquenessConstraints as? [[String]]) == [["email"]])
        #expect(orders?.attributesByName["total"]?.attributeType == .decimalAttributeType)
        #expect(
            orders?.attributesByName["descriptionValue"]?.userInfo?["perdure.column"] as? String
                == "description")
        let customer = orders?.relationshipsByName["customer"]
        #expect(customer?.isOptional == false && customer?.isToMany == false)
        #expect(customer?.inverseRelationship?.deleteRule == .cascadeDeleteRule)
        let labels = orders?.relationshipsByName["labels"]
        #expect(labels?.isToMany == true && labels?.inverseRelationship?.isToMany == true)
        #expect(labels?.userInfo?["perdure.table"] as? String == "order_labels")
        #expect(labels?.userInfo?["perdure.memberColumn"] as? String == "label_id")
    }

    @Test(
        "PG-154 PG-61 inspect names keys of other types and of several columns, and what refers to them, in their order"
    )
    func keys() throws {
        let place = namespace.name
        try SharedServer.run(
            "CREATE SCHEMA \(place)",
            "CREATE TABLE \(place).plants (country char(2), code varchar(8), name text, PRIMARY KEY (code, country))",
            "CREATE TABLE \(place).parts (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), title text NOT NULL DEFAULT 'x', "
                + "made_country char(2), made_code varchar(8), "
                + "FOREIGN KEY (made_country, made_code) REFERENCES \(place).plants (country, code))",
            "CREATE TABLE \(place).stock (part_id uuid REFERENCES \(place).parts, shelf integer, amount integer, "
                + "PRIMARY KEY (part_id, shelf))",
            "CREATE TABLE \(place).deliveries (part_id uuid REFERENCES \(place).parts, country char(2), code varchar(8), "
                + "FOREIGN KEY (code, country) REFERENCES \(place).plants (code, country), PRIMARY KEY (part_id, code, country))",
            "CREATE TABLE \(place).odd (at interval PRIMARY KEY)")
        let output = folder.file("Plants.xcdatamodeld").path
        let run = try ToolRun("postgresql", "inspect", namespace.url.absoluteString, output)
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
        #expect(run.output.contains("odd: The key's column at is of the type interval"), "\(run.output)")
        #expect(run.output.contains("4 entities of 5 tables"))
        let model = try #require(NSManagedObjectModel(contentsOf: URL(fileURLWithPath: output)))
        func info(_ key: String, _ entity: String, _ property: String? = nil) -> String? {
            let found = model.entitiesByName[entity]
            let info = property.map { found?.propertiesByName[$0]?.userInfo } ?? found?.userInfo
            return info?[key] as? String
        }
        #expect(info("perdure.key", "Plants") == "code, country")
        #expect(info("perdure.key", "Parts") == "id" && info("perdure.key", "Stock") == "part_id, shelf")
        #expect(info("perdure.key", "Odd") == nil)
        // Attributes give new rows their keys, where no relationship does.
        #expect(model.entitiesByName["Parts"]?.attributesByName["id"]?.attributeType == .UUIDAttributeType)
        #expect(model.entitiesByName["Parts"]?.attributesByName["title"]?.isOptional == true)
        #expect(model.entitiesByName["Stock"]?.attributesByName.keys.sorted() == ["amount", "shelf"])
        #expect(info("perdure.column", "Parts", "plants") == "made_code, made_country")
        #expect(info("perdure.column", "Stock", "part") == "part_id")
        let links = model.entitiesByName["Parts"]?.relationshipsByName["plants2"]
        #expect(links?.isToMany == true && links?.destinationEntity?.name == "Plants")
        #expect(links?.userInfo?["perdure.table"] as? String == "deliveries")
        #expect(links?.userInfo?["perdure.column"] as? String == "part_id")
        #expect(links?.userInfo?["perdure.memberColumn"] as? String == "code, country")
    }

    @Test("PG-154 PG-61 a unique foreign key is a to-one relationship with a to-many inverse, which attaches")
    func uniqueForeignKeys() throws {
        let place = namespace.name
        try SharedServer.run(
            "CREATE SCHEMA \(place)", "CREATE TABLE \(place).accounts (id serial PRIMARY KEY, name text)",
            "CREATE TABLE \(place).profiles (id serial PRIMARY KEY, account_id integer UNIQUE REFERENCES \(place).accounts, "
                + "bio text)",
            "INSERT INTO \(place).accounts (name) VALUES ('Ada')",
            "INSERT INTO \(place).profiles (account_id, bio) VALUES (1, 'counts')")
        let output = folder.file("Accounts.xcdatamodeld").path
        let run = try ToolRun("postgresql", "inspect", namespace.url.absoluteString, output)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("profiles: The foreign key of account_id is unique"), "\(run.output)")
        let model = try #require(NSManagedObjectModel(contentsOf: URL(fileURLWithPath: output)))
        for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
        let account = model.entitiesByName["Profiles"]?.relationshipsByName["account"]
        #expect(account?.isToMany == false && account?.inverseRelationship?.isToMany == true)
        let stack = try Stack(
            at: namespace.url, model, options: ["PerdurePostgreSQLSchemaCreation": "attach"])
        defer { withExtendedLifetime(stack) {} }
        let context = stack.context()
        try context.performAndWait {
            let profile = try #require(try context.all("Profiles").first)
            #expect(profile.value(forKeyPath: "account.name") as? String == "Ada")
        }
    }

    /// Tables that another program has made.
    private func makePeople() throws {
        let place = namespace.name
        try SharedServer.run(
            "CREATE SCHEMA \(place)",
            "CREATE TYPE \(place).mood AS ENUM ('glad', 'sad')",
            "CREATE TABLE \(place).people (id bigserial PRIMARY KEY, token uuid NOT NULL DEFAULT gen_random_uuid(), "
                + "name varchar(40) NOT NULL, mood \(place).mood, tags text[], extra jsonb, seen timestamptz, local timestamp, "
                + "created timestamptz NOT NULL DEFAULT now(), amount numeric(12,2), boss_id bigint REFERENCES \(place).people)",
            "CREATE TABLE \(place).teams (id serial PRIMARY KEY, title text UNIQUE)",
            "CREATE TABLE \(place).members (person_id bigint REFERENCES \(place).people ON DELETE CASCADE, "
                + "team_id integer REFERENCES \(place).teams ON DELETE CASCADE, PRIMARY KEY (person_id, team_id))",
            "INSERT INTO \(place).people (name, mood, tags, extra) VALUES ('Ada', 'glad', '{a,\"b c\"}', '{\"x\": [1, 2]}')"
        )
    }

    @Test("PG-154 PG-61 a model that inspect wrote attaches, and objects of it are written and read back")
    func attaches() throws {
        let place = namespace.name
        try makePeople()
        let output = folder.file("People.xcdatamodeld").path
        let run = try ToolRun("postgresql", "inspect", namespace.url.absoluteString, output)
        #expect(run.exitCode == 0, "\(run.errors)")
        let model = try #require(NSManagedObjectModel(contentsOf: URL(fileURLWithPath: output)))
        for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
        let stack = try Stack(
            at: namespace.url, model, options: ["PerdurePostgreSQLSchemaCreation": "attach"])
        let context = stack.context()
        try context.performAndWait {
            let ada = try #require(try context.all("People").first)
            #expect(ada.value(forKey: "mood") as? String == "glad")
            #expect(ada.value(forKey: "tags") as? String == "{a,\"b c\"}")
            #expect(ada.value(forKey: "extra") as? String == #"{"x": [1, 2]}"#)
            #expect(ada.value(forKey: "token") is UUID && ada.value(forKey: "created") is Date)
            let bob = context.insert("People", ["name": "Bob", "mood": "sad", "extra": "{\"y\": 1}"])
            bob.setValue(Date(timeIntervalSinceReferenceDate: 86_400), forKey: "seen")
            bob.setValue(Date(timeIntervalSinceReferenceDate: 86_400), forKey: "local")
            bob.setValue(NSDecimalNumber(string: "12.5"), forKey: "amount")
            bob.setValue(ada, forKey: "boss")
            let team = context.insert("Teams", ["title": "red"])
            team.setValue(Set([ada, bob]), forKey: "persons")
            try context.save()
            #expect(bob.value(forKey: "token") is UUID, "the server's default is learnt")
            ada.setValue("{z}", forKey: "tags")
            try context.save()
            bob.setValue("angry", forKey: "mood")
            #expect(throws: (any Error).self) { try context.save() }
            context.rollback()
        }
        #expect(
            try SharedServer.run(
                "SELECT string_agg(concat_ws('|', p.name, p.mood, p.tags, p.extra, p.seen AT TIME ZONE 'UTC', p.local, p.amount, "
                    + "b.name, t.title), '; ' ORDER BY p.name) FROM \(place).people p LEFT JOIN \(place).people b ON b.id = p.boss_id "
                    + "JOIN \(place).members m ON m.person_id = p.id JOIN \(place).teams t ON t.id = m.team_id"
            )
                == [
                    "Ada|glad|{z}|{\"x\": [1, 2]}|red; "
                        + "Bob|sad|{\"y\": 1}|2001-01-02 00:00:00|2001-01-02 00:00:00|12.50|Ada|red"
                ])
    }

    @Test("PG-154 --version names libpq")
    func version() throws {
        let run = try ToolRun("--version")
        #expect(run.exitCode == 0 && run.output.contains("libpq "), "\(run.output)")
    }

    @Test("PG-154 inspect refuses a store, an empty namespace, and a folder that is there")
    func refusals() throws {
        let output = folder.file("Shop.xcdatamodeld")
        let empty = try ToolRun("postgresql", "inspect", namespace.url.absoluteString, output.path)
        #expect(empty.exitCode == 3 && empty.errors.contains("has no tables"))
        _ = try Stack(at: namespace.url, CopySample.model())
        let store = try ToolRun("postgresql", "inspect", namespace.url.absoluteString, output.path)
        #expect(store.exitCode == 3 && store.errors.contains("holds a store"))
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: false)
        #expect(try ToolRun("postgresql", "inspect", namespace.url.absoluteString, output.path).exitCode == 4)
    }
}
#endif
