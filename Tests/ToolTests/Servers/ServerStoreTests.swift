// SPDX-License-Identifier: Apache-2.0
// `perdure store show`, `dump` and `check` on a server.

#if PostgreSQL
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: stores on servers", .enabled(if: SharedServer.url != nil, "\(SharedServer.advice)"))
struct ServerStoreTests {
    private let namespace: ServerNamespace
    private var url: String { namespace.url.absoluteString }

    init() throws {
        namespace = try ServerNamespace()
        let stack = try Stack(at: namespace.url, CopySample.model())
        try CopySample.fill(stack)
        try stack.coordinator.remove(stack.store)
    }

    @Test("PG-153 store show prints entities, counts and metadata of a store on a server")
    func shows() throws {
        let run = try ToolRun("store", "show", url)
        #expect(run.exitCode == 0 && run.errors == "")
        #expect(run.output.contains("Core Data store (PostgreSQL)"))
        #expect(run.output.contains("Employee : Person  1 row "))
        #expect(run.output.contains("9 rows of 4 entities"))
        #expect(run.output.contains("mood"))
        let json = try ToolRun("store", "show", url, "--json").json() as? [String: Any]
        #expect((json?["entities"] as? [[String: Any]])?.count == 4)
    }

    @Test("PG-153 store dump prints objects of a store on a server; --schema names the namespace")
    func dumps() throws {
        let base = try #require(SharedServer.url)
        let run = try ToolRun(
            "store", "dump", base, "--schema", namespace.name, "--entity", "Person", "--where",
            "email BEGINSWITH 'p1'")
        #expect(run.exitCode == 0 && run.errors == "")
        #expect(run.output.contains("\"p1@example.com\""))
        #expect(!run.output.contains("p2@example.com"))
    }

    @Test("PG-153 store query and dumps of all entities read a store on a server; sizes are for files")
    func queries() throws {
        let words = ["store", "query", url, "email BEGINSWITH 'p1'", "--entity", "Person"]
        let run = try ToolRun(words + ["--columns", "email", "--csv"])
        #expect(
            run.exitCode == 0 && run.output == "email\r\np1@example.com\r\n", "\(run.output)\(run.errors)")
        #expect(try ToolRun(words + ["--order", "-email", "--count"]).output == "1\n")
        let explained = try ToolRun(words + ["--explain"])
        #expect(explained.exitCode == 0 && explained.output.contains("Verdict: "), "\(explained.errors)")
        let dump = try ToolRun("store", "dump", url, "--json-lines")
        #expect(dump.exitCode == 0 && dump.lines.count == 9, "\(dump.errors)")
        let history = try ToolRun("store", "history", url)
        #expect(history.exitCode == 0 && history.errors.contains("keeps no history"), "\(history.errors)")
    }

    @Test("PG-153 store stats tells rows, and the sizes that the server counts")
    func sizes() throws {
        let run = try ToolRun("store", "stats", url, "--json")
        let found = try #require(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let tables = try #require(found["tables"] as? [[String: Any]])
        let book = try #require(tables.first { $0["name"] as? String == "book" }, "\(tables)")
        #expect(book["parts"] as? Int == 0 && (book["bytes"] as? Int ?? 0) > 0)
        let indexes = try #require(found["indexes"] as? [[String: Any]])
        #expect(indexes.contains { $0["table"] as? String == "book" && ($0["bytes"] as? Int ?? 0) > 0 })
        let (store, database) = (found["storeBytes"] as? Int ?? 0, found["databaseBytes"] as? Int ?? 0)
        let sum = (tables + indexes).reduce(0) {
            $0 + ($1["bytes"] as? Int ?? 0) + ($1["largeValueBytes"] as? Int ?? 0)
        }
        #expect(store == sum && store < database)
        let entities = try #require(found["entities"] as? [[String: Any]])
        #expect(entities.reduce(0) { $0 + ($1["rows"] as? Int ?? 0) } == 9)
        let text = try ToolRun("store", "stats", url)
        #expect(
            text.exitCode == 0 && text.lines.contains { $0.hasPrefix("  book") && $0.contains("dead row") },
            "\(text.output)")
    }

    @Test("PG-153 store check finds nothing in a sound store, and reads every object")
    func sound() throws {
        let run = try ToolRun("store", "check", url)
        #expect(run.exitCode == 0 && run.errors == "", "\(run.output)")
        #expect(run.output.hasSuffix("sound, 9 objects of 4 entities read\n"))
    }

    @Test("PG-153 store check names missing definitions, and rows that no constraint guards")
    func damage() throws {
        let place = "\"\(namespace.name)\""
        try SharedServer.run(
            "UPDATE \(place).person SET version = 0 WHERE id = (SELECT min(id) FROM \(place).person)",
            "ALTER TABLE \(place).book DROP CONSTRAINT book_owner_id_fkey",
            "UPDATE \(place).book SET owner_id = 999999 WHERE id = (SELECT min(id) FROM \(place).book)")
        let run = try ToolRun("store", "check", url)
        #expect(run.exitCode == 1)
        #expect(run.output.contains("book_owner_id_fkey: the constraint is missing"))
        try SharedServer.run(
            "DELETE FROM \(place).perdure_objects WHERE name = 'book_owner_id_fkey'")
        let rows = try ToolRun("store", "check", url).output
        #expect(rows.contains("the version is below 1"))
        #expect(rows.contains("owner leads to a row that does not exist"))
        try SharedServer.run("ALTER TABLE \(place).team DROP COLUMN name")
        #expect(try ToolRun("store", "check", url).output.contains("team: the column name is missing"))
    }

    @Test("PG-153 store check finds derived values that somebody has changed")
    func derived() throws {
        let place = "\"\(namespace.name)\""
        try SharedServer.run(
            "DO $$ BEGIN SET LOCAL session_replication_role = replica; "
                + "UPDATE \(place).person SET book_count = 99, folded = 'no'; END $$")
        let run = try ToolRun("store", "check", url)
        #expect(run.exitCode == 1)
        #expect(run.output.contains("bookCount is not what it is derived from"))
        #expect(run.output.contains("folded is not what it is derived from"))
    }

    @Test("PG-153 no message repeats a password, whatever is wrong with the command line")
    func secrets() throws {
        let urls = [
            "postgresql://me:s3cret@localhost:1/none", "postgresql://me:s3cret@localhost:x/none",
            "postgresql:///none?host=/nowhere&password=s3cret", "postgres://me:s3c/s3cret@localhost/none",
        ]
        for url in urls {
            for words in [
                ["store", "show", url], ["store", "copy", url, url],
                ["store", "migrate", url, "--model", url],
                ["store", "show", "file", url], ["model", "show", url],
                ["store", "check", "--model", url, url],
            ] {
                let run = try ToolRun(words)
                #expect(run.exitCode != 0)
                #expect(!(run.output + run.errors).contains("s3cret"), "\(words): \(run.errors)")
            }
        }
    }
}
#endif
