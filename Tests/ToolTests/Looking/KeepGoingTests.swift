// SPDX-License-Identifier: Apache-2.0
// `--keep-going` of `store query` and `store export`: what cannot be read is told, and the rest is there. DumpFormTests.swift has dumps.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: values that cannot be read") struct KeepGoingTests {
    private let sample: StoreSample

    init() throws {
        sample = try StoreSample()
        try sample.damage(
            "UPDATE ZNOTE SET ZPOINTS = 'many' WHERE ZTITLE = 'Milk'",
            "UPDATE ZFOLDER SET ZNAME = x'FF' WHERE ZNAME = 'Empty'")
    }

    private func number(_ sql: String) throws -> String {
        try #require(try RawDatabase(sample.url).value(sql))
    }

    private func query(_ entity: String, _ options: String...) throws -> ToolRun {
        try ToolRun(["store", "query", sample.path, "TRUEPREDICATE", "--entity", entity] + options)
    }

    @Test("PRG-141 a query ends at a value that cannot be read, and names entity, object and property")
    func ends() throws {
        let milk = try number("SELECT Z_PK FROM ZNOTE WHERE ZTITLE = 'Milk'")
        let run = try query("Note", "--columns", "title,points")
        #expect(run.exitCode == 3 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("perdure: Note.points: Note/p\(milk): "), "\(run.errors)")
        #expect(run.errors.contains("holds text where its type is integer"))
    }

    @Test("PRG-141 with --keep-going a query tells the value, prints the rest, and exits with 1")
    func goesOn() throws {
        let milk = try number("SELECT Z_PK FROM ZNOTE WHERE ZTITLE = 'Milk'")
        let run = try query("Note", "--columns", "title,points", "--order", "title", "--keep-going", "--csv")
        #expect(run.exitCode == 1)
        #expect(run.errors.hasPrefix("perdure: Note.points: Note/p\(milk): "), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(run.output.contains("\r\nMilk,\r\n") && run.output.contains("\"Bread \"\"rye\"\"\",\r\n"))
        let json = try query("Note", "--keep-going", "--json").json() as? [String: Any]
        let rows = try #require(json?["rows"] as? [[String: Any]])
        let found = try #require(rows.first { $0["title"] as? String == "Milk" })
        #expect(rows.count == 3 && found["points"] is NSNull)
    }

    @Test("PRG-141 a value behind a relationship is named by the path, and by the object of the query")
    func paths() throws {
        try sample.damage("UPDATE ZFOLDER SET ZNAME = x'FF'")
        let run = try query("Note", "--columns", "title,folder.name", "--keep-going", "--json-lines")
        #expect(run.exitCode == 1 && run.lines.count == 3)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("perdure: Note.folder.name: Note/p") })
        #expect(lines.allSatisfy { $0.contains("holds a blob of 1 bytes") }, "\(run.errors)")
    }

    /// A store with 2,500 objects of a hierarchy, which statements have damaged.
    private func tree(_ statements: String...) throws -> URL {
        let url = sample.folder.file("Tree.sqlite")
        let stack = try Stack(
            at: url,
            NSManagedObjectModel(
                EntitySketch("Base", .attribute("name")), EntitySketch("Sub", parent: "Base")))
        let context = stack.context()
        try context.performAndWait {
            for number in 1...2_500 { context.insert("Base", ["name": "note \(number)"]) }
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        let database = try RawDatabase(url, isReadOnly: false)
        for statement in statements + ["PRAGMA wal_checkpoint(TRUNCATE)"] { try database.rows(statement) }
        return url
    }

    private func goingOn(_ command: String, _ url: URL, _ more: String...) throws -> ToolRun {
        try ToolRun(["store", command, url.path, "--keep-going"] + more)
    }

    @Test(
        "PRG-141 pages of which no row can be read end neither a dump nor an export, however large the rows before are",
        arguments: [0, 300_000])
    func unreadablePages(_ bytes: Int) throws {
        // Behind large rows pages are small, and are read again with more rows.
        let url = try tree(
            "UPDATE ZBASE SET ZNAME = printf('%.*c', \(bytes), 'x') WHERE Z_PK <= 10 AND \(bytes) > 0",
            "UPDATE ZBASE SET Z_ENT = 77 WHERE Z_PK BETWEEN 11 AND 1900")
        let dump = try goingOn("dump", url, "--entity", "Base", "--json-lines")
        #expect(dump.exitCode == 1 && dump.lines.count == 610, "\(dump.lines.count)")
        let target = sample.folder.file("a.jsonl")
        let export = try goingOn("export", url, "-o", target.path)
        let lines = try String(contentsOf: target, encoding: .utf8).split(separator: "\n")
        #expect(export.exitCode == 1 && lines.count == 611, "\(lines.count) \(export.errors.prefix(300))")
    }

    @Test("PRG-141 damage that ends a read is told with what was not read, and the exit code is 3")
    func cutShort() throws {
        let url = try tree()
        let place = try #require(
            RawDatabase(url).value(
                "SELECT (pageno - 1) * (SELECT page_size FROM pragma_page_size) FROM dbstat WHERE name = 'ZBASE' "
                    + "AND pagetype = 'leaf' ORDER BY path DESC LIMIT 1"
            ).flatMap { UInt64($0) })
        let file = try FileHandle(forWritingTo: url)
        try file.seek(toOffset: place)
        try file.write(contentsOf: Data(repeating: 0xEE, count: 512))
        try file.close()
        let run = try goingOn("dump", url, "--entity", "Base", "--json-lines")
        #expect(
            run.exitCode == 3 && run.errors.contains("what comes behind it was not read"), "\(run.errors)")
        #expect(!run.lines.isEmpty)
    }

    @Test("PRG-141 nothing is wrong with what a query does not read")
    func unread() throws {
        for options in [["--count"], ["--columns", "title"], ["--columns", "title", "--keep-going"]] {
            let run = try ToolRun(
                ["store", "query", sample.path, "TRUEPREDICATE", "--entity", "Note"] + options)
            #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
        }
    }

    @Test("PRG-141 an export ends at a value that cannot be read; with --keep-going it has all objects")
    func exports() throws {
        let plain = try ToolRun("store", "export", sample.path, "-o", sample.folder.file("a.jsonl").path)
        #expect(plain.exitCode == 3 && plain.errors.contains("holds a blob"))
        #expect(!FileManager.default.fileExists(atPath: sample.folder.file("a.jsonl").path))
        let milk = try number("SELECT Z_PK FROM ZNOTE WHERE ZTITLE = 'Milk'")
        let empty = try number("SELECT Z_PK FROM ZFOLDER WHERE ZNAME = x'FF'")
        let run = try ToolRun("store", "export", sample.path, "--keep-going")
        #expect(run.exitCode == 1 && run.lines.count == 6)
        #expect(run.errors.contains("Note.points: row \(milk) holds text"), "\(run.errors)")
        #expect(run.errors.contains("Folder.name: row \(empty) holds a blob"))
        #expect(run.errors.split(separator: "\n").count == 2, "each value is told once")
        #expect(run.lines.contains { $0.contains("\"points\":null,\"title\":\"Milk\"") })
    }

    @Test("PRG-141 an export as tables goes on too")
    func tables() throws {
        let folder = sample.folder.file("tables").path
        let run = try ToolRun("store", "export", sample.path, "--csv", "-o", folder, "--keep-going")
        #expect(run.exitCode == 1 && run.errors.contains("5 objects of \(sample.path)"))
        let notes = try String(contentsOfFile: folder + "/Note.csv", encoding: .utf8)
        #expect(notes.contains(",,Milk\r\n"), "\(notes)")
    }

    @Test(
        "PRG-141 rows of an entity that the model does not have are told, and do not hide those behind them")
    func unknownEntities() throws {
        let url = sample.folder.file("Animals.sqlite")
        let stack = try Stack(
            at: url,
            NSManagedObjectModel(
                EntitySketch("Animal", .attribute("name")), EntitySketch("Dog", parent: "Animal")))
        let context = stack.context()
        try context.performAndWait {
            for number in 0..<450 { context.insert("Animal", ["name": "\(number)"]) }
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        try RawDatabase(url, isReadOnly: false).rows("UPDATE ZANIMAL SET Z_ENT = 77 WHERE Z_PK <= 400")
        let run = try ToolRun("store", "export", url.path, "--keep-going")
        #expect(run.exitCode == 1 && run.lines.count == 51)
        #expect(run.errors.contains("row 1 says it is of entity 77"), "\(run.errors.prefix(200))")
        #expect(run.errors.hasSuffix("run 'perdure store check'\n"))
    }
}
