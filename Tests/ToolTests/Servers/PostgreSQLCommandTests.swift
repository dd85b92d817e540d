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
