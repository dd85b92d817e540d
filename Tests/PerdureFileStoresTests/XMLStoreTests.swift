// SPDX-License-Identifier: Apache-2.0
// The text of XML stores: the form of Apple's files, what is refused, and hostile files.

import Foundation
import Perdure
import PerdureFileStores
import PerdurePropertyList
import PerdureStore
import PerdureTestSupport
import Testing

@Suite struct XMLStoreTests {
    /// The model of the tests, which compiles.
    private static let schema: Schema = {
        guard let schema = try? Schema(definitions) else { fatalError("the definitions are legal") }
        return schema
    }()

    private static let definitions = [
        EntityDefinition(
            "Note",
            properties: [
                PropertyDefinition("Title", .attribute(AttributeDefinition(.string))),
                PropertyDefinition("rating", .attribute(AttributeDefinition(.integer16))),
                PropertyDefinition(
                    "tags", .relationship(RelationshipDefinition(to: "Tag", inverse: "note", isToMany: true))),
            ]),
        EntityDefinition(
            "Tag",
            properties: [
                PropertyDefinition("note", .relationship(RelationshipDefinition(to: "Note", inverse: "tags")))
            ]),
    ]

    private static func file(_ objects: String, header: String? = nil, prolog: String = "") -> Data {
        let info = """
            <databaseInfo><version>134481920</version><UUID>U</UUID><nextObjectID>9</nextObjectID>
            <metadata><plist version="1.0"><dict></dict></plist></metadata></databaseInfo>
            """
        return Data("<?xml version=\"1.0\"?>\(prolog)<database>\(header ?? info)\(objects)</database>".utf8)
    }

