// SPDX-License-Identifier: Apache-2.0
// `perdure store create`, `export`, `import` and `diff` on a server.

#if PostgreSQL
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite(
    "Tool: export and import of stores on servers",
    .enabled(if: SharedServer.url != nil, "\(SharedServer.advice)"))
struct ServerExchangeTests {
    private let sample: ExchangeSample
    private let namespace: ServerNamespace
    private var url: String { namespace.url.absoluteString }
    private var place: String { "\"\(namespace.name)\"" }

    init() throws {
        sample = try ExchangeSample()
        namespace = try ServerNamespace()
    }

    /// Runs a command that must succeed.
    @discardableResult
    private func run(_ words: String...) throws -> ToolRun {
        let run = try ToolRun(["store"] + words)
        #expect(run.exitCode == 0, "\(words) \(run.output)\(run.errors)")
        return run
    }

    /// A new store on the server with all objects of the sample.
    private func fill() throws {
        try run("create", sample.model, "-o", url, "-q")
        try run("export", sample.path, "-o", sample.file("all.jsonl"), "-q")
        try run("import", url, sample.file("all.jsonl"), "-q")
    }

    private func requireEqual(_ a: String, _ b: String) throws {
        let diff = try run("diff", a, b, "--by-key", "--key", "Book=title")
        #expect(diff.output.isEmpty && diff.errors.contains("have the same objects"))
        #expect(try run("check", b).output.contains("sound, 15 objects of 4 entities read"))
    }

    @Test("PG-153 PRG-123 create makes a store that is sound, empty and of the model, and overwrites nothing")
    func creates() throws {
        let made = try run("create", sample.model, "-o", url)
        #expect(made.errors.contains("schema=\(namespace.name)"))
        #expect(made.errors.hasSuffix(": an empty store of 4 entities\n"), "\(made.errors)")
        #expect(try run("check", url).output.contains("sound, 0 objects of 4 entities"))
        #expect(!(try run("show", url).output.contains("PerdureUnfinishedCopy")))
        let keys = try SharedServer.run(
            "SELECT count(*)::text FROM pg_constraint WHERE contype = 'f' AND connamespace = '\(namespace.name)'::regnamespace"
        )
        // Owner, boss, both keys of the teams' people, both keys of friends.
        #expect(keys == ["6"])
        let again = try ToolRun("store", "create", sample.model, "-o", url)
        #expect(again.exitCode == 4 && again.errors.contains("holds a store already"), "\(again.errors)")
        #expect(!again.errors.contains("--to-schema"), "create has no such option")
        let stack = try Stack(at: namespace.url, ExchangeSample.description())
        #expect(try stack.context().performAndWait { try stack.context().all("Person").count } == 0)
    }

    @Test(
        "PG-153 create takes the namespace from --schema, and leaves nothing of a model that a server refuses"
    )
    func createsInNamespace() throws {
        let base = try #require(SharedServer.url)
        try run("create", sample.model, "-o", base, "--schema", namespace.name, "-q")
        #expect(try run("show", url).output.contains("0 rows of 4 entities"))
        let other = try ServerNamespace()
        let model = NSManagedObjectModel(
            EntitySketch("Item", unique: [["code"]], .attribute("code"), .attribute("name")))
        model.entitiesByName["Item"]?.userInfo = ["perdure.partitions": "4"]
        try model.write(compiledTo: sample.folder.file("Parts.mom"))
        let refused = try ToolRun(
            "store", "create", sample.file("Parts.mom"), "-o", other.url.absoluteString)
        #expect(refused.exitCode != 0 && refused.errors.contains("Item"), "\(refused.errors)")
        let tables = try SharedServer.run(
            "SELECT count(*)::text FROM pg_tables WHERE schemaname = '\(other.name)'")
        #expect(tables == ["0"])
    }

