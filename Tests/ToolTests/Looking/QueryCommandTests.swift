// SPDX-License-Identifier: Apache-2.0
// `perdure store query`.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Tool: queries") struct QueryCommandTests {
    private let sample: StoreSample

    init() throws { sample = try StoreSample() }

    private func query(_ predicate: String, _ options: String...) throws -> ToolRun {
        try ToolRun(["store", "query", sample.path, predicate, "--entity", "Note"] + options)
    }

    @Test("a query prints a table of the wanted columns, through relationships, in the wanted order")
    func table() throws {
        let run = try query("TRUEPREDICATE", "--columns", "title,folder.name", "--order", "-points,title")
        #expect(run.exitCode == 0 && run.errors.isEmpty)
        #expect(
            run.lines == [
                #"title                           folder.name"#,
                #""Milk"                          "Inbox""#,
                #""Bread \"rye\""                 "Inbox""#,
                #""line one\nline two\u{1b}[31m"  NULL"#,
            ], "\(run.output)")
    }

    @Test("--limit and --count; --count alone is a number")
    func counts() throws {
        #expect(try query("folder != nil", "--count").output == "2\n")
        #expect(try query("TRUEPREDICATE", "--count", "--limit", "1").output == "1\n")
        let json = try query("title == 'Milk'", "--count", "--json").json() as? [String: Any]
        #expect(json?["count"] as? Int == 1 && json?["format"] as? Int == 1)
        let records = try query("TRUEPREDICATE", "--limit", "2", "--csv").output.components(
            separatedBy: "\r\n")
        #expect(records.count == 4 && records[3].isEmpty)
        #expect(try query("TRUEPREDICATE", "--limit", "0").lines.count == 1)
    }

    @Test(
        "JSON, JSON lines and CSV have the columns by their paths; $object is the object, and counts are columns too"
    )
    func forms() throws {
        let json =
            try query("points == 7", "--json", "--columns", "$object,points,isDone,folder").json()
            as? [String: Any]
        let row = try #require((json?["rows"] as? [[String: Any]])?.first)
        #expect((row["$object"] as? String)?.hasPrefix("Note/p") == true)
        #expect((row["folder"] as? String)?.hasPrefix("Folder/p") == true)
        #expect(row["points"] as? Int == 7 && row["isDone"] is NSNull)
        let lines = try ToolRun(
            "store", "query", sample.path, "TRUEPREDICATE", "--entity", "Folder", "--json-lines", "--columns",
            "name,notes.@count", "--order", "name")
        #expect(
            lines.lines == [
                #"{"name":"Empty","notes.@count":0}"#, #"{"name":"Inbox","notes.@count":2}"#,
            ])
        #expect(
            try query("points == 7", "--csv", "--columns", "title,points").output
                == "title,points\r\nMilk,7\r\n")
    }

    @Test("without --columns a query has the object, its attributes and its to-one relationships")
    func usualColumns() throws {
        let run = try query("points == 7", "--csv")
        #expect(run.output.hasPrefix("$object,created,folder,isDone,points,title\r\nNote/p"))
    }

    @Test(
        "wrong keys end with 2, name the key and list those that there are",
        arguments: [
            (
                ["--columns", "titel"],
                "Note has no property 'titel'; it has created, folder, isDone, points, title"
            ),
            (["--columns", "folder.nam"], "Folder has no property 'nam'; it has name, notes"),
            (["--columns", "title.length"], "'length' follows an attribute"),
            (["--columns", "folder.notes"], "ask for 'folder.notes.@count'"),
            (["--order", "folder"], "name one of their attributes"),
            (["--csv", "--table"], "exclude each other"),
        ])
    func refuses(_ options: [String], _ reason: String) throws {
        let run = try ToolRun(["store", "query", sample.path, "TRUEPREDICATE", "--entity", "Note"] + options)
        #expect(run.exitCode == 2 && run.output.isEmpty)
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(try query("nonsense == 1").exitCode == 2)
        #expect(try query("title ==").exitCode == 2)
    }

    @Test("--explain prints the statement, the plan, and whether an index serves")
    func explains() throws {
        let scan = try query("title == 'Milk'", "--explain")
        #expect(scan.exitCode == 0)
        #expect(scan.output.contains("Statement\n  SELECT ") && scan.output.contains("Values\n  'Milk'"))
        #expect(scan.output.contains("Verdict: no index serves: whole tables are read\n"), "\(scan.output)")
        let key =
            try query("folder.name == 'Inbox' AND SELF != nil", "--explain", "--json").json()
            as? [String: Any]
        #expect((key?["plan"] as? [String])?.isEmpty == false)
        try sample.damage("CREATE INDEX Notes_by_title ON ZNOTE (ZTITLE)")
        let found = try query("title == 'Milk'", "--explain")
        #expect(found.output.contains("an index serves: Notes_by_title"), "\(found.output)")
    }
}
