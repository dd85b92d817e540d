// SPDX-License-Identifier: Apache-2.0
// `perdure model lint`.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Tool: lint of models") struct ModelLintTests {
    private let models: ModelFolder

    init() throws { models = try ModelFolder() }

    private func lint(_ entities: String, attributes: String = "", _ options: String...) throws -> ToolRun {
        try ToolRun(
            ["model", "lint", try models.source("M.xcdatamodel", entities, attributes: attributes)] + options)
    }

    @Test("PRG-120 a warning does not fail, --strict does, and --ignore leaves a rule out")
    func warnings() throws {
        let run = try lint(ModelFolder.notes)
        #expect(run.exitCode == 0)
        #expect(run.lines.count == 1)
        #expect(run.lines.first?.hasPrefix("warning: Note.origin: the relationship has no inverse") == true)
        #expect(run.lines.first?.hasSuffix("[missing-inverse]") == true)
        #expect(run.errors.hasSuffix("M.xcdatamodel: 0 errors, 1 warning\n"))
        #expect(try lint(ModelFolder.notes, "--strict").exitCode == 1)
        let ignored = try lint(ModelFolder.notes, "--strict", "--ignore", "missing-inverse", "--quiet")
        #expect(ignored.exitCode == 0 && ignored.output.isEmpty && ignored.errors.isEmpty)
        let unknown = try lint(ModelFolder.notes, "--ignore", "mising-inverse")
        #expect(unknown.exitCode == 2 && unknown.errors.contains("did you mean 'missing-inverse'?"))
    }

    private static let faults: [(String, String, String)] = [
        (
            #"<entity name="A"><attribute name="n" attributeType="Integer 16" defaultValueString="70000"/></entity>"#,
            "error: A.n: its default value 70000 is out of the range", "contradiction"
        ),
        (
            #"<entity name="A"><attribute name="x" attributeType="String"/><attribute name="x" attributeType="String"/></entity>"#,
            "error: A.x: two properties have this name", "contradiction"
        ),
        (
            #"<entity name="A"><attribute name="objectID" attributeType="String"/></entity>"#,
            "error: A.objectID: NSManagedObject uses this name itself", "contradiction"
        ),
        (
            #"<entity name="A"><attribute name="x" attributeType="String"/><attribute name="X" attributeType="String"/></entity>"#,
            "warning: A.X: the property x has this name but for upper and lower case", "similar-names"
        ),
        (
            #"<entity name="Data" representedClassName="Data"/>"#,
            "warning: Data: its class Data hides the type Data", "type-name"
        ),
        (
            #"<entity name="A" representedClassName="C"/><entity name="B" representedClassName="C"/>"#,
            "warning: B: the entity A has the class C too", "shared-class"
        ),
        (
            #"<entity name="A"><attribute name="v" optional="YES" attributeType="Transformable"/></entity>"#,
            "warning: A.v: no transformer is named", "no-transformer"
        ),
        (
            """
            <entity name="A"><relationship name="bs" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="B" inverseName="a" inverseEntity="B"/></entity>
            <entity name="B"><relationship name="a" maxCount="1" deletionRule="Nullify" destinationEntity="A" inverseName="bs" inverseEntity="A"/></entity>
            """,
            "warning: A.bs: deleting the object sets B.a to nil, which is mandatory", "nullify-mandatory"
        ),
        (
            #"<entity name="A"><attribute name="x" attributeType="String"/><fetchIndex name="i"><fetchIndexElement property="x" type="Binary" order="ascending"/></fetchIndex><fetchIndex name="j"><fetchIndexElement property="x" type="Binary" order="ascending"/></fetchIndex></entity>"#,
            "warning: A: the index j orders what i orders already", "repeated-index"
        ),
    ]

    @Test("PRG-120 lint names what is wrong, with the rule", arguments: faults)
    func finds(_ entities: String, _ start: String, _ rule: String) throws {
        let run = try lint(entities)
        #expect(run.lines.contains { $0.hasPrefix(start) && $0.hasSuffix("[\(rule)]") }, "\(run.output)")
        #expect(run.exitCode == (start.hasPrefix("error") ? 1 : 0))
    }

    @Test("PRG-120 what CloudKit refuses is told where the model is for it, or when asked")
    func cloud() throws {
        #expect(!(try lint(ModelFolder.notes).output.contains("[cloudkit]")))
        let asked = try lint(ModelFolder.notes, "--cloudkit")
        #expect(asked.exitCode == 1)
        for text in [
            "error: Folder: CloudKit has no uniqueness constraints",
            "error: Folder.name: CloudKit needs attributes that are optional",
            "error: Note.origin: CloudKit needs an inverse",
        ] {
            #expect(asked.lines.contains { $0.hasPrefix(text) }, "\(text)\n\(asked.output)")
        }
        #expect(!asked.output.contains("isDone"))
        #expect(try lint(ModelFolder.notes, attributes: "usedWithCloudKit=\"YES\"").exitCode == 1)
    }

    @Test("PRG-120 --json has a version, and the same findings")
    func json() throws {
        let run = try lint(ModelFolder.notes, "--json")
        let json = try #require(try run.json() as? [String: Any])
        #expect(json["format"] as? Int == 1)
        let findings = try #require(json["findings"] as? [[String: Any]])
        #expect(findings.count == 1 && findings[0]["rule"] as? String == "missing-inverse")
        #expect(findings[0]["entity"] as? String == "Note" && findings[0]["property"] as? String == "origin")
    }
}
