// SPDX-License-Identifier: Apache-2.0
// `perdure store show` and `dump`. What `check` finds is in StoreCheckTests.swift.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Tool: stores") struct StoreCommandTests {
    private let sample: StoreSample

    init() throws { sample = try StoreSample() }

    @Test("show prints entities with their rows, the UUID and the metadata")
    func shows() throws {
        let run = try ToolRun("store", "show", sample.path)
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        #expect(run.lines.first == "\(sample.path): Core Data store (SQLite)")
        #expect(run.output.contains("model      the store's own copy\n"))
        #expect(run.output.contains("contents   5 rows of 2 entities\n"))
        #expect(
            run.output.contains(/\n  1  Folder  2 rows  [0-9a-f]{16}\n  2  Note    3 rows  [0-9a-f]{16}\n/))
        #expect(run.output.contains("NSPersistenceFrameworkVersion"))
    }

    @Test("show --json has the counts and the metadata")
    func showsJSON() throws {
        let json = try #require(try ToolRun("store", "show", "--json", sample.path).json() as? [String: Any])
        let entities = try #require(json["entities"] as? [[String: Any]])
        #expect(entities.map { $0["rows"] as? Int } == [2, 3])
        let metadata = try #require(json["metadata"] as? [String: Any])
        #expect(metadata["NSStoreType"] as? String == "SQLite")
        #expect(metadata["NSStoreUUID"] as? String == json["uuid"] as? String)
    }

    @Test("dump prints objects with attributes and relationships, safe for a terminal")
    func dumps() throws {
        let run = try ToolRun("store", "dump", sample.path, "--entity", "Note")
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        let notes = run.output.components(separatedBy: "Note/p").dropFirst().map { String($0.dropFirst()) }
            .sorted()
        #expect(notes.count == 3)
        #expect(notes[0].hasPrefix(" (version 1)\n"))
        #expect(run.output.contains("created  2001-01-01T00:00:00Z\n"))
        #expect(run.output.contains("title    \"Bread \\\"rye\\\"\"\n"))
        #expect(run.output.contains("folder   Folder/p"))
        #expect(run.output.contains("isDone   true\n"))
        #expect(run.output.contains("\"line one\\nline two\\u{1b}[31m\""))
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test("dump --json gives every property of every object")
    func dumpsJSON() throws {
        let run = try ToolRun("store", "dump", sample.path, "--entity=Folder", "--json")
        let document = try #require(try run.json() as? [String: Any])
        #expect(document["format"] as? Int == 1)
        let folders = try #require(document["objects"] as? [[String: Any]])
        #expect(folders.count == 2)
        let values = folders.compactMap { $0["values"] as? [String: Any] }
        let inbox = try #require(values.first { $0["name"] as? String == "Inbox" })
        #expect((inbox["notes"] as? [String])?.count == 2)
        #expect(folders.allSatisfy { ($0["objectID"] as? String)?.hasPrefix("x-coredata://") == true })
    }

    @Test("dump of nothing is an empty list, and says nothing to people")
    func dumpsNothing() throws {
        let options = ["--entity", "Note", "--where", "title == 'Cheese'"]
        let text = try ToolRun(["store", "dump", sample.path] + options)
        #expect(text.exitCode == 0)
        #expect(text.output.isEmpty)
        #expect(
            try ToolRun(["store", "dump", sample.path, "--json"] + options).output
                == "{\n  \"format\": 1,\n  \"objects\": []\n}\n")
    }

    @Test("--where and --limit choose objects")
    func chooses() throws {
        let matching = try ToolRun(
            "store", "dump", sample.path, "--entity", "Note", "--where",
            "folder.name == 'Inbox' AND points > 1")
        #expect(matching.lines.filter { $0.hasPrefix("Note/p") }.count == 1)
        #expect(matching.output.contains("\"Milk\""))
        let limited = try ToolRun("store", "dump", sample.path, "--entity", "Note", "--limit", "2", "--json")
        #expect(try objects(limited).count == 2)
        let none = try ToolRun("store", "dump", sample.path, "--entity", "Note", "--limit", "0", "--json")
        #expect(try objects(none).isEmpty)
    }

    private func objects(_ run: ToolRun) throws -> [Any] {
        try #require((try run.json() as? [String: Any])?["objects"] as? [Any])
    }

    @Test(
        "wrong entities and predicates end with 2 and say why",
        arguments: [
            (["--entity", "Nothing"], "there is no entity 'Nothing'; there are Folder, Note"),
            (["--entity", "Note", "--where", "title =="], "Unable to parse the format string"),
            (
                ["--entity", "Note", "--where", "nonsense == 1"],
                "Note has no property 'nonsense'; it has created, folder"
            ),
        ])
    func refuses(_ options: [String], _ reason: String) throws {
        let run = try ToolRun(["store", "dump", sample.path] + options)
        #expect(run.exitCode == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(reason))
        #expect(run.errors.hasPrefix("perdure: "))
    }

    @Test("no command writes to the store, commits in the WAL included")
    func writesNothing() throws {
        // A connection that stays open keeps commits in the WAL.
        let database = try RawDatabase(sample.url, isReadOnly: false)
        try database.rows("PRAGMA journal_mode = WAL")
        try database.rows("PRAGMA wal_autocheckpoint = 0")
        try database.rows("UPDATE ZNOTE SET ZPOINTS = 99 WHERE ZTITLE = 'Milk'")
        let before = try sample.files().filter { !$0.key.hasSuffix("-shm") }
        #expect(before["Notes.sqlite-wal"]?.isEmpty == false)
        #expect(try ToolRun("store", "show", sample.path).exitCode == 0)
        let dump = try ToolRun("store", "dump", sample.path, "--entity", "Note", "--where", "points == 99")
        #expect(dump.lines.first?.hasPrefix("Note/p") == true, "what lies in the WAL is seen")
        #expect(try ToolRun("store", "check", sample.path).exitCode == 0)
        #expect(try sample.files().filter { !$0.key.hasSuffix("-shm") } == before)
    }

    @Test("a store in a folder that cannot be written is read, without side files")
    func readOnlyFolder() throws {
        let names = Set(try sample.files().keys)
        chmod(sample.folder.url.path, 0o555)
        defer { chmod(sample.folder.url.path, 0o755) }
        for command in ["show", "check"] {
            #expect(try ToolRun("store", command, sample.path).exitCode == 0)
        }
        #expect(Set(try sample.files().keys) == names)
    }

    @Test("what is no store ends with 3", arguments: ["missing.sqlite", "text.sqlite", "empty.sqlite", "."])
    func noStore(_ name: String) throws {
        try Data("This is no database, but a text that is long enough.".utf8).write(
            to: sample.folder.file("text.sqlite"))
        try Data().write(to: sample.folder.file("empty.sqlite"))
        for command in ["show", "check"] {
            let run = try ToolRun("store", command, sample.folder.file(name).path)
            #expect(run.exitCode == 3)
            #expect(run.output.isEmpty)
            #expect(run.errors.hasPrefix("perdure: \(sample.folder.file(name).path): "))
        }
    }

    @Test("a store without a copy of its model asks for one, and takes the version that fits")
    func namedModel() throws {
        try sample.damage("DELETE FROM Z_MODELCACHE")
        let shown = try ToolRun("store", "show", sample.path)
        #expect(shown.exitCode == 0)
        #expect(shown.output.contains("none: the store keeps no copy of its model"))
        let refused = try ToolRun("store", "dump", sample.path, "--entity", "Note")
        #expect(refused.exitCode == 3)
        #expect(refused.errors.contains("name one with --model"))
        let source = sample.folder.file("Other.xcdatamodel")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        let other =
            "<model><entity name=\"Note\"><attribute name=\"title\" attributeType=\"Date\"/></entity></model>"
        try Data(other.utf8).write(to: source.appendingPathComponent("contents"))
        let foreign = try ToolRun("store", "dump", sample.path, "--entity", "Note", "--model", source.path)
        #expect(foreign.exitCode == 3)
        #expect(foreign.errors.contains("was not written with the model"))
        #expect(foreign.errors.contains("(Folder, Note)"))
    }
}
