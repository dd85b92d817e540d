// SPDX-License-Identifier: Apache-2.0
// `perdure port` as a shell calls it: its streams, its exit codes, and what it writes.

import Foundation
import PerdureTestSupport
import Testing

@Suite struct PortCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, _ name: String = "A.swift") throws {
        try Data(text.utf8).write(to: folder.file(name))
    }

    private var text: String {
        get throws { try String(contentsOf: folder.file("A.swift"), encoding: .utf8) }
    }

    @Test("PRG-80: the command prints a patch, and writes with --apply only")
    func patchFirst() throws {
        try write("let a = #keyPath(A.b)\n")
        let patch = try ToolRun("port", folder.url.path)
        #expect(patch.exitCode == 0)
        #expect(
            patch.output
                == "--- a/A.swift\n+++ b/A.swift\n@@ -1,1 +1,1 @@\n-let a = #keyPath(A.b)\n+let a = \"b\"\n")
        #expect(patch.errors.contains("1 places to change, 0 of them by hand"))
        #expect(try text == "let a = #keyPath(A.b)\n")
        #expect(try ToolRun("port", folder.url.path, "--apply").exitCode == 0)
        #expect(try text == "let a = \"b\"\n")
        #expect(try ToolRun("port", folder.url.path).output == "")
    }

    @Test("PRG-80: --json names each place, and exit code 1 says that a person is needed")
    func jsonReport() throws {
        try write("let a = r as? NSFetchRequest<Person>\n")
        let run = try ToolRun("port", folder.url.path, "--json")
        #expect(run.exitCode == 1)
        let contents = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let places = contents?["findings"] as? [[String: Any]]
        #expect(places?.first?["kind"] as? String == "cast")
        #expect(places?.first?["line"] as? Int == 1)
        #expect(contents?["format"] as? Int == 1)
    }

    @Test("PRG-83: bad input is exit code 3, after everything else was done; bad words are 2")
    func exitCodes() throws {
        try write("class {\n", "Broken.swift")
        try write("let a = #keyPath(A.b)\n")
        let run = try ToolRun("port", folder.url.path, "--apply")
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("Broken.swift:1: "))
        #expect(try text == "let a = \"b\"\n")
        #expect(try ToolRun("port", folder.file("none").path).exitCode == 3)
        #expect(try ToolRun("port", folder.url.path, "--fast").exitCode == 2)
    }
}