    @Test("PG-153 PRG-123 an export of a file, a new store on a server and an import give an equal store")
    func jsonLines() throws {
        try run("create", sample.model, "-o", url, "-q")
        try run("export", sample.path, "-o", sample.file("all.jsonl"), "-q")
        let imported = try run("import", url, sample.file("all.jsonl"))
        #expect(
            imported.errors.hasSuffix(
                "15 new, 0 changed; new objects have other numbers than in the export\n"),
            "\(imported.errors)")
        try requireEqual(sample.path, url)
        let counts = try SharedServer.run(
            "SELECT book_count::text FROM \(place).person WHERE email = 'p0@example.com'")
        #expect(counts == ["4"])
        // Once more: people and the team are known by their unique values, books are new.
        let again = try run("import", url, sample.file("all.jsonl"), "--json").json() as? [String: Any]
        #expect(again?["isWritten"] as? Bool == true)
        #expect(again?["inserted"] as? Int == 4 && again?["updated"] as? Int == 11)
    }

    @Test("PG-153 PRG-123 an export of a server, as lines and as tables, gives an equal file")
    func exports() throws {
        try fill()
        let lines = try run("export", url, "-o", sample.file("server.jsonl"))
        #expect(lines.errors.contains("15 objects of ") && lines.errors.contains(namespace.name))
        try run("export", url, "--csv", "-o", sample.file("tables"), "-q")
        let table = try String(contentsOfFile: sample.file("tables/Person.csv"), encoding: .utf8)
        #expect(table.hasPrefix("objectID,address,age,amount,big,books,boss,"))
        #expect(table.contains(",'=1+1,") && table.contains(",\"\","))
        for (name, source) in [("A.sqlite", "server.jsonl"), ("B.sqlite", "tables")] {
            let store = try sample.emptyStore(name)
            try run("import", store, sample.file(source), "-q")
            try requireEqual(url, store)
            try requireEqual(sample.path, store)
        }
        let some = try run("export", url, "--entity", "Employee", "--dates", "seconds")
        #expect(some.lines.count == 6 && some.output.contains("\"seen\":-700000000.1234567,"))
    }

    @Test("PG-153 PRG-124 all problems of an import are listed, and nothing is written to the server")
    func problems() throws {
        try fill()
        let before = try run("export", url).output
        let file = try sample.write(
            "bad.jsonl", #"{"entity":"Person","values":{"email":"new@example.com","age":70000}}"#,
            #"{"entity":"Team","values":{"name":"no\u0000t"}}"#,
            #"{"entity":"Person","values":{"email":null}}"#)
        let refused = try ToolRun("store", "import", url, file)
        #expect(refused.exitCode == 3 && refused.errors.contains("nothing was written"))
        #expect(refused.errors.contains(":1: Person.age: 70000 is out of the range of 16 bits"))
        #expect(refused.errors.contains(":3: Person.email: "), "\(refused.errors)")
        let good = try sample.write(
            "good.jsonl", #"{"entity":"Person","email":"p0@example.com","age":5,"boss":"p2@example.com"}"#,
            #"{"entity":"Team","name":"New","people":["p0@example.com"]}"#)
        let dry = try run("import", url, good, "--dry-run")
        #expect(dry.errors.contains("1 new, 1 changed, nothing was written (--dry-run)"), "\(dry.errors)")
        let inserts = try ToolRun("store", "import", url, good, "--insert-only")
        #expect(inserts.exitCode == 3 && inserts.errors.contains("is there already: Person/p"))
        #expect(try run("export", url).output == before)
        try run("import", url, good)
        let people = try SharedServer.run(
            "SELECT p.age || ' ' || b.email FROM \(place).person p JOIN \(place).person b ON b.id = p.boss_id "
                + "WHERE p.email = 'p0@example.com'")
        #expect(people == ["5 p2@example.com"])
    }

    @Test("PG-153 an import that the server refuses tells the object's key, and nothing of it is written")
    func refusedByServer() throws {
        try fill()
        let file = try sample.write(
            "null.jsonl", #"{"entity":"Book","title":"Before"}"#, #"{"entity":"Book","title":"no\u0000t"}"#)
        let refused = try ToolRun("store", "import", url, file)
        #expect(refused.exitCode == 3 && refused.errors.contains("title"), "\(refused.errors)")
        let titles = try SharedServer.run("SELECT count(*)::text FROM \(place).book")
        #expect(titles == ["4"])
    }

    @Test("PG-153 PRG-127 diff compares servers: 0 for equal stores, 1 with each difference, 2 for trouble")
    func differences() throws {
        try fill()
        let copy = try ServerNamespace()
        try run("copy", url, copy.url.absoluteString)
        let equal = try run("diff", url, copy.url.absoluteString)
        #expect(equal.output.isEmpty && equal.errors.contains("have the same objects"))
        let books = try SharedServer.run("SELECT id::text FROM \(place).book ORDER BY id")
        let other = "\"\(copy.name)\""
        try SharedServer.run(
            "UPDATE \(other).book SET title = 'Other', version = version + 1 WHERE id = \(books[0])",
            "DELETE FROM \(other).book WHERE id = \(books[3])")
        let different = try ToolRun("store", "diff", url, copy.url.absoluteString)
        #expect(different.exitCode == 1 && different.lines.contains("- Book/p\(books[3])"))
        #expect(
            different.lines.contains { $0.hasPrefix("~ Book/p\(books[0]).title: \"Book ") },
            "\(different.output)")
        let words = ["store", "diff", url, copy.url.absoluteString, "--json"]
        let json = try ToolRun(words).json() as? [String: Any]
        // The title, the book, and the list of its owner's books.
        #expect(json?["count"] as? Int == 3)
        let nowhere = try ServerNamespace()
        let trouble = try ToolRun("store", "diff", url, nowhere.url.absoluteString)
        #expect(trouble.exitCode == 2 && trouble.errors.contains(nowhere.name), "\(trouble.errors)")
    }
}
#endif
