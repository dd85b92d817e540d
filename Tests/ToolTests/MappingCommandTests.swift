// SPDX-License-Identifier: Apache-2.0
// `perdure mapping show`.

import Foundation
import PerdureTestSupport
import Testing

@Suite("Tool: mapping models") struct MappingCommandTests {
    private let folder: TemporaryFolder
    private let mapping: String

    init() throws {
        folder = try TemporaryFolder()
        let source = folder.file("Notes.xcmappingmodel")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        try Data(Self.contents.utf8).write(to: source.appendingPathComponent("xcmapping.xml"))
        mapping = source.path
    }

    private static let contents = """
        <?xml version="1.0" standalone="yes"?>
        <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
        <database>
            <object type="XDDEVMAPPINGMODEL" id="z1">
                <relationship name="entitymappings" type="0/0" destination="XDDEVENTITYMAPPING" idrefs="z2 z3"/>
            </object>
            <object type="XDDEVENTITYMAPPING" id="z2">
                <attribute name="sourcename" type="string">Folder</attribute>
                <attribute name="destinationname" type="string">Box</attribute>
                <attribute name="mappingnumber" type="int16">1</attribute>
                <attribute name="sourcefilterpredicatestring" type="string">title != nil</attribute>
                <attribute name="migrationpolicyclassname" type="string">App.BoxPolicy</attribute>
                <relationship name="attributemappings" type="0/0" destination="X" idrefs="z4"/>
                <relationship name="relationshipmappings" type="0/0" destination="X" idrefs="z5"/>
            </object>
            <object type="XDDEVENTITYMAPPING" id="z3">
                <attribute name="destinationname" type="string">New</attribute>
                <attribute name="mappingnumber" type="int16">2</attribute>
            </object>
            <object type="XDDEVATTRIBUTEMAPPING" id="z4"><attribute name="name" type="string">title</attribute></object>
            <object type="XDDEVRELATIONSHIPMAPPING" id="z5"><attribute name="name" type="string">notes</attribute></object>
        </database>
        """

    @Test("MIG-153 mapping show prints mappings, policies and expressions")
    func shows() throws {
        let run = try ToolRun("mapping", "show", mapping)
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                Notes: 2 entity mappings

                FolderToBox (custom): Folder → Box
                  policy: App.BoxPolicy
                  objects: FETCH(FUNCTION($manager, "fetchRequestForSourceEntityNamed:predicateString:", "Folder", \
                "title != nil"), $manager.sourceContext, 0)
                  title  $source.title
                  notes  –

                New (add): nothing → New

                """)
    }

    @Test("MIG-153 mapping show --json has Core Data's names")
    func showsJSON() throws {
        let run = try ToolRun("mapping", "show", "--json", mapping)
        let json = try #require(try run.json() as? [String: Any])
        let mappings = try #require(json["entityMappings"] as? [[String: Any]])
        #expect(mappings.compactMap { $0["name"] as? String } == ["FolderToBox", "New"])
        #expect(mappings[0]["entityMigrationPolicyClassName"] as? String == "App.BoxPolicy")
        let attributes = try #require(mappings[0]["attributeMappings"] as? [[String: Any]])
        #expect(attributes.first?["valueExpression"] as? String == "$source.title")
        #expect(mappings[1]["sourceEntityName"] is NSNull)
    }

    @Test("MIG-153 mapping show of another file is an error that names it")
    func refuses() throws {
        let missing = try ToolRun("mapping", "show", "/nowhere/Notes.cdm")
        #expect(missing.exitCode == 3 && missing.errors.contains("/nowhere/Notes.cdm"))
        let file = folder.file("Text.cdm")
        try Data("text".utf8).write(to: file)
        let text = try ToolRun("mapping", "show", file.path)
        #expect(text.exitCode == 3 && text.errors.contains("neither a compiled mapping model"))
    }
}
