// SPDX-License-Identifier: Apache-2.0
// Models with attributes that merge: shown, compiled, and the same after it.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Tool: models with attributes that merge") struct MergingModelTests {
    private let folder: TemporaryFolder
    private let model: String

    init() throws {
        folder = try TemporaryFolder()
        let source = folder.file("Posts.xcdatamodel")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        try Data(Self.contents(merging: true).utf8).write(to: source.appendingPathComponent("contents"))
        model = source.path
    }

    private static let attributes: [(name: String, type: String, info: [String: String])] = [
        ("likes", "Integer 64", ["perdure.merge": "counter"]),
        (
            "links", "Binary",
            ["perdure.merge": "set", "perdure.mergeElements": "uri", "perdure.mergeIndexes": "YES"]
        ),
        (
            "settings", "Binary",
            ["perdure.merge": "dictionary", "perdure.mergeDeep": "YES", "perdure.mergeIndexes": "theme,font"]
        ),
        ("tags", "Binary", ["perdure.merge": "set", "perdure.mergeSkipsChanged": "YES"]),
        (
            "text", "String",
            [
                "perdure.merge": "value", "perdure.mergeConflict": "error",
                "perdure.mergeCriterion": "setterCalled",
            ]
        ),
    ]

    private static func contents(merging: Bool) -> String {
        let lines = attributes.map { attribute in
            let entries = attribute.info.map { "<entry key=\"\($0)\" value=\"\($1)\"/>" }.joined()
            return
                "<attribute name=\"\(attribute.name)\" optional=\"YES\" attributeType=\"\(attribute.type)\">"
                + (merging ? "<userInfo>\(entries)</userInfo>" : "") + "</attribute>"
        }
        return """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Post" representedClassName="Post" syncable="YES">
            \(lines.joined(separator: "\n"))
            </entity>
            </model>
            """
    }

    private static let shown = """
        Posts: 1 entity

        Post (class Post)
          likes     Integer 64  merges as counter
          links     Binary      merges as set of uri elements, indexed elements
          settings  Binary      merges as deep dictionary, indexed keys theme,font
          tags      Binary      merges as set of string elements, undo leaves others' changes
          text      String      merges as value, conflict error, changed when set

        """

    @Test("MRG-60 show says how attributes merge, of a source and of a compiled model") func shows() throws {
        let source = try ToolRun("model", "show", model)
        #expect(source.exitCode == 0, "\(source.errors)")
        #expect(source.output == Self.shown)
        let compiled = folder.file("Posts.mom").path
        #expect(try ToolRun("model", "compile", model, compiled).exitCode == 0)
        #expect(try ToolRun("model", "show", compiled).output == Self.shown)
    }

    @Test("MRG-142 hashes are those of the model without the entries") func hashes() throws {
        let plain = folder.file("Plain.xcdatamodel")
        try FileManager.default.createDirectory(at: plain, withIntermediateDirectories: true)
        try Data(Self.contents(merging: false).utf8).write(to: plain.appendingPathComponent("contents"))
        let merging = try ToolRun("model", "hashes", model).output.replacingOccurrences(
            of: "Posts", with: "Plain")
        #expect(merging.contains("Post"))
        #expect(try ToolRun("model", "hashes", plain.path).output == merging)
    }
}
