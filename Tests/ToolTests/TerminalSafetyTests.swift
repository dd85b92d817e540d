// SPDX-License-Identifier: Apache-2.0
// PRG-74: whatever strangers put into models, stores and file names, no command lets a terminal obey it.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: safe for a terminal") struct TerminalSafetyTests {
    private let folder: TemporaryFolder
    private let model: String

    /// A right-to-left override, an isolate, and the control sequence introducer of C1.
    private static let hostile = "\u{202E}\u{2066}\u{9B}"
    private static let escaped = "\\u{202e}\\u{2066}\\u{9b}"

    init() throws {
        folder = try TemporaryFolder()
        model = try Self.write(Self.entities, in: folder.file("Odd\u{202E}\u{1B}[1m\u{7F}.xcdatamodel"))
    }

    private static func write(_ entities: String, in source: URL) throws -> String {
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        let text =
            "<?xml version=\"1.0\"?><model userDefinedModelVersionIdentifier=\"\(hostile)\">\(entities)</model>"
        try Data(text.utf8).write(to: source.appendingPathComponent("contents"))
        return source.path
    }

    private static let entities = """
        <entity name="E\(hostile)" representedClassName="C\(hostile)" codeGenerationType="class">
            <attribute name="a\(hostile)" attributeType="String" defaultValueString="d\(hostile)"/>
            <fetchIndex name="i\(hostile)"><fetchIndexElement property="a\(hostile)" type="Binary"/></fetchIndex>
            <userInfo><entry key="k\(hostile)" value="v\(hostile)"/></userInfo>
        </entity>
        """

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            || (0x202A...0x202E).contains(scalar.value) || [0x061C, 0x200E, 0x200F].contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value)
    }

    /// Whether a terminal can show the streams of a run as they are.
    private func expectPlain(_ run: ToolRun, _ location: SourceLocation = #_sourceLocation) {
        for text in [run.output, run.errors] {
            let controls = text.unicodeScalars.filter { $0 != "\n" && Self.isControl($0) }
            #expect(controls.isEmpty, "\(controls.map(\.value))", sourceLocation: location)
        }
    }

    @Test("PRG-74 model show and model hashes escape names, values and the file's name")
    func models() throws {
        let shown = try ToolRun("model", "show", model)
        expectPlain(shown)
        #expect(shown.output.contains("Odd\\u{202e}\\u{1b}[1m\\u{7f}: 1 entity"))
        for name in ["E", "C", "a", "d", "i", "k", "v"] {
            #expect(shown.output.contains(name + Self.escaped), "\(name)")
        }
        let hashes = try ToolRun("model", "hashes", model)
        expectPlain(hashes)
        #expect(hashes.output.contains("E\(Self.escaped)  "))
    }

    @Test("PRG-135 marks of bidirectional text are escaped too")
    func marks() throws {
        let marked = try Self.write(
            "<entity name=\"M\u{200E}\u{200F}\u{061C}\"/>", in: folder.file("M.xcdatamodel"))
        let run = try ToolRun("model", "show", marked)
        expectPlain(run)
        #expect(run.output.contains("M\\u{200e}\\u{200f}\\u{61c}"))
    }

    @Test("PRG-74 --json gives the same texts, escaped as JSON does", arguments: ["show", "hashes"])
    func json(_ action: String) throws {
        let run = try ToolRun("model", action, "--json", model)
        expectPlain(run)
        #expect(run.output.contains("\"E\\u202e\\u2066\\u009b\""))
        let json = try #require(try run.json() as? [String: Any])
        let names =
            (json["entities"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
            ?? (json["entities"] as? [String: Any])?.keys.map { $0 }
        #expect(names == ["E" + Self.hostile])
    }

    @Test("PRG-74 model compile and generate escape what is wrong with a model, and the names of files")
    func errors() throws {
        let broken = try Self.write(
            "<entity name=\"E\(Self.hostile)\" parentEntity=\"\u{9B}2J\u{2067}\"/>",
            in: folder.file("B\u{202D}.xcdatamodel"))
        for words in [
            ["model", "compile", broken, folder.file("x.mom").path], ["generate", broken, "--output", "x"],
        ] {
            let run = try ToolRun(words)
            expectPlain(run)
            #expect(run.exitCode == 3)
            #expect(run.errors.contains("E\(Self.escaped)") && run.errors.contains("\\u{9b}2J\\u{2067}"))
            #expect(run.errors.contains("B\\u{202d}.xcdatamodel"))
            #expect(run.errors.split(separator: "\n").count == 1)
        }
        let refused = try ToolRun("generate", model, "--output", folder.file("Sources").path)
        expectPlain(refused)
        #expect(refused.exitCode == 3 && refused.errors.contains("its class name 'C\(Self.escaped)'"))
    }

    @Test("PRG-74 words that the tool does not know are escaped in its complaint")
    func usage() throws {
        for words in [
            ["\u{202E}\u{1B}c"], ["model", "\u{2068}\u{85}"], ["model", "show", "--\u{202E}"],
            ["store", "show", "\u{202E}\n"],
        ] {
            let run = try ToolRun(words)
            expectPlain(run)
            #expect(run.exitCode != 0 && run.errors.contains("\\u{20"))
        }
    }

    @Test("PRG-74 store show, dump and check escape names, values, metadata and the path")
    func stores() throws {
        let url = folder.file("S\u{202E}.sqlite")
        try makeStore(at: url)
        for action in ["show", "dump", "check"] {
            let entity = action == "dump" ? ["--entity", "E" + Self.hostile] : []
            let plain = try ToolRun(["store", action, url.path] + entity)
            expectPlain(plain)
            #expect(plain.exitCode == 0 && (action == "check" || plain.output.contains("E" + Self.escaped)))
            #expect(action == "dump" || plain.output.contains("S\\u{202e}.sqlite"))
            let json = try ToolRun(["store", action, "--json", url.path] + entity)
            expectPlain(json)
            _ = try json.json()
        }
        let dump = try ToolRun("store", "dump", url.path, "--entity", "E" + Self.hostile)
        #expect(dump.output.contains("\"v\(Self.escaped)\""))
        let unknown = try ToolRun("store", "dump", url.path, "--entity", "\u{202C}")
        expectPlain(unknown)
        #expect(unknown.errors.contains("no entity '\\u{202c}'; there are E\(Self.escaped)"))
        #expect(
            try ToolRun("store", "show", url.path).output.contains(
                "value\(Self.escaped)"))
        try RawDatabase(url, isReadOnly: false).rows("UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
        let damaged = try ToolRun("store", "check", url.path)
        expectPlain(damaged)
        #expect(damaged.exitCode == 1 && damaged.output.contains("Z_MAX of E\(Self.escaped) is 0"))
    }

    private func makeStore(at url: URL) throws {
        let model = NSManagedObjectModel(EntitySketch("E" + Self.hostile, .attribute("a" + Self.hostile)))
        let stack = try Stack(at: url, model)
        let context = stack.context()
        try context.performAndWait {
            context.insert("E" + Self.hostile, ["a" + Self.hostile: "v" + Self.hostile])
            try context.save()
        }
        let store = try #require(stack.coordinator.persistentStores.first)
        stack.coordinator.setMetadata(
            store.metadata.merging(["meta" + Self.hostile: "value" + Self.hostile]) { $1 }, for: store)
        try context.performAndWait {
            context.insert("E" + Self.hostile)
            try context.save()
        }
    }
}
