// SPDX-License-Identifier: Apache-2.0
// `perdure model diff`.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Tool: versions of models") struct ModelDiffTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A model with one entity.
    private func model(_ file: String, _ entity: String, _ attributes: String) throws -> String {
        let source = folder.file("\(file).xcdatamodel")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity \(entity) syncable="YES">\(attributes)</entity>
            </model>
            """
        try Data(text.utf8).write(to: source.appendingPathComponent("contents"))
        return source.path
    }

    private func versions() throws -> (String, String) {
        let name = #"<attribute name="name" optional="YES" attributeType="String"/>"#
        let old = try model(
            "Old", #"name="Person""#, name + #"<attribute name="shoe" optional="YES" attributeType="Float"/>"#
        )
        let new = try model(
            "New", #"name="Contact" elementID="Person""#,
            name.replacing(#"name="name""#, with: #"name="fullName" elementID="name""#)
                + #"<attribute name="age" optional="YES" attributeType="Integer 16"/>"#)
        return (old, new)
    }

    @Test("MIG-153 model diff prints what differs, what pairs, comes and goes, and what is lost")
    func prints() throws {
        let (old, new) = try versions()
        let run = try ToolRun("model", "diff", old, new)
        #expect(run.exitCode == 1 && run.errors.isEmpty)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 6)
        #expect(lines.first?.hasPrefix("Contact  –") == true)
        #expect(lines.dropFirst().first?.hasPrefix("Person") == true)
        #expect(
            lines.suffix(4) == [
                "migration:", "  Person -> Contact: +age, name -> fullName, -shoe", "lost:",
                "  Person.shoe: the values",
            ])
        #expect(
            try ToolRun("model", "diff", old, old).output
                == "no entity differs\n\nmigration:\n  Person stays\n")
    }

    @Test("PRG-127 model diff exits with 0 for equal models, and with 2 for any trouble")
    func codes() throws {
        let (old, _) = try versions()
        #expect(try ToolRun("model", "diff", old, old).exitCode == 0)
        let missing = try ToolRun("model", "diff", old, folder.file("none").path)
        #expect(missing.exitCode == 2 && missing.errors.contains("there is no such file or folder"))
    }

    @Test("MIG-153 model diff exits with 5 and the reasons where no migration can be inferred")
    func refuses() throws {
        let old = try model(
            "Old", #"name="A""#, #"<attribute name="x" optional="YES" attributeType="String"/>"#)
        let new = try model(
            "New", #"name="A""#, #"<attribute name="x" optional="YES" attributeType="Date"/>"#)
        let run = try ToolRun("model", "diff", "--json", old, new)
        #expect(run.exitCode == 5)
        let json = try #require(try run.json() as? [String: Any])
        #expect(json["isInferred"] as? Bool == false)
        let refusals = try #require(json["refusals"] as? [[String: Any]])
        #expect(refusals.count == 1)
        #expect(refusals[0]["entity"] as? String == "A" && refusals[0]["property"] as? String == "x")
        #expect((refusals[0]["reason"] as? String)?.contains("add an attribute of another name") == true)
        #expect(try ToolRun("model", "diff", old, new).output.contains("no migration can be inferred:"))
    }
}
