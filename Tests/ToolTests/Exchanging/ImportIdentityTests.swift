// SPDX-License-Identifier: Apache-2.0
// Which object a record of an import is: that of its objectID in an export of the same store, else that of its unique values.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: which object a record is") struct ImportIdentityTests {
    private let sample: ExchangeSample

    init() throws { sample = try ExchangeSample() }

    private func emails() throws -> [String] {
        try RawDatabase(sample.url).rows("SELECT ZEMAIL FROM ZPERSON WHERE Z_PK < 4 ORDER BY Z_PK").map {
            $0[0]
        }
    }

    @Test("PRG-125 an objectID decides before unique values, so that values may be changed")
    func renamed() throws {
        let before = try emails()
        let text = try ToolRun("store", "export", sample.path, "--entity", "Person").output
        let edited = text.replacing("\"\(before[0])\"", with: "\"new@example.com\"")
        let run = try ToolRun(["store", "import", sample.path, "-"], input: edited)
        #expect(run.exitCode == 0 && run.errors.contains("0 new, "), "\(run.errors)")
        #expect(try emails() == ["new@example.com"] + before.dropFirst())
    }

    @Test("PRG-125 unique values that change hands are refused with both objects, and nothing is written")
    func exchanged() throws {
        let before = try emails()
        let lines = try ToolRun(
            "store", "export", sample.path, "--entity", "Person", "--entity", "Employee"
        ).lines
        let edited = lines.joined(separator: "\n").replacing("\"\(before[0])\"", with: "\"#\"")
            .replacing("\"\(before[1])\"", with: "\"\(before[0])\"")
            .replacing("\"#\"", with: "\"\(before[1])\"")
        let run = try ToolRun(["store", "import", sample.path, "-"], input: edited)
        #expect(run.exitCode == 3 && run.errors.contains("cannot change hands"), "\(run.errors)")
        #expect(run.errors.contains(before[0]) || run.errors.contains(before[1]))
        #expect(try emails() == before)
    }

    @Test("PRG-125 a record with the objectID of one object and the unique values of another is refused")
    func contradiction() throws {
        let before = try emails()
        let line =
            "{\"entity\":\"Person\",\"objectID\":\"x-coredata://\(try uuid())/Person/p1\","
            + "\"values\":{\"email\":\"\(before[1])\"}}"
        let run = try ToolRun(["store", "import", sample.path, "-"], input: line)
        #expect(run.exitCode == 3 && run.errors.contains("has its unique values"), "\(run.errors)")
        #expect(try emails() == before)
    }

    private func uuid() throws -> String {
        let text = try ToolRun("store", "export", sample.path, "--entity", "Book").lines[0]
        let header = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return header?["store"] as? String ?? ""
    }

    @Test("PRG-125 names of another store's export are none of this store's, also beside an export of it")
    func foreign() throws {
        let own = try ToolRun("store", "export", sample.path, "--entity", "Team").output
        let other = try sample.write(
            "other.jsonl", #"{"format":"perdure-export","version":1,"store":"OTHER"}"#,
            #"{"objectID":"Book/p1","entity":"Book","values":{"title":"Foreign"}}"#)
        let run = try ToolRun("store", "import", sample.path, other, try sample.write("own.jsonl", own))
        #expect(run.exitCode == 0 && run.errors.contains("1 new, 1 changed"), "\(run.errors)")
        #expect(try RawDatabase(sample.url).value("SELECT ZTITLE FROM ZBOOK WHERE Z_PK = 1") == "Book 0")
    }

    @Test("PRG-125 tables that go back into their own store change its objects, and make none")
    func tables() throws {
        #expect(
            try ToolRun("store", "export", sample.path, "--csv", "-o", sample.file("tables")).exitCode == 0)
        let run = try ToolRun("store", "import", sample.path, sample.file("tables"))
        #expect(run.exitCode == 0 && run.errors.contains("0 new, 15 changed"), "\(run.errors)")
        #expect(try RawDatabase(sample.url).value("SELECT COUNT(*) FROM ZBOOK WHERE ZOWNER = 1") == "4")
    }

    @Test(
        "PRG-124 what is no list of objects is told, and not taken for nothing",
        arguments: [
            ("", "is empty"), ("[{\"title\":\"x\"}]", "write one object per line"),
            ("title\nx\n", "names no entity"),
            ("{\"entity\":\"Person\",\"values\":{\"email\":\"q\",\"ratio\":\"nan\"}}", "NaN is no value"),
        ])
    func nothing(_ text: String, _ problem: String) throws {
        let run = try ToolRun(["store", "import", sample.path, "-"], input: text)
        #expect(run.exitCode == 3 && run.errors.contains(problem), "\(run.errors)")
    }

    @Test("PRG-123 a quote with a mark on it is written twice, and read back")
    func markedQuote() throws {
        let line = "{\"entity\":\"Book\",\"values\":{\"title\":\"\\\"\u{301}acc\"}}"
        #expect(try ToolRun(["store", "import", sample.path, "-"], input: line).exitCode == 0)
        #expect(
            try ToolRun("store", "export", sample.path, "--csv", "-o", sample.file("marked")).exitCode == 0)
        let back = try ToolRun("store", "import", sample.path, sample.file("marked"))
        #expect(back.exitCode == 0 && back.errors.contains("0 new"), "\(back.errors)")
    }
}
