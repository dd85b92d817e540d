// SPDX-License-Identifier: Apache-2.0
// What the tool says to bad input: exit code, one line that names the file, and the file as it was.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Bad input: the tool") struct ToolExitTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "model commands: 3 for a truncated .mom, a DTD, a dangling inverse, a missing file",
        arguments: [
            "show", "hashes", "compile",
        ])
    func models(_ command: String) throws {
        let mom = folder.file("Short.mom")
        try FixtureModel.notes().archivedData().prefix(700).write(to: mom)
        let bundle = folder.file("Model.xcdatamodel")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        let output = command == "compile" ? [folder.file("Out.mom").path] : []
        try expectRefusal(["model", command, mom.path] + output, naming: ["Short.mom"])
        let texts = [
            (XMLTests.refused[0].text, "Model.xcdatamodel"),
            (
                "<model><entity name=\"A\"><relationship name=\"b\" maxCount=\"1\" destinationEntity=\"A\" "
                    + "inverseName=\"gone\" inverseEntity=\"A\"/></entity></model>", "A.b"
            ),
            (
                "<model><entity name=\"A\" parentEntity=\"B\"/><entity name=\"B\" parentEntity=\"A\"/></model>",
                "ancestor"
            ),
        ]
        for (text, word) in texts {
            try Data(text.utf8).write(to: bundle.appendingPathComponent("contents"))
            try expectRefusal(["model", command, bundle.path] + output, naming: [word])
        }
        try expectRefusal(
            ["model", command, folder.file("Gone.mom").path] + output, naming: ["Gone.mom", "no such file"])
    }

    @Test("store commands: 3 for what is no store", arguments: ["show", "check", "dump"])
    func noStores(_ command: String) throws {
        let file = folder.file("Foreign.sqlite")
        let options = command == "dump" ? ["--entity", "Book"] : []
        let contents = [
            Data("Dear diary".utf8), Data(),
            Data("SQLite format 3\0".utf8) + Data(repeating: 7, count: 4_080),
        ]
        for content in contents {
            try content.write(to: file)
            try expectRefusal(["store", command, file.path] + options, naming: ["Foreign.sqlite"])
        }
        try expectRefusal(
            ["store", command, folder.url.path] + options, naming: [folder.url.lastPathComponent, "folder"])
        try expectRefusal(
            ["store", command, folder.file("Gone.sqlite").path] + options, naming: ["no such file"])
    }

    @Test(
        "store check: 1 and a list for damage inside a store",
        arguments: [
            "UPDATE ZBOOK SET ZYEAR = 'soon'", "UPDATE ZBOOK SET ZCODE = zeroblob(15)",
            "ALTER TABLE ZBOOK DROP COLUMN ZPAGES", "DROP TABLE ZAUTHOR",
            "UPDATE ZBOOK SET ZCOVER = x'022E2E2F00'",
            "DELETE FROM ZAUTHOR", "UPDATE Z_PRIMARYKEY SET Z_MAX = 0",
        ])
    func damage(_ statement: String) throws {
        let store = try BookStore()
        try store.damage(statement)
        let before = FolderContent(store.folder)
        let run = try ToolRun("store", "check", store.url.path)
        #expect(run.exitCode == 1, "\(run.output)\(run.errors)")
        #expect(run.output.contains("error: ") && run.output.contains("problem"), "\(run.output)")
        #expect(FolderContent(store.folder) == before)
    }

    @Test("store dump: 3 for an unknown entity, predicate or key, and 3 with the value's place for a bad row")
    func dumping() throws {
        let store = try BookStore()
        let path = store.url.path
        for (words, text) in [
            (["--entity", "Nonsense"], "Nonsense"), (["--entity", "Book", "--where", "title =="], "--where"),
            (["--entity", "Book", "--where", "nonsense == 1"], "nonsense"),
        ] {
            let run = try ToolRun(["store", "dump", path] + words)
            #expect(
                [2, 3].contains(run.exitCode) && run.errors.contains(text), "\(run.exitCode) \(run.errors)")
        }
        try store.damage("UPDATE ZBOOK SET ZYEAR = 'soon' WHERE Z_PK = 2")
        let run = try ToolRun("store", "dump", path, "--entity", "Book")
        #expect(run.exitCode == 3 && run.errors.contains("Book.year"), "\(run.exitCode) \(run.errors)")
    }

    @Test("4 where the output cannot be written")
    func output() throws {
        let mom = folder.file("Notes.mom")
        try FixtureModel.notes().write(compiledTo: mom)
        try expectRefusal(
            ["model", "compile", mom.path, "/dev/null/Out.mom"], naming: ["/dev/null/Out.mom"], code: 4)
    }

    private func expectRefusal(_ words: [String], naming texts: [String], code: Int32 = 3) throws {
        let before = FolderContent(folder)
        let run = try ToolRun(words)
        #expect(run.exitCode == code, "\(words): \(run.output)\(run.errors)")
        // `model show` shows what there is of a model that contradicts itself.
        #expect(run.output.isEmpty || words[1] == "show", "\(words): \(run.output)")
        #expect(run.errors.hasPrefix("perdure: "), "\(words): \(run.errors)")
        for text in texts { #expect(run.errors.contains(text), "no \(text) in \(run.errors)") }
        #expect(!run.errors.contains("the text of the entity"))
        #expect(FolderContent(folder) == before)
    }
}
