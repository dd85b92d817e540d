// SPDX-License-Identifier: Apache-2.0
// Texts in tables: whatever their first characters are, they come back as they were, and a dump writes them as an export does.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: texts in tables") struct CSVRoundTripTests {
    private let folder: TemporaryFolder
    private func file(_ name: String) -> String { folder.file(name).path }

    init() throws {
        folder = try TemporaryFolder()
        let model = NSManagedObjectModel(
            EntitySketch(
                "Word", .attribute("text"), .attribute("photo", .binaryDataAttributeType),
                .attribute("place", .integer32AttributeType), .attribute("ratio", .doubleAttributeType)))
        try model.write(compiledTo: folder.file("Words.mom"))
    }

    /// Texts between which spreadsheets make a difference.
    private static let known = [
        "", "'", "''", "'x", "''x", "=x", "'=x", "''=x", "+1", "-1", "'-1", "@a", "'@a", "\tx", "'\tx", "\rx",
        "'\r\nx", "\nx", "=\u{301}", "'\u{301}=", "\"'=\"", " =x", "NULL", "1", "-", "a;b", "=a,b",
    ]

    private static func random(_ seed: UInt64) -> [String] {
        var random = RandomNumbers(seed)
        let letters = ["'", "=", "+", "-", "@", "\t", "\r", "\n", "\"", ",", ";", " ", "a", "é", "\u{301}"]
        return (0..<200).map { _ in
            (0..<random.below(6)).map { _ in letters[random.below(letters.count)] }.joined()
        }
    }

    /// Makes a store of texts, each with a number, a number that may be negative, and bytes whose base64 may begin with a plus.
    private func fill(_ store: String, _ texts: [String]) throws {
        let lines = try texts.enumerated().map { place, text in
            let object: [String: Any] = [
                "entity": "Word", "text": text, "place": place, "ratio": Double(place + 1) / -4,
                "photo": Data([UInt8(truncatingIfNeeded: 0xF8 + place), 0xFF]).base64EncodedString(),
            ]
            return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
        }
        _ = try run("create", file("Words.mom"), "-o", store)
        _ = try run(["import", store, "-"], input: lines.joined(separator: "\n"))
    }

    private func run(_ words: String...) throws -> ToolRun { try run(words) }

    private func run(_ words: [String], input: String? = nil) throws -> ToolRun {
        let run = try ToolRun(["store"] + words, input: input)
        #expect(run.exitCode == 0, "\(words) \(run.errors)")
        return run
    }

    @Test(
        "PRG-126 every text survives an export as a table and an import", arguments: Seeds.of("table-texts"))
    func survives(_ seed: UInt64) throws {
        let (store, copy) = (file("Words.sqlite"), file("Copy.sqlite"))
        let texts = Self.known + Self.random(seed)
        try fill(store, texts)
        _ = try run("export", store, "--csv", "-o", file("tables"))
        _ = try run("create", file("Words.mom"), "-o", copy)
        _ = try run("import", copy, file("tables"))
        _ = try run("diff", store, copy, "--key", "Word=place")
        let rows = try RawDatabase(URL(fileURLWithPath: copy)).rows("SELECT ZTEXT FROM ZWORD ORDER BY ZPLACE")
        for (row, text) in zip(rows, texts) where !row[0].utf8.elementsEqual(text.utf8) {
            Issue.record("\(text.debugDescription) came back as \(row[0].debugDescription), seed \(seed)")
        }
        #expect(rows.count == texts.count)
    }

    @Test("PRG-126 a dump and an export write the same cells", arguments: Seeds.of("table-cells"))
    func cells(_ seed: UInt64) throws {
        let store = file("Words.sqlite")
        try fill(store, Self.known + Self.random(seed))
        _ = try run("export", store, "--csv", "-o", file("tables"))
        let export = try String(contentsOfFile: file("tables/Word.csv"), encoding: .utf8)
        let dump = try run("dump", store, "--entity", "Word", "--csv").output
        #expect(
            export.replacing(/x-coredata:\/\/[-0-9A-F]+\/Word\/p\d+,/, with: "#").dropFirst("objectID,".count)
                == dump.replacing(/Word\/p\d+,\d+,/, with: "#").dropFirst("$object,$version,".count))
    }

    @Test("PRG-126 a text has one apostrophe more only where it would be a formula, a number never")
    func apostrophes() throws {
        let store = file("Words.sqlite")
        try fill(store, ["'x", "=x", "'=x", "''=x", "x"])
        let table = try run(
            "query", store, "TRUEPREDICATE", "--entity", "Word", "--csv", "--columns", "text,ratio",
            "--order", "place")
        #expect(
            table.output.components(separatedBy: "\r\n") == [
                "text,ratio", "'x,-0.25", "'=x,-0.5", "''=x,-0.75", "'''=x,-1.0", "x,-1.25", "",
            ], "\(table.output)")
    }
}

/// Random numbers that a seed decides.
private struct RandomNumbers {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }
}
