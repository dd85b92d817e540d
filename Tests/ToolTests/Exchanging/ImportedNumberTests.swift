// SPDX-License-Identifier: Apache-2.0
// The numbers of imported objects: those of the export in a file that has never had objects, and new ones elsewhere.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: numbers of imported objects") struct ImportedNumberTests {
    private let sample: ExchangeSample

    init() throws { sample = try ExchangeSample() }

    private func run(_ words: String...) throws -> ToolRun {
        let run = try ToolRun(["store"] + words)
        #expect(run.exitCode == 0, "\(words) \(run.output)\(run.errors)")
        return run
    }

    private func rows(_ store: String, _ sql: String) throws -> [[String]] {
        try RawDatabase(URL(fileURLWithPath: store)).rows(sql)
    }

    /// Deletes objects as a program would.
    private func delete(_ entity: String, where format: String) throws {
        let stack = try Stack(at: sample.url, ExchangeSample.description())
        let context = stack.context()
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.predicate = NSPredicate(format: format)
            for object in try context.fetch(request) { context.delete(object) }
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    @Test(
        "PRG-137 export, create and import give a store in which diff finds the same objects",
        arguments: [false, true])
    func same(_ isTable: Bool) throws {
        try delete("Book", where: "title IN {'Book 0', 'Book 2'}")
        try delete("Person", where: "email == 'p3@example.com'")
        let output = sample.file("all")
        _ = try ToolRun(["store", "export", sample.path, "-o", output, "-q"] + (isTable ? ["--csv"] : []))
        let store = try sample.emptyStore()
        let imported = try run("import", store, output)
        #expect(imported.errors == "\(store): 12 new, 0 changed\n")
        #expect(try run("diff", sample.path, store).errors.contains("have the same objects"))
        #expect(try run("check", store).output.contains("sound, 12 objects"))
        let numbers = "SELECT Z_PK FROM ZPERSON ORDER BY 1"
        #expect(try rows(store, numbers) == rows(sample.path, numbers))
    }

    @Test("PRG-137 objects that are made later get higher numbers, because the counters are right")
    func counters() throws {
        try delete("Book", where: "title IN {'Book 0', 'Book 2'}")
        _ = try run("export", sample.path, "-o", sample.file("all.jsonl"))
        let store = try sample.emptyStore()
        _ = try run("import", store, sample.file("all.jsonl"))
        let highest = try rows(store, "SELECT MAX(Z_PK) FROM ZBOOK")[0][0]
        #expect(try rows(store, "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book'") == [[highest]])
        #expect(try rows(store, "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Person'") == [["10"]])
        _ = try run("import", store, try sample.write("new.jsonl", #"{"entity":"Book","title":"New"}"#))
        let new = try rows(store, "SELECT Z_PK FROM ZBOOK WHERE ZTITLE = 'New'")[0][0]
        #expect(Int(new) == (Int(highest) ?? 0) + 1)
    }

    @Test("PRG-137 a store that has had objects gives new numbers, and the import says so")
    func used() throws {
        let store = try sample.emptyStore()
        let first = try sample.write("first.jsonl", #"{"entity":"Book","title":"First"}"#)
        #expect(try run("import", store, first).errors == "\(store): 1 new, 0 changed\n")
        _ = try run("export", sample.path, "-o", sample.file("all.jsonl"))
        let imported = try run("import", store, sample.file("all.jsonl"))
        #expect(
            imported.errors.contains("15 new, 0 changed; new objects have other numbers than in the export"))
        #expect(try rows(store, "SELECT ZTITLE FROM ZBOOK WHERE Z_PK = 1") == [["First"]])
        #expect(try run("check", store).output.contains("sound, 16 objects"))
    }

    @Test("PRG-137 --json says whether numbers were kept; a dry run reserves none")
    func json() throws {
        _ = try run("export", sample.path, "-o", sample.file("all.jsonl"))
        let store = try sample.emptyStore()
        let dry = try run("import", store, sample.file("all.jsonl"), "--dry-run", "--json").json()
        #expect((dry as? [String: Any])?["keepsNumbers"] is NSNull)
        #expect(try rows(store, "SELECT IFNULL(MAX(Z_MAX), 0) FROM Z_PRIMARYKEY") == [["0"]])
        let document = try run("import", store, sample.file("all.jsonl"), "--json").json() as? [String: Any]
        #expect(document?["keepsNumbers"] as? Bool == true && document?["inserted"] as? Int == 15)
        let again = try run("import", store, sample.file("all.jsonl"), "--json").json() as? [String: Any]
        #expect(again?["keepsNumbers"] as? Bool == false)
    }

    @Test("PRG-137 exports of several stores get new numbers, and a number beyond all counters does no harm")
    func several() throws {
        let book = { (store: String, number: String) in
            """
            {"format":"perdure-export","version":1,"store":"\(store)"}
            {"objectID":"Book/p\(number)","entity":"Book","values":{"title":"\(store)"}}
            """
        }
        let store = try sample.emptyStore()
        let (a, b) = (
            try sample.write("a.jsonl", book("A", "7")), try sample.write("b.jsonl", book("B", "7"))
        )
        #expect(
            try run("import", store, a, b).errors.contains("2 new, 0 changed; new objects have other numbers")
        )
        let other = try sample.emptyStore("Other.sqlite")
        let large = try sample.write("large.jsonl", book("A", "\(Int64.max)"))
        #expect(try run("import", other, large).errors.contains("1 new, 0 changed; new objects"))
        #expect(try rows(other, "SELECT Z_PK FROM ZBOOK") == [["1"]])
    }

    @Test("PRG-137 a name that a hierarchy has twice is that of the first object")
    func twice() throws {
        let store = try sample.emptyStore()
        let file = try sample.write(
            "a.jsonl", #"{"format":"perdure-export","version":1,"store":"A"}"#,
            #"{"objectID":"Person/p2","entity":"Person","values":{"email":"a"}}"#,
            #"{"objectID":"Employee/p2","entity":"Employee","values":{"email":"b","boss":"Person/p2"}}"#)
        _ = try run("import", store, file)
        #expect(try rows(store, "SELECT Z_PK, ZEMAIL FROM ZPERSON ORDER BY 1") == [["2", "a"], ["3", "b"]])
        #expect(try run("check", store).output.contains("sound, 2 objects"))
    }
}
