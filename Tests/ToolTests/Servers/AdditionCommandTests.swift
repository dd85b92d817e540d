// SPDX-License-Identifier: Apache-2.0
// Triggers for other programs and readable dates in what the command prints, checks and repairs (PG-36, PG-58).

#if PostgreSQL
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: additions on servers", .enabled(if: SharedServer.url != nil, "\(SharedServer.advice)"))
struct AdditionCommandTests {
    private let folder: TemporaryFolder
    private let namespace: ServerNamespace

    init() throws {
        folder = try TemporaryFolder()
        namespace = try ServerNamespace()
    }

    private func model(_ name: String = "made", _ number: String = "rank") -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "City", .attribute(number, .integer64AttributeType), .attribute(name, .dateAttributeType)))
        model.entitiesByName["City"]?.attributesByName[name]?.renamingIdentifier = "made"
        return model
    }

    private func file(_ model: NSManagedObjectModel, _ name: String) throws -> String {
        let url = folder.file("\(name).mom")
        try model.write(compiledTo: url)
        return url.path
    }

    /// Runs a script as one statement: the transaction is the block's.
    private func run(_ script: String) throws {
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !["BEGIN;", "COMMIT;"].contains($0) }
        try SharedServer.run(
            "DO $outer$ BEGIN EXECUTE $script$\(lines.joined(separator: "\n"))$script$; END $outer$")
    }

    private func query(_ text: String) throws -> String {
        try SharedServer.run("SELECT (\(text.replacing("city", with: "\(namespace.name).city")))::text")
            .joined()
    }

    private let asked: [AnyHashable: Any] = [
        "PerdurePostgreSQLSchemaCreation": "never", "PerdurePostgreSQLOtherWriters": true,
    ]

    private func insert(_ stack: Stack, _ values: [String: Any]) throws {
        let context = stack.context()
        try context.performAndWait {
            context.insert("City", values)
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    @Test(
        "PG-154 PG-58 PG-36 the printed definitions have triggers and readable dates where they are asked for"
    )
    func printed() throws {
        let printed = try ToolRun(
            "postgresql", "schema", try file(model(), "Model"), "--schema", namespace.name, "--other-writers",
            "--readable-dates")
        #expect(printed.exitCode == 0 && printed.errors == "")
        try run(printed.output)
        let stack = try Stack(at: namespace.url, model(), options: asked)
        try insert(stack, ["rank": 1, "made": Date(timeIntervalSinceReferenceDate: 0)])
        try SharedServer.run("UPDATE \(namespace.name).city SET rank = 2")
        #expect(try query("SELECT version FROM city") == "2")
        #expect(try query("SELECT made_at AT TIME ZONE 'UTC' FROM city") == "2001-01-01 00:00:00")
        #expect(try ToolRun("store", "check", namespace.url.absoluteString).exitCode == 0)
        let script = try ToolRun(
            "postgresql", "schema", try file(model("built"), "New"), "--from", try file(model(), "Old"),
            "--schema",
            namespace.name, "--other-writers", "--readable-dates")
        #expect(script.exitCode == 0, "\(script.errors)")
        try run(script.output)
        #expect(try query("SELECT built_at AT TIME ZONE 'UTC' FROM city") == "2001-01-01 00:00:00")
        try SharedServer.run("UPDATE \(namespace.name).city SET rank = 3")
        #expect(try query("SELECT version FROM city") == "3")
        let check = try ToolRun("store", "check", namespace.url.absoluteString)
        #expect(check.exitCode == 0, "\(check.output)")
    }

    @Test("PG-153 PG-58 a check misses a trigger, and a repair makes it again")
    func repaired() throws {
        let stack = try Stack(
            at: namespace.url, model(),
            options: ["PerdurePostgreSQLOtherWriters": true, "PerdurePostgreSQLDates": "readable"])
        try insert(stack, ["rank": 1])
        try SharedServer.run(
            "DROP TRIGGER perdure_city_count ON \(namespace.name).city",
            "ALTER TABLE \(namespace.name).city DROP COLUMN made_at")
        let check = try ToolRun("store", "check", namespace.url.absoluteString)
        #expect(check.exitCode == 1)
        #expect(
            check.output.contains("perdure_city_count") && check.output.contains("city.made_at"),
            "\(check.output)")
        let repair = try ToolRun("store", "check", namespace.url.absoluteString, "--repair")
        #expect(repair.exitCode == 0, "\(repair.output) \(repair.errors)")
        try SharedServer.run("UPDATE \(namespace.name).city SET rank = 3")
        #expect(try query("SELECT version FROM city") == "2")
        #expect(try query("SELECT count(made_at) FROM city") == "0")
    }
}
#endif
