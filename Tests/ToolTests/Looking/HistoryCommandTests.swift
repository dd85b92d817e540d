// SPDX-License-Identifier: Apache-2.0
// `perdure store history` and `perdure store stats`.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: history and sizes") struct HistoryCommandTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("Notes.sqlite").path }

    init() throws {
        folder = try TemporaryFolder()
        let stack = try Stack(
            at: folder.file("Notes.sqlite"), StoreSample.model(),
            options: [NSPersistentHistoryTrackingKey: true])
        let context = stack.context()
        try context.performAndWait {
            context.transactionAuthor = "importer"
            let note = context.insert("Note", ["title": "A"])
            let inbox = context.insert("Folder", ["name": "Inbox"])
            try context.save()
            context.transactionAuthor = "editor"
            note.setValue("B", forKey: "title")
            note.setValue(inbox, forKey: "folder")
            try context.save()
            context.delete(note)
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    @Test("history tells transactions with authors and changes, oldest first")
    func tells() throws {
        let run = try ToolRun("store", "history", path)
        #expect(run.exitCode == 0 && run.errors.isEmpty)
        let titles = run.lines.filter { $0.hasPrefix("#") }
        #expect(titles.count == 3)
        #expect(titles[0].contains(/^#1  \d{4}-\d\d-\d\dT[0-9:.]+Z  author "importer"/))
        #expect(titles[2].contains("author \"editor\""))
        #expect(run.lines.contains("  + Note/p1"))
        #expect(run.lines.contains("  ~ Note/p1: folder, title"))
        #expect(run.lines.contains("  - Note/p1"))
    }

    @Test("history --json names changed properties; --author, --entity, --after and --limit choose")
    func chooses() throws {
        let json =
            try ToolRun("store", "history", path, "--json", "--author", "editor").json() as? [String: Any]
        #expect(json?["format"] as? Int == 1)
        let transactions = try #require(json?["transactions"] as? [[String: Any]])
        #expect(transactions.map { $0["number"] as? Int } == [2, 3])
        let changes = try #require(transactions[0]["changes"] as? [[String: Any]])
        let update = try #require(changes.first { $0["object"] as? String == "Note/p1" })
        #expect(update["kind"] as? String == "update")
        #expect(update["properties"] as? [String] == ["folder", "title"])
        let lines = { (options: [String]) in
            try ToolRun(["store", "history", path, "--json-lines"] + options).lines.count
        }
        #expect(try lines([]) == 3)
        #expect(try lines(["--limit", "1"]) == 1)
        #expect(try lines(["--limit", "0"]) == 3)
        #expect(try lines(["--after", "2"]) == 1)
        #expect(try lines(["--since", "2001-01-01"]) == 3)
        #expect(try lines(["--since", "2999-01-01T00:00:00Z"]) == 0)
        #expect(try lines(["--entity", "Folder", "--limit", "1"]) == 1)
        let wrong = try ToolRun("store", "history", path, "--since", "soon")
        #expect(wrong.exitCode == 2 && wrong.errors.contains("2026-01-31"))
    }

    @Test("a store without a history says so, unless it should be quiet")
    func none() throws {
        let sample = try StoreSample()
        let run = try ToolRun("store", "history", sample.path)
        #expect(run.exitCode == 0 && run.output.isEmpty)
        #expect(
            run.errors.contains("keeps no history") && run.errors.contains("NSPersistentHistoryTrackingKey"))
        #expect(try ToolRun("store", "history", sample.path, "--quiet").errors.isEmpty)
    }

    @Test("stats tell rows and bytes of entities, attributes, tables and indexes, files and pages")
    func stats() throws {
        let sample = try StoreSample()
        let run = try ToolRun("store", "stats", sample.path)
        #expect(run.exitCode == 0 && run.errors.isEmpty)
        #expect(run.output.contains(/Note +3 rows +\d+ bytes/))
        #expect(run.output.contains(/\btitle +3 values +\d+ bytes/))
        #expect(run.output.contains("journal       wal\n"))
        let json = try #require(try ToolRun("store", "stats", sample.path, "--json").json() as? [String: Any])
        let tables = try #require(json["tables"] as? [[String: Any]])
        #expect(tables.contains { $0["name"] as? String == "ZNOTE" && ($0["bytes"] as? Int ?? 0) >= 4_096 })
        let entities = try #require(json["entities"] as? [[String: Any]])
        let note = try #require(entities.first { $0["name"] as? String == "Note" })
        let title = try #require(
            (note["attributes"] as? [[String: Any]])?.first { $0["name"] as? String == "title" })
        #expect(title["values"] as? Int == 3)
        #expect(title["bytes"] as? Int == "Bread \"rye\"Milkline one\nline two\u{1B}[31m".utf8.count)
    }
}
