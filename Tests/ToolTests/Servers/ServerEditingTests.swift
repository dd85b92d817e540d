// SPDX-License-Identifier: Apache-2.0
// `perdure store set` and `perdure store history` on a server.

#if PostgreSQL
import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite(
    "Tool: setting values and the history on servers",
    .enabled(if: SharedServer.url != nil, "\(SharedServer.advice)"))
struct ServerEditingTests {
    private let folder: TemporaryFolder
    private let namespace: ServerNamespace
    private var url: String { namespace.url.absoluteString }
    private var place: String { "\"\(namespace.name)\"" }

    init() throws {
        folder = try TemporaryFolder()
        namespace = try ServerNamespace()
    }

    /// Makes a store with a note and a folder; gives the note's name.
    private func make(_ options: [AnyHashable: Any] = [:]) throws -> String {
        let stack = try Stack(at: namespace.url, StoreSample.model(), options: options)
        let context = stack.context()
        let name = try context.performAndWait {
            context.transactionAuthor = "importer"
            let note = context.insert("Note", ["title": "A"])
            context.insert("Folder", ["name": "Inbox"])
            try context.save()
            return "Note/" + note.objectID.uriRepresentation().lastPathComponent
        }
        try stack.coordinator.remove(stack.store)
        return name
    }

    private func note(_ columns: String) throws -> [String] {
        try SharedServer.run("SELECT concat_ws('|', \(columns)) FROM \(place).note")
    }

    @Test(
        "PG-153 PRG-131 set changes values and references of an object on a server, and tells what they were")
    func sets() throws {
        let name = try make()
        let folder = try SharedServer.run("SELECT 'Folder/p' || id FROM \(place).folder")[0]
        let run = try ToolRun(
            "store", "set", url, name, "title==1+1", "points=7", "created=2026-11-28T07:30:00Z", "isDone=yes",
            "folder=\(folder)")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.errors.contains("\(name).title: \"A\" → \"=1+1\"\n"))
        #expect(run.errors.contains("\(name).folder: nil → \(folder)\n"))
        #expect(
            try note("title, points, created, is_done, folder_id IS NOT NULL, version")
                == ["=1+1|7|817543800|t|t|2"])
        let dry = try ToolRun("store", "set", url, name, "title=B", "--dry-run")
        #expect(dry.exitCode == 0 && dry.errors.hasSuffix("nothing was written (--dry-run)\n"))
        let base = try #require(SharedServer.url)
        let quiet = try ToolRun(
            "store", "set", base, "--schema", namespace.name, name, "--nil", "points", "-q")
        #expect(quiet.exitCode == 0 && quiet.errors.isEmpty, "\(quiet.errors)")
        #expect(try note("title, points, version") == ["=1+1|3"])
    }

    @Test("PG-153 PRG-131 what cannot be is refused with the reason, and nothing is written to the server")
    func refuses() throws {
        let name = try make()
        let before = try note("title, points, version")
        for (words, code, text) in [
            ([name, "points=x"], Int32(2), "\(name).points: 'x' is not a whole number"),
            ([name, "titel=x"], 2, "Note has no property 'titel'; it has created,"),
            (["Note/p999999", "title=x"], 3, "there is no object Note/p999999"),
            ([name, "folder=Folder/p999999"], 2, "the store has no object Folder/p999999"),
            (["x-coredata://\(UUID().uuidString)/\(name)", "title=x"], 3, "the URI is of the store "),
        ] {
            let run = try ToolRun(["store", "set", url] + words)
            #expect(run.exitCode == code && run.errors.contains(text), "\(words): \(run.errors)")
        }
        #expect(try note("title, points, version") == before)
    }

    @Test("PG-153 PG-123 history tells the transactions of a server, and set adds one with its author")
    func history() throws {
        let name = try make([NSPersistentHistoryTrackingKey: true])
        let first = try ToolRun("store", "history", url)
        #expect(first.exitCode == 0 && first.errors.isEmpty, "\(first.errors)")
        #expect(first.lines[0].contains(/^#1  \d{4}-\d\d-\d\dT[0-9:.]+Z  author "importer"/))
        #expect(first.lines.contains("  + \(name)") && first.lines.count == 3, "\(first.output)")
        let set = try ToolRun("store", "set", url, name, "title=B", "points=1")
        #expect(set.exitCode == 0, "\(set.errors)")
        #expect(!set.errors.contains("read-only"), "\(set.errors)")
        #expect(try note("title, points") == ["B|1"])
        let json =
            try ToolRun("store", "history", url, "--json", "--author", "perdure").json() as? [String: Any]
        let transactions = try #require(json?["transactions"] as? [[String: Any]])
        #expect(transactions.map { $0["number"] as? Int } == [2])
        let changes = try #require(transactions.first?["changes"] as? [[String: Any]])
        #expect(changes.map { $0["object"] as? String } == [name])
        #expect(changes.first?["kind"] as? String == "update")
        #expect(changes.first?["properties"] as? [String] == ["points", "title"])
        let lines = { (options: [String]) in
            try ToolRun(["store", "history", url, "--json-lines"] + options).lines.count
        }
        #expect(try lines([]) == 2 && lines(["--limit", "1"]) == 1 && lines(["--after", "2"]) == 0)
        #expect(try lines(["--entity", "Folder"]) == 1 && lines(["--since", "2999-01-01T00:00:00Z"]) == 0)
    }

    @Test("PG-153 PG-123 an import into a store with a history is one transaction of the history")
    func importedHistory() throws {
        let name = try make([NSPersistentHistoryTrackingKey: true])
        let file = folder.file("more.jsonl")
        try Data(
            """
            {"entity":"Folder","name":"Archive"}
            {"entity":"Note","title":"C"}

            """.utf8
        ).write(to: file)
        let run = try ToolRun("store", "import", url, file.path)
        #expect(run.exitCode == 0 && run.errors.contains("2 new, 0 changed"), "\(run.errors)")
        let history = try ToolRun("store", "history", url, "--after", "1")
        #expect(history.lines.count == 3 && history.lines[0].hasPrefix("#2  "), "\(history.output)")
        #expect(history.lines[0].contains("author \"perdure\""))
        #expect(history.lines.dropFirst().allSatisfy { $0.hasPrefix("  + ") && !$0.hasSuffix(name) })
    }
}
#endif