    @Test("MIG-75 a file begins with the header, and has small property names and capital entities")
    func form() throws {
        var note = FileObject(Self.schema[1], number: 102)
        note.values[0] = .string("a < b")
        note.values[1] = .integer(-3)
        note.links = [(2, [103])]
        var contents = FileContents(metadata: ["NSStoreUUID": .string("U-1"), "k": .integer(1)])
        contents.lastNumber = 103
        contents.objects = [note, FileObject(Self.schema[2], number: 103)]
        let text = String(decoding: try XMLForm().write(contents, Self.schema), as: UTF8.self)
        #expect(
            text == """
                <?xml version="1.0" standalone="no"?>
                <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

                <database>
                    <databaseInfo>
                        <version>134481920</version>
                        <UUID>U-1</UUID>
                        <nextObjectID>103</nextObjectID>
                        <metadata>
                            <plist version="1.0">
                                <dict>
                                    <key>k</key>
                                    <integer>1</integer>
                                </dict>
                            </plist>
                        </metadata>
                    </databaseInfo>
                    <object type="NOTE" id="z102">
                        <attribute name="title" type="string">a &lt; b</attribute>
                        <attribute name="rating" type="int16">-3</attribute>
                        <relationship name="tags" type="0/0" destination="TAG" idrefs="z103"></relationship>
                    </object>
                    <object type="TAG" id="z103">
                        <relationship name="note" type="1/1" destination="NOTE"></relationship>
                    </object>
                </database>

                """)
    }

    @Test(
        "MIG-75 the files of Apple's editor are read and written",
        .enabled(if: Fixtures.isAvailable, Comment(rawValue: Fixtures.absence)),
        arguments: Fixtures.files(in: "mappings") { $0 == "xcmapping.xml" })
    func fixtures(_ path: String) throws {
        let data = try Data(contentsOf: Fixtures.folder.appendingPathComponent(path))
        let schema = try EditorSchema.make()
        let contents = try XMLForm().read(data, schema)
        let text = String(decoding: data, as: UTF8.self)
        #expect(contents.objects.count == text.components(separatedBy: "<object ").count - 1)
        #expect(text.contains("<nextObjectID>\(contents.lastNumber)</nextObjectID>"))
        #expect((contents.metadata["NSStoreModelVersionHashes"]?.dictionaryValue?.count ?? 0) >= 5)
        let again = try XMLForm().read(XMLForm().write(contents, schema), schema)
        #expect(again.metadata == contents.metadata)
        #expect(
            zip(again.objects, contents.objects).allSatisfy {
                $0.number == $1.number && $0.values == $1.values
            })
        let links = { (object: FileObject) in object.links.sorted { $0.slot < $1.slot }.map(\.numbers) }
        #expect(again.objects.map(links) == contents.objects.map(links))
        let folder = try TemporaryFolder()
        try data.write(to: folder.file("store"))
        let engine = try FileEngine.open(FileEngine.Opening(XMLForm(), folder.file("store"), schema))
        for entity in schema.entities where !entity.isAbstract {
            guard case .rows(let rows) = try engine.fetch(FetchPlan(entity: entity.number)) else { continue }
            #expect(rows.count == contents.objects.filter { $0.entity == entity.number }.count)
        }
        try engine.close()
    }

    @Test(
        "STO-70 what the model does not have is refused",
        arguments: [
            "<object type=\"NOPE\" id=\"z1\"></object>", "<thing></thing>", "<object type=\"NOTE\"></object>",
            "<object type=\"NOTE\" id=\"1\"></object>", "<object type=\"NOTE\" id=\"z0\"></object>",
            "<object type=\"NOTE\" id=\"z1\"></object><object type=\"TAG\" id=\"z1\"></object>",
            "<object type=\"NOTE\" id=\"z1\">text</object>",
            "<object type=\"NOTE\" id=\"z1\" more=\"1\"></object>",
            "<object type=\"NOTE\" id=\"z1\"><attribute name=\"none\" type=\"string\">a</attribute></object>",
            "<object type=\"NOTE\" id=\"z1\"><attribute name=\"title\" type=\"date\">1</attribute></object>",
            "<object type=\"NOTE\" id=\"z1\"><attribute name=\"title\" type=\"string\"><b/></attribute></object>",
            "<object type=\"NOTE\" id=\"z1\"><attribute name=\"rating\" type=\"int16\">4.5</attribute></object>",
            "<object type=\"NOTE\" id=\"z1\"><attribute name=\"rating\" type=\"int16\">x</attribute></object>",
            "<object type=\"NOTE\" id=\"z1\"><fetched name=\"title\"></fetched></object>",
            "<object type=\"NOTE\" id=\"z1\"><relationship name=\"tags\" type=\"1/1\" destination=\"TAG\"></relationship></object>",
            "<object type=\"NOTE\" id=\"z1\"><relationship name=\"tags\" type=\"0/0\" destination=\"NOTE\"></relationship></object>",
            "<object type=\"NOTE\" id=\"z1\"><relationship name=\"tags\" type=\"0/0\" destination=\"TAG\" idrefs=\"z7\"></relationship></object>",
            "<object type=\"NOTE\" id=\"z1\"><relationship name=\"tags\" type=\"0/0\" destination=\"TAG\" idrefs=\"z1\"></relationship></object>",
            "<object type=\"TAG\" id=\"z1\"><relationship name=\"note\" type=\"1/1\" destination=\"NOTE\" idrefs=\"z2 z3\"></relationship></object>"
                + "<object type=\"NOTE\" id=\"z2\"></object><object type=\"NOTE\" id=\"z3\"></object>",
        ])
    func refusals(_ objects: String) throws {
        let folder = try TemporaryFolder()
        let data = Self.file(objects)
        try data.write(to: folder.file("store"))
        #expect(throws: CocoaError.self) {
            do {
                _ = try FileEngine.open(FileEngine.Opening(XMLForm(), folder.file("store"), Self.schema))
            } catch let error as NSError {
                #expect(error.code == NSFileReadCorruptFileError)
                throw CocoaError(.fileReadCorruptFile)
            }
        }
        #expect(try Data(contentsOf: folder.file("store")) == data)
    }

    @Test(
        "STO-70 hostile XML is refused",
        arguments: [
            file("", prolog: "<!DOCTYPE database [<!ENTITY a \"b\">]>"), file("&a;"),
            file(String(repeating: "<a>", count: 100_000)), file("", header: ""),
            file("", header: "<databaseInfo/>"),
            Data("<other><databaseInfo></databaseInfo></other>".utf8), Data([0xFF, 0xFE, 0x3C, 0x00]),
            file(
                "",
                header:
                    "<databaseInfo><version>2</version><UUID>U</UUID><nextObjectID>9</nextObjectID><metadata></metadata></databaseInfo>"
            ),
        ])
    func hostile(_ data: Data) {
        #expect(throws: FileDamage.self) { try XMLForm().read(data, Self.schema) }
        #expect(throws: FileDamage.self) { try XMLForm().metadata(in: data.prefix(40)) }
    }

    @Test("STO-70 names that differ in capitals alone keep their spelling")
    func names() throws {
        let schema = try Schema([
            EntityDefinition(
                "Tag", properties: [PropertyDefinition("a", .attribute(AttributeDefinition(.string)))]),
            EntityDefinition(
                "TAG",
                properties: ["a", "A"].map {
                    PropertyDefinition($0, .attribute(AttributeDefinition(.string)))
                }),
        ])
        var contents = FileContents(metadata: [:])
        for layout in schema.entities {
            var object = FileObject(layout, number: Int64(layout.number))
            for slot in layout.properties.indices {
                object.values[slot] = .string(layout.properties[slot].name)
            }
            contents.objects.append(object)
        }
        let again = try XMLForm().read(XMLForm().write(contents, schema), schema)
        #expect(again.objects.map(\.values) == contents.objects.map(\.values))
        #expect(again.objects.map(\.entity) == [1, 2])
    }
}

