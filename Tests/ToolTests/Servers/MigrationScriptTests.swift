// SPDX-License-Identifier: Apache-2.0
// `perdure postgresql schema --from`: a migration as a text, run by psql.

#if PostgreSQL
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: migrations as texts", .enabled(if: SharedServer.url != nil, "\(SharedServer.advice)"))
struct MigrationScriptTests {
    private let namespace: ServerNamespace
    private let folder: TemporaryFolder

    init() throws {
        namespace = try ServerNamespace()
        folder = try TemporaryFolder()
    }

    private func old() -> NSManagedObjectModel {
        NSManagedObjectModel(
            EntitySketch(
                "Person", .attribute("name"), .attribute("age", .integer16AttributeType),
                .toMany("books", "Book", inverse: "owner")),
            EntitySketch("Book", .attribute("title"), .toOne("owner", "Person", inverse: "books")),
            EntitySketch("Gone", .attribute("word")))
    }

    private func new(unique: [[String]] = [["fullName"]]) -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Person", unique: unique, .attribute("fullName"), .attribute("age", .integer64AttributeType),
                .derived("bookCount", .integer64AttributeType, "books.@count"),
                .derived("folded", .stringAttributeType, "canonical:(fullName)"),
                .toMany("books", "Book", inverse: "owner")),
            EntitySketch(
                "Book", .attribute("title"), .attribute("note"), .toOne("owner", "Person", inverse: "books"),
                .toMany("labels", "Label", inverse: "books")),
            EntitySketch("Label", .attribute("text"), .toMany("books", "Book", inverse: "labels")))
        model.entitiesByName["Person"]?.attributesByName["fullName"]?.renamingIdentifier = "name"
        return model
    }

    private func file(_ model: NSManagedObjectModel, _ name: String) throws -> String {
        let url = folder.file("\(name).mom")
        try model.write(compiledTo: url)
        return url.path
    }

    private func script(_ new: NSManagedObjectModel? = nil) throws -> String {
        let run = try ToolRun(
            "postgresql", "schema", try file(new ?? self.new(), "new"), "--from", try file(old(), "old"),
            "--schema",
            namespace.name)
        #expect(run.exitCode == 0, "\(run.errors)")
        return run.output
    }

    private func fill(_ names: [String], history: Bool = false) throws {
        let options = history ? [NSPersistentHistoryTrackingKey: true] : nil
        let stack = try Stack(at: namespace.url, old(), options: options)
        let context = stack.context()
        try context.performAndWait {
            for (index, name) in names.enumerated() {
                let person = context.insert("Person", ["name": name, "age": index])
                for number in 0..<index {
                    context.insert("Book", ["title": "\(number)"]).setValue(person, forKey: "owner")
                }
            }
            context.insert("Gone", ["word": "lost"])
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    @Test("PG-154 the text of schema --from brings a store to the new version, as a migration does")
    func migrates() throws {
        try fill(["Ada", "Bob", "it's $1"])
        let before = try SharedServer.run("SELECT uuid FROM \(namespace.name).perdure_store")
        let script = try script()
        try ServerProgram.run(script: script)
        let stack = try Stack(at: namespace.url, new())
        let context = stack.context()
        try context.performAndWait {
            let people = try context.all("Person", by: "age")
            #expect(people.map { $0.value(forKey: "fullName") as? String } == ["Ada", "Bob", "it's $1"])
            #expect(people.map { $0.value(forKey: "bookCount") as? Int } == [0, 1, 2])
            #expect(people.map { $0.value(forKey: "folded") as? String } == ["ada", "bob", "it's $1"])
            let book = context.insert("Book", ["title": "new", "note": "n"])
            book.setValue(people[0], forKey: "owner")
            book.setValue(Set([context.insert("Label", ["text": "red"])]), forKey: "labels")
            people[1].setValue(Int64(1) << 40, forKey: "age")
            try context.save()
            #expect(people[0].value(forKey: "bookCount") as? Int == 1)
        }
        #expect(try SharedServer.run("SELECT uuid FROM \(namespace.name).perdure_store") == before)
        try stack.coordinator.remove(stack.store)
        let checked = try ToolRun("store", "check", namespace.url.absoluteString)
        #expect(
            checked.exitCode == 0 && checked.output.contains("sound"), "\(checked.output)\(checked.errors)")
        // It is another version now.
        let error = #expect(throws: ServerProgram.Failure.self) { try ServerProgram.run(script: script) }
        #expect(error?.description.contains("the store has another version of the model") == true)
    }

    @Test(
        "PG-154 the text ends without a change where rows do not fit, or texts need Perdure, or a history is kept"
    )
    func refuses() throws {
        for (names, history, message) in [
            (["Ada", "Ada"], false, "rows do not fit the new version"),
            (["Ada", "Élan"], false, "only Perdure can compute"), (["Ada"], true, "keeps a history"),
        ] {
            try SharedServer.run("DROP SCHEMA IF EXISTS \(namespace.name) CASCADE")
            try fill(names, history: history)
            let script = try script()
            let error = #expect(throws: ServerProgram.Failure.self) { try ServerProgram.run(script: script) }
            #expect(error?.description.contains(message) == true, "\(String(describing: error))")
            let stack = try Stack(
                at: namespace.url, old(), options: history ? [NSPersistentHistoryTrackingKey: true] : nil)
            #expect(
                try stack.context().performAndWait { try stack.context().all("Person").count } == names.count)
            try stack.coordinator.remove(stack.store)
        }
    }

    @Test("PG-154 what no migration can be inferred for is refused, and --strict is for new stores")
    func refusals() throws {
        let other = new()
        other.entitiesByName["Person"]?.attributesByName["age"]?.attributeType = .UUIDAttributeType
        let run = try ToolRun(
            "postgresql", "schema", try file(other, "other"), "--from", try file(old(), "old"))
        #expect(run.exitCode == 5 && run.output == "" && run.errors.contains("age"), "\(run.errors)")
        let strict = try ToolRun(
            "postgresql", "schema", try file(new(), "new"), "--from", try file(old(), "old"), "--strict")
        #expect(strict.exitCode == 2)
    }
}
#endif
