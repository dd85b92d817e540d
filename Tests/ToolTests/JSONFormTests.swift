// SPDX-License-Identifier: Apache-2.0
// What all documents of `--json` have in common.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Tool: forms of --json") struct JSONFormTests {
    private let sample: ExchangeSample

    init() throws { sample = try ExchangeSample() }

    /// A command line for each command that has `--json`; STORE, MODEL and MAPPING stand for files.
    private static let lines = [
        "model show MODEL", "model hashes MODEL", "model diff MODEL MODEL", "model lint MODEL",
        "mapping show MAPPING", "store show STORE", "store query STORE TRUEPREDICATE --entity Book",
        "store dump STORE", "store history STORE", "store stats STORE", "store check STORE",
        "store import STORE LINES", "store diff STORE STORE", "store fit STORE MODEL", "store doctor STORE",
        "store protect STORE",
    ]

    private func words(_ line: String) throws -> [String] {
        let files = [
            "STORE": sample.path, "MODEL": sample.model,
            "MAPPING": sample.file("Empty.xcmappingmodel"),
            "LINES": try sample.write("one.jsonl", #"{"entity":"Book","title":"New"}"#),
        ]
        return line.split(separator: " ").map { files[String($0)] ?? String($0) }
    }

    private func writeMapping() throws {
        let folder = sample.folder.file("Empty.xcmappingmodel")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let text =
            "<database><object type=\"XDDEVMAPPINGMODEL\" id=\"z1\"><relationship name=\"entitymappings\" type=\"0/0\" "
            + "destination=\"XDDEVENTITYMAPPING\" idrefs=\"\"/></object></database>"
        try Data(text.utf8).write(to: folder.appendingPathComponent("xcmapping.xml"))
    }

    @Test("PRG-140 each document begins with the version of its form, under one name", arguments: lines)
    func begins(_ line: String) throws {
        if line.contains("MAPPING") { try writeMapping() }
        let run = try ToolRun(try words(line) + ["--json"])
        #expect(
            run.output.filter { !$0.isWhitespace }.hasPrefix("{\"format\":1,"), "\(run.output.prefix(80))")
        let document = try #require(try run.json() as? [String: Any], "\(run.errors)")
        #expect(document["format"] as? Int == 1)
    }

    @Test("PRG-140 a count and a plan are documents too")
    func queries() throws {
        for option in ["--count", "--explain"] {
            let line = "store query STORE TRUEPREDICATE --entity Book \(option) --json"
            let document = try ToolRun(try words(line)).json() as? [String: Any]
            #expect(document?["format"] as? Int == 1)
        }
    }

    @Test(
        "PRG-140 no command with --json is left out here, and the page of all commands lists what each prints"
    )
    func complete() throws {
        let page = try ToolRun("manual", "table").output
        let sections = page.components(separatedBy: "\n## perdure ").dropFirst()
        let commands = sections.filter { $0.contains("| `--json` |") }.compactMap {
            $0.split(separator: "\n").first.map(String.init)
        }
        let tested = Self.lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        // PortCommandTests looks at the document of `port`.
        #expect(Set(commands) == Set(tested + ["port"]))
        for command in commands { #expect(page.contains("| `\(command)` | `"), "\(command)") }
    }
}
