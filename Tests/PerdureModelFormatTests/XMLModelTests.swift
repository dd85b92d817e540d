// SPDX-License-Identifier: Apache-2.0
// Model sources: everything survives, odd files are read, bad ones end in errors that name the place.

import Foundation
import PerdureModelFormat
import PerdurePredicates
import Testing

@Suite("Model sources")
struct XMLModelTests {
    static func read(_ source: String) throws -> ModelDocument {
        try XMLModelReader.read(data: Data(source.utf8), path: "Test/contents")
    }

    @Test("MOD-201 everything that a source can hold survives writing and reading")
    func roundTrip() throws {
        let model = SampleModel.everything
        let data = XMLModelWriter.write(model)
        #expect(try XMLModelReader.read(data: data) == model)
        #expect(XMLModelWriter.write(try XMLModelReader.read(data: data)) == data)
    }

    @Test("The writer has Xcode's form")
    func form() throws {
        let text = String(decoding: XMLModelWriter.write(SampleModel.everything), as: UTF8.self)
        #expect(
            text.hasPrefix(
                "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<model type=\"com.apple"))
        #expect(
            text.contains(
                "        <attribute name=\"pageCount\" optional=\"YES\" attributeType=\"Integer 64\" derived=\"YES\" "
                    + "derivationExpression=\"pages.@count\"/>\n"))
        #expect(
            text.contains(
                "<relationship name=\"pages\" optional=\"YES\" toMany=\"YES\" minCount=\"1\" deletionRule=\"Cascade\" "
                    + "ordered=\"YES\" destinationEntity=\"Page\" inverseName=\"book\" inverseEntity=\"Page\"/>"
            ))
        #expect(text.contains("minValueString=\"1\" maxValueString=\"50\""))
        #expect(text.contains("regularExpressionString=\"^[a-z]+$\""))
        #expect(text.contains("value=\"a &lt;b&gt; &amp; &quot;c&quot;&#10;d\""))
        #expect(text.hasSuffix("</model>"))
        #expect(!text.contains("optional=\"NO\""), "flags are written only when they are on")
    }

    @Test("A relationship that says nothing else leads to one object, and nullifies")
    func relationshipDefaults() throws {
        let model = try Self.read(
            """
            <model><entity name="E"><relationship name="one" destinationEntity="E"/>
            <relationship name="many" destinationEntity="E" toMany="YES"/></entity></model>
            """)
        let relationships = try #require(model.entity(named: "E")?.relationships)
        #expect(relationships.map(\.maxCount) == [1, 0] && relationships.map(\.deleteRule) == [1, 1])
    }

    @Test("Limits become the validations that Xcode compiles, with their codes")
    func limits() throws {
        let model = try Self.read(
            """
            <model><entity name="E"><attribute name="s" attributeType="String" minValueString="3"/>
            <attribute name="d" attributeType="Date" minValueString="12/4/2013" maxDateTimeInterval="100"/>
            <attribute name="i" attributeType="Integer 16" maxValueString="8"/></entity></model>
            """)
        let attributes = try #require(model.entity(named: "E")?.attributes)
        #expect(attributes[0].traits.validations.map(\.warning) == [.code(1670)])
        #expect(
            attributes[0].traits.validations[0].predicate
                == .comparison(ComparisonNode(.key("length"), .greaterThanOrEqual, .constant(.integer(3)))))
        #expect(attributes[1].traits.validations.map(\.warning) == [.code(1630)])
        #expect(attributes[1].traits.toolAttributes == ["minValueString": "12/4/2013"])
        #expect(attributes[2].traits.validations.map(\.warning) == [.code(1610)])
    }

    @Test("Defaults have the type of their attribute; text that means nothing is kept")
    func defaults() throws {
        let model = try Self.read(
            """
            <model><entity name="E"><attribute name="a" attributeType="Boolean" defaultValueString="YES"/>
            <attribute name="b" attributeType="Integer 32" defaultValueString="5.0"/>
            <attribute name="c" attributeType="Double" defaultValueString="1"/>
            <attribute name="d" attributeType="Decimal" defaultValueString="0.1"/>
            <attribute name="e" attributeType="Integer 64" defaultValueString="many"/></entity></model>
            """)
        let attributes = try #require(model.entity(named: "E")?.attributes)
        #expect(
            attributes.map(\.defaultValue)
                == [.boolean(true), .integer(5), .double(1), .decimal(Decimal(string: "0.1") ?? 0), nil])
        #expect(attributes[4].traits.toolAttributes == ["defaultValueString": "many"])
    }

    @Test("Absent flags of a fetch request have the framework's defaults")
    func requestDefaults() throws {
        let model = try Self.read(
            "<model><entity name=\"E\"/><fetchRequest name=\"f\" entity=\"E\"/></model>")
        #expect(model.fetchRequestTemplates == ["f": FetchRequestDocument(entityName: "E")])
    }

    @Test("DER-20 pages.@count in a source is count: on the key path")
    func derivation() throws {
        let model = try Self.read(
            """
            <model><entity name="E"><attribute name="n" attributeType="Integer 64" derived="YES" derivationExpression="a.b.@count"/>
            <attribute name="t" attributeType="Date" derived="YES" derivationExpression="now()"/>
            <attribute name="k" attributeType="String" derived="YES" derivationExpression="a.name"/>
            <attribute name="c" attributeType="String" derived="YES" derivationExpression="canonical:(name)"/></entity></model>
            """)
        let derivations = try #require(model.entity(named: "E")?.attributes.map(\.derivation))
        #expect(
            derivations == [
                .function(FunctionCall("count:", [.key("a", "b")])), .function(FunctionCall("now", [])),
                .key("a", "name"), .function(FunctionCall("canonical:", [.key("name")])),
            ])
    }

    static let malformed: [(source: String, word: String)] = [
        ("", "empty"), ("<model", "line 1"), ("<plist/>", "plist"), ("<model><entity/></model>", "name"),
        ("<model><entity name=\"E\"><attribute attributeType=\"String\"/></entity></model>", "name"),
        (
            "<model><entity name=\"E\"><attribute name=\"a\" attributeType=\"Weird\"/></entity></model>",
            "Weird"
        ),
        ("<model><fetchRequest name=\"f\" entity=\"E\" predicateString=\"a ==\"/></model>", "a =="),
        ("<!DOCTYPE model [<!ENTITY a \"b\">]><model/>", "document type"), ("<model>&a;</model>", "entity"),
        (String(repeating: "<model>", count: 1000), "inside each other"),
    ]

    @Test("Bad sources end in errors with the path and what is wrong", arguments: malformed.indices)
    func errors(index: Int) throws {
        let (source, word) = Self.malformed[index]
        let error = try #require(throws: ModelFormatError.self) { try Self.read(source) }
        #expect(error.path == "Test/contents")
        #expect(error.description.contains(word), "\(error)")
    }

    @Test("Composites that use each other without end, or explode, do not hang")
    func composites() throws {
        var source =
            "<model><entity name=\"E\"><attribute name=\"a\" attributeType=\"Composite\" composite=\"C0\"/></entity>"
        for level in 0..<40 {
            let member = "attributeType=\"Composite\" composite=\"C\(level + 1)\"/>"
            source +=
                "<composite name=\"C\(level)\"><attribute name=\"x\" \(member)<attribute name=\"y\" \(member)</composite>"
        }
        let bomb = source + "</model>"
        #expect(throws: ModelFormatError.self) { try Self.read(bomb) }
        let cycle = try Self.read(
            """
            <model><composite name="A"><attribute name="b" attributeType="Composite" composite="B"/></composite>
            <composite name="B"><attribute name="a" attributeType="Composite" composite="A"/></composite></model>
            """)
        #expect(cycle.problems().count == 2)
    }

    @Test(
        "Composite types that share a name are reported, keep their elements, and are written as they were read"
    )
    func compositesOfOneName() throws {
        let model = try Self.read(
            """
            <model><composite name="T"><attribute name="a" attributeType="Composite"/></composite>
            <composite name="T"><attribute name="b" attributeType="Composite"/></composite></model>
            """)
        #expect(model.composites.map { $0.elements.map(\.traits.name) } == [["a"], ["b"]])
        #expect(model.problems().map(\.description).joined().contains("two composite types are called 'T'"))
        let written = XMLModelWriter.write(model)
        #expect(XMLModelWriter.write(try XMLModelReader.read(data: written)) == written)
    }
}
