// SPDX-License-Identifier: Apache-2.0
// `perdure model show`, `compile` and `hashes`.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Tool: models") struct ModelCommandTests {
    private let folder: TemporaryFolder
    private let model: String

    init() throws {
        folder = try TemporaryFolder()
        let source = folder.file("Notes.xcdatamodel")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        try Data(Self.contents.utf8).write(to: source.appendingPathComponent("contents"))
        model = source.path
    }

    private static let contents = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier="7">
            <entity name="Folder" representedClassName="Folder" syncable="YES">
                <attribute name="name" attributeType="String" defaultValueString="New"/>
                <relationship name="notes" optional="YES" toMany="YES" deletionRule="Cascade" ordered="YES"
                    destinationEntity="Note" inverseName="folder" inverseEntity="Note"/>
                <uniquenessConstraints>
                    <uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
                </uniquenessConstraints>
            </entity>
            <entity name="Note" representedClassName="Note" syncable="YES">
                <attribute name="created" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
                <relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify"
                    destinationEntity="Folder" inverseName="notes" inverseEntity="Folder"/>
                <fetchIndex name="byCreated">
                    <fetchIndexElement property="created" type="Binary" order="descending"/>
                </fetchIndex>
            </entity>
        </model>
        """

    @Test("show prints entities, properties, constraints and indexes")
    func shows() throws {
        let run = try ToolRun("model", "show", model)
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                Notes: 2 entities
                Version identifiers: 7

                Folder (class Folder)
                  name   String  required, default "New"
                  notes  → Note  to many, ordered, inverse folder, on delete cascade
                  unique: name

                Note (class Note)
                  created  Date
                  folder   → Folder  to one, inverse notes, on delete nullify
                  index byCreated: created descending

                """)
    }

    @Test("show --json names everything")
    func showsJSON() throws {
        let run = try ToolRun("model", "show", "--json", model)
        #expect(run.exitCode == 0)
        let json = try #require(try run.json() as? [String: Any])
        let entities = try #require(json["entities"] as? [[String: Any]])
        #expect(entities.map { $0["name"] as? String } == ["Folder", "Note"])
        #expect(entities[0]["uniquenessConstraints"] as? [[String]] == [["name"]])
        let relationship = try #require((entities[0]["relationships"] as? [[String: Any]])?.first)
        #expect(relationship["destination"] as? String == "Note")
        #expect(relationship["isOrdered"] as? Bool == true)
    }

    @Test("compile writes a .momd that shows the same model and has the same hashes")
    func compiles() throws {
        let compiled = folder.file("Out.momd").path
        let run = try ToolRun("model", "compile", model, compiled)
        #expect(run.exitCode == 0)
        #expect(run.output.isEmpty)
        let files = try FileManager.default.contentsOfDirectory(atPath: compiled).sorted()
        #expect(files == ["Notes.mom", "VersionInfo.plist"])
        let shown = try ToolRun("model", "show", compiled).lines.dropFirst()
        #expect(try shown == ToolRun("model", "show", model).lines.dropFirst())
        #expect(try ToolRun("model", "hashes", compiled).output == ToolRun("model", "hashes", model).output)
    }

    @Test("compile writes a single .mom, over an old one too")
    func compilesOneFile() throws {
        let compiled = folder.file("Out.mom")
        try Data("old".utf8).write(to: compiled)
        #expect(try ToolRun("model", "compile", model, compiled.path).exitCode == 0)
        #expect(
            try ToolRun("model", "hashes", compiled.path).output == ToolRun("model", "hashes", model).output)
    }

    @Test("compile that cannot write ends with 4 and leaves nothing")
    func cannotCompile() throws {
        let run = try ToolRun(
            "model", "compile", model, folder.file("Notes.xcdatamodel/contents/Out.momd").path)
        #expect(run.exitCode == 4)
        #expect(run.errors.hasPrefix("perdure: "))
    }

    @Test(
        "PRG-75 compile refuses what no store can hold, at its place, and writes nothing",
        arguments: [
            (
                "<entity name=\"E\"><attribute name=\"a\" attributeType=\"Composite\" composite=\"T\"/></entity>"
                    + "<composite name=\"T\"><attribute name=\"x\" attributeType=\"Composite\" composite=\"T\"/></composite>",
                "E.a: the composite type 'T' contains itself; take the element out that leads back"
            ),
            (
                "<entity name=\"E\"><attribute name=\"a\" attributeType=\"String\" derived=\"YES\" derivationExpression=\"a\"/></entity>",
                "E.a: it is derived from itself, directly or through others; derive it from a stored attribute"
            ),
            (
                "<entity name=\"E\"><relationship name=\"r\" toMany=\"YES\" minCount=\"-2\" destinationEntity=\"E\"/></entity>",
                "E.r: its minimum count -2 is negative; choose a number from 0 on"
            ),
            (
                "<entity name=\"_PrimaryKey\"/>",
                "_PrimaryKey: its table would be Z_PRIMARYKEY, which is one of Core Data's own; rename the entity"
            ),
        ])
    func refuses(_ entities: String, _ message: String) throws {
        let source = folder.file("Bad.xcdatamodel")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        try Data("<model>\(entities)</model>".utf8).write(to: source.appendingPathComponent("contents"))
        let output = folder.file("Bad.mom")
        let run = try ToolRun("model", "compile", source.path, output.path)
        #expect(run.exitCode == 3)
        #expect(
            run.errors.hasPrefix("perdure: \(source.path)") && run.errors.contains(message), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: output.path))
    }

    @Test("hashes prints one line per entity, digest and checksum")
    func hashes() throws {
        let run = try ToolRun("model", "hashes", model)
        #expect(run.exitCode == 0)
        #expect(run.lines.map { $0.split(separator: " ").first } == ["Folder", "Note", "digest", "checksum"])
        let json = try #require(try ToolRun("model", "hashes", "--json", model).json() as? [String: Any])
        let entities = try #require(json["entities"] as? [String: String])
        #expect(entities["Note"]?.count == 64)
        #expect(run.output.contains(try #require(entities["Note"])))
    }

    @Test("bad input ends with 3 and names the file", arguments: ["missing.momd", "text.mom", "empty.mom"])
    func badInput(_ name: String) throws {
        try Data("no model".utf8).write(to: folder.file("text.mom"))
        try Data().write(to: folder.file("empty.mom"))
        for command in ["show", "hashes"] {
            let run = try ToolRun("model", command, folder.file(name).path)
            #expect(run.exitCode == 3)
            #expect(run.output.isEmpty)
            #expect(run.errors.hasPrefix("perdure: \(folder.file(name).path): "))
            #expect(run.errors.split(separator: "\n").count == 1)
        }
    }

    @Test("a damaged source of before Xcode 4 is refused with its path")
    func oldSource() throws {
        let old = folder.file("Old.xcdatamodel")
        try FileManager.default.createDirectory(at: old, withIntermediateDirectories: true)
        try Data([1]).write(to: old.appendingPathComponent("elements"))
        let run = try ToolRun("model", "show", old.path)
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("elements"))
    }

    @Test(
        "hashes equal those that Apple's tools wrote",
        .enabled(if: Fixtures.isAvailable, Comment(rawValue: Fixtures.absence)))
    func hashesOfFixtures() throws {
        let pairs = try Fixtures.table("pairs.tsv").filter {
            $0["has_derived"] == "False" && $0["reference"]?.hasSuffix("VersionInfo.plist") == true
        }
        #expect(!pairs.isEmpty)
        for pair in pairs.prefix(5) {
            let source = Fixtures.url(try #require(pair["source"])).deletingLastPathComponent().path
            let reference = Fixtures.url(try #require(pair["reference"])).deletingLastPathComponent().path
            let own = try #require(try ToolRun("model", "hashes", "--json", source).json() as? [String: Any])
            let list = try PropertyListSerialization.propertyList(
                from: Data(contentsOf: URL(fileURLWithPath: reference + "/VersionInfo.plist")), format: nil)
            let versions = try #require(
                (list as? [String: Any])?["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
            let hashes = versions.values.map {
                $0.mapValues { $0.map { String(format: "%02x", $0) }.joined() }
            }
            #expect(hashes.contains(try #require(own["entities"] as? [String: String])), "\(source)")
        }
    }
}
