// SPDX-License-Identifier: Apache-2.0
// PRG-75: what no model may say, with entity, property and what to do.

import Foundation
import PerdureModelFormat
import Testing

@Suite("Refused models") struct RefusedModelTests {
    /// A source, and who is refused with which words.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let source: String
        let places: [String]
        let words: String

        init(_ name: String, _ source: String, _ places: [String], _ words: String) {
            (self.name, self.source, self.places, self.words) = (name, source, places, words)
        }

        var testDescription: String { name }
    }

    private static func derived(_ name: String, _ path: String) -> String {
        "<attribute name=\"\(name)\" attributeType=\"String\" derived=\"YES\" derivationExpression=\"\(path)\"/>"
    }

    static let cases = [
        Case(
            "a composite that contains itself",
            """
            <entity name="E"><attribute name="a" attributeType="Composite" composite="T"/></entity>
            <composite name="T"><attribute name="x" attributeType="Composite" composite="U"/></composite>
            <composite name="U"><attribute name="y" attributeType="Composite" composite="T"/></composite>
            """, ["E.a", ""], "contains itself; take the element out that leads back"),
        Case(
            "an attribute derived from itself", "<entity name=\"E\">\(derived("a", "a"))</entity>", ["E.a"],
            "it is derived from itself, directly or through others; derive it from a stored attribute"),
        Case(
            "attributes derived from each other across a relationship and a parent",
            """
            <entity name="P">\(derived("a", "r.b"))<relationship name="r" maxCount="1" destinationEntity="C"/></entity>
            <entity name="C" parentEntity="P">\(derived("b", "r.a"))</entity>
            <entity name="X">\(derived("free", "r.a"))<relationship name="r" maxCount="1" destinationEntity="C"/></entity>
            """, ["C.b", "P.a"], "derived from itself"),
        Case(
            "a negative minimum",
            "<entity name=\"E\"><relationship name=\"r\" toMany=\"YES\" minCount=\"-1\" destinationEntity=\"E\"/></entity>",
            ["E.r"], "its minimum count -1 is negative; choose a number from 0 on"),
        Case(
            "a negative maximum",
            "<entity name=\"E\"><relationship name=\"r\" toMany=\"YES\" maxCount=\"-7\" destinationEntity=\"E\"/></entity>",
            ["E.r"], "its maximum count -7 is negative; choose a number from 0 on"),
        Case(
            "a minimum above the maximum",
            "<entity name=\"E\"><relationship name=\"r\" toMany=\"YES\" minCount=\"3\" maxCount=\"2\" destinationEntity=\"E\"/></entity>",
            ["E.r"], "its minimum count 3 is greater than its maximum count 2; change one of them"),
        Case(
            "tables of Core Data's own",
            "<entity name=\"_Metadata\"/><entity name=\"_primarykey\"/><entity name=\"_ModelCache\"/><entity name=\"Metadata\"/>",
            ["_Metadata", "_primarykey", "_ModelCache"], "which is one of Core Data's own; rename the entity"),
    ]

    @Test("PRG-75 refused, at its place and with what to do", arguments: cases)
    func refused(_ example: Case) throws {
        let model = try XMLModelReader.read(data: Data("<model>\(example.source)</model>".utf8))
        let problems = model.problems().filter { $0.reason.contains(example.words) }
        #expect(
            problems.map { [$0.entity, $0.property].compactMap(\.self).joined(separator: ".") }
                == example.places)
        let first = #expect(throws: ModelFormatError.self) { try model.refuse() }
        #expect(first == problems.first)
    }

    @Test(
        "PRG-75 a subentity has no table, composites may share types, and a chain of derivations is no ring")
    func allowed() throws {
        let source = """
            <model><entity name="Root"/><entity name="_Metadata" parentEntity="Root"/>
            <entity name="E"><attribute name="a" attributeType="Composite" composite="T"/>
            <attribute name="n" attributeType="String"/>\(Self.derived("d", "n"))\(Self.derived("e", "d"))</entity>
            <composite name="T"><attribute name="x" attributeType="Composite" composite="V"/>
            <attribute name="y" attributeType="Composite" composite="V"/></composite>
            <composite name="V"><attribute name="z" attributeType="String"/></composite></model>
            """
        try XMLModelReader.read(data: Data(source.utf8)).refuse()
    }

    @Test(
        "PRG-75 a default out of its type's range is a problem",
        arguments: [
            ("Integer 16", "70000", "-32768 to 32767"), ("Integer 16", "-32769", "-32768 to 32767"),
            ("Integer 32", "2147483648", "-2147483648 to 2147483647"),
            ("Float", "1e39", "-3.4028235e+38 to 3.4028235e+38"),
        ])
    func defaults(type: String, value: String, range: String) throws {
        let attribute = "<attribute name=\"a\" attributeType=\"\(type)\" defaultValueString=\"\(value)\"/>"
        let source = "<model><entity name=\"E\">\(attribute)</entity></model>"
        let model = try XMLModelReader.read(data: Data(source.utf8))
        for problems in [model.problems(), model.defaultProblems()] {
            #expect(problems.map(\.entity) == ["E"] && problems.map(\.property) == ["a"])
            #expect(
                problems.first?.reason.contains("(\(range)); choose another value, or a wider type") == true)
        }
        try model.refuse()
    }

    @Test(
        "PRG-75 the ends of a range are inside",
        arguments: [("Integer 16", "-32768"), ("Integer 16", "32767"), ("Float", "3.4e38")])
    func ends(type: String, value: String) throws {
        let attribute = "<attribute name=\"a\" attributeType=\"\(type)\" defaultValueString=\"\(value)\"/>"
        let model = try XMLModelReader.read(
            data: Data("<model><entity name=\"E\">\(attribute)</entity></model>".utf8))
        #expect(model.problems() == [])
    }
}
