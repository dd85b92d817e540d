// SPDX-License-Identifier: Apache-2.0
// PRG-74: what the build plugin's tool prints goes to a terminal or a log, with names that strangers chose.

import Foundation
import PerdureModelFormat
import Testing

@Suite("Codegen tool: safe for a terminal") struct WarningSafetyTests {
    private let target: TargetFolder

    init() throws { target = try TargetFolder() }

    private func controls(_ run: CodegenRun) -> [UInt32] {
        run.errors.unicodeScalars.filter { $0 != "\n" && TerminalText.isControl($0) }.map(\.value)
    }

    @Test("PRG-74 an error escapes the names of entities, properties and files")
    func errors() throws {
        let entities = """
            <entity name="M\u{202E}"><relationship name="r\u{2066}\u{9B}" toMany="YES" destinationEntity="X\u{85}"/></entity>
            """
        let run = try target.run(models: [target.writeModel(entities, name: "Shop\u{202D}")])
        #expect(run.exitCode == 1)
        #expect(controls(run).isEmpty)
        #expect(
            run.errors.contains(
                "entity M\\u{202e}, property r\\u{2066}\\u{9b}: its destination entity 'X\\u{85}'"))
        #expect(run.errors.contains("Shop\\u{202d}.xcdatamodeld"))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test("PRG-74 a warning escapes the file's name and the source's words; wrong arguments too")
    func warnings() throws {
        let source = try target.write("let name = #keyPath(Movie.title)\n", to: "A\u{202E}\u{1B}.swift")
        let run = try target.run(models: [], sources: [source])
        #expect(controls(run).isEmpty)
        #expect(run.errors.contains("A\\u{202e}\\u{1b}.swift"))
        let usage = try CodegenRun(["--\u{202E}\u{9B}", "x"])
        #expect(usage.exitCode == 2 && controls(usage).isEmpty)
        #expect(usage.errors.contains("'--\\u{202e}\\u{9b}'") && usage.errors.contains("\nusage: "))
    }
}
