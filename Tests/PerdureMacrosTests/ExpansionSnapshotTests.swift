// SPDX-License-Identifier: Apache-2.0
// Complete expansions, exactly: each file in Snapshots/ has a rule, a source, a line, and what the macros make of
// the source. `PERDURE_RECORD=1` writes the files anew; look at the difference before you commit it.

import Foundation
import Testing

@Suite struct ExpansionSnapshotTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
    static let separator = "\n// ---- expands to ----\n"

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".snapshot") }.sorted()
    }()

    @Test("there are snapshots of all kinds") func thereAreSnapshots() { #expect(Self.names.count >= 32) }

    @Test("a class expands to exactly its snapshot", arguments: names)
    func expandsExactly(_ name: String) throws {
        let file = Self.folder.appending(path: name)
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: Self.separator)
        let expansion = Expansion(parts[0])
        #expect(expansion.reports == [])
        let text = Self.withoutTrailingSpace(expansion.text)
        if ProcessInfo.processInfo.environment["PERDURE_RECORD"] == "1" {
            try (parts[0] + Self.separator + text).write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(parts.count == 2)
            #expect(text == parts.last)
        }
    }

    private static func withoutTrailingSpace(_ text: String) -> String {
        var lines = text.components(separatedBy: "\n").map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
        while lines.last == "" { lines.removeLast() }
        return lines.joined(separator: "\n") + "\n"
    }
}