/// The entities of mapping models, as Xcode's editor stores them.
enum EditorSchema {
    static func make() throws -> Schema {
        func texts(_ names: String...) -> [PropertyDefinition] {
            names.map { PropertyDefinition($0, .attribute(AttributeDefinition(.string))) }
        }
        func one(_ name: String, _ type: StoredAttributeType) -> PropertyDefinition {
            PropertyDefinition(name, .attribute(AttributeDefinition(type)))
        }
        func end(_ name: String, _ entity: String, _ inverse: String, isToMany: Bool) -> PropertyDefinition {
            PropertyDefinition(
                name, .relationship(RelationshipDefinition(to: entity, inverse: inverse, isToMany: isToMany)))
        }
        return try Schema([
            EntityDefinition(
                "XDDevMappingModel",
                properties: texts("sourceModelPath", "destinationModelPath") + [
                    one("sourceModelData", .binary), one("destinationModelData", .binary),
                    end("entityMappings", "XDDevEntityMapping", "mappingModel", isToMany: true),
                ]),
            EntityDefinition(
                "XDDevEntityMapping",
                properties: texts(
                    "name", "sourceName", "destinationName", "mappingTypeName", "migrationPolicyClassName",
                    "sourceFilterPredicateString")
                    + [
                        one("autogenerateExpression", .boolean), one("mappingNumber", .integer16),
                        end("mappingModel", "XDDevMappingModel", "entityMappings", isToMany: false),
                        end("attributeMappings", "XDDevAttributeMapping", "entityMapping", isToMany: true),
                        end(
                            "relationshipMappings", "XDDevRelationshipMapping", "entityMapping",
                            isToMany: true),
                    ]),
            EntityDefinition(
                "XDDevAttributeMapping",
                properties: texts("name") + [
                    one("valueExpressionData", .binary),
                    end("entityMapping", "XDDevEntityMapping", "attributeMappings", isToMany: false),
                ]),
            EntityDefinition(
                "XDDevRelationshipMapping",
                properties: texts("name", "sourceKeyPath", "sourceMappingName") + [
                    one("valueExpressionData", .binary), one("autogenerateExpression", .boolean),
                    end("entityMapping", "XDDevEntityMapping", "relationshipMappings", isToMany: false),
                ]),
        ])
    }
}
