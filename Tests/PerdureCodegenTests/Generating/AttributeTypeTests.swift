// SPDX-License-Identifier: Apache-2.0
// Attribute types as Xcode types them, one line of the table each, with the entry points behind them.

import Foundation
import PerdureModelFormat
import Testing

@testable import PerdureCodegen

@Suite("Generated attributes") struct AttributeTypeTests {
    /// An attribute type with its XML, the Swift type, the getter and the setter at slot 0.
    struct Line: Sendable, CustomTestStringConvertible {
        var xml: String
        var type: String
        var get: String
        var set: String

        init(_ xml: String, _ type: String, _ get: String, _ set: String) {
            (self.xml, self.type, self.get, self.set) = (xml, type, get, set)
        }

        var testDescription: String { xml }
    }

    private static let objectLines = [
        Line("String", "String?", "_string(at: 0)", "_setString(newValue, at: 0)"),
        Line("Date", "Date?", "_date(at: 0)", "_setDate(newValue, at: 0)"),
        Line("Binary", "Data?", "_data(at: 0)", "_setData(newValue, at: 0)"),
        Line("UUID", "UUID?", "_uuid(at: 0)", "_setUUID(newValue, at: 0)"),
        Line("URI", "URL?", "_url(at: 0)", "_setURL(newValue, at: 0)"),
        Line("Decimal", "NSDecimalNumber?", "_decimal(at: 0)", "_setDecimal(newValue, at: 0)"),
        Line("Integer 16", "NSNumber?", "_number(at: 0)", "_setNumber(newValue, at: 0)"),
        Line("Integer 32", "NSNumber?", "_number(at: 0)", "_setNumber(newValue, at: 0)"),
        Line("Integer 64", "NSNumber?", "_number(at: 0)", "_setNumber(newValue, at: 0)"),
        Line("Boolean", "NSNumber?", "_number(at: 0)", "_setNumber(newValue, at: 0)"),
        Line("Double", "NSNumber?", "_number(at: 0)", "_setNumber(newValue, at: 0)"),
        Line("Float", "NSNumber?", "_number(at: 0)", "_setNumber(newValue, at: 0)"),
        Line("Transformable", "NSObject?", "_value(at: 0) as? NSObject", "_setValue(newValue, at: 0)"),
        Line("Undefined", "Any?", "_value(at: 0)", "_setValue(newValue, at: 0)"),
        Line(
            "Object ID", "NSManagedObjectID?", "_value(at: 0) as? NSManagedObjectID",
            "_setValue(newValue, at: 0)"),
        Line("Composite", "[String: Any]?", "_value(at: 0) as? [String: Any]", "_setValue(newValue, at: 0)"),
    ]

    private static let scalarLines = [
        Line("Integer 16", "Int16", "_int16(at: 0)", "_setInt64(Int64(newValue), at: 0)"),
        Line("Integer 32", "Int32", "_int32(at: 0)", "_setInt64(Int64(newValue), at: 0)"),
        Line("Integer 64", "Int64", "_int64(at: 0)", "_setInt64(newValue, at: 0)"),
        Line("Boolean", "Bool", "_bool(at: 0)", "_setBool(newValue, at: 0)"),
        Line("Double", "Double", "_double(at: 0)", "_setDouble(newValue, at: 0)"),
        Line("Float", "Float", "_float(at: 0)", "_setDouble(Double(newValue), at: 0)"),
        Line(
            "Date", "TimeInterval", "_date(at: 0)?.timeIntervalSinceReferenceDate ?? 0",
            "_setDate(Date(timeIntervalSinceReferenceDate: newValue), at: 0)"),
    ]

    private func expect(_ line: Line, _ attributes: String) throws {
        let text = try ModelText.property(
            "<attribute name=\"p\" transient=\"YES\" attributeType=\"\(line.xml)\" \(attributes)/>")
        let expected = """
                public var p: \(line.type) {
                    get { \(line.get) }
                    set { \(line.set) }
                }
            """
        #expect(text.contains(expected), "\(text)")
    }

    @Test("MOD-190 objects are optional whether or not the attribute is", arguments: objectLines)
    func objects(_ line: Line) throws {
        try expect(line, "optional=\"YES\" usesScalarValueType=\"NO\"")
        try expect(line, "")
    }

    @Test("MOD-190 scalars are never optional", arguments: scalarLines)
    func scalars(_ line: Line) throws {
        try expect(line, "optional=\"YES\" usesScalarValueType=\"YES\"")
        try expect(line, "usesScalarValueType=\"YES\"")
    }

    @Test("a type without a scalar stays an object", arguments: objectLines[2..<6])
    func noScalar(_ line: Line) throws { try expect(line, "usesScalarValueType=\"YES\"") }

    @Test(
        "a transformable's custom class is its type",
        arguments: [
            ("UIColor", "UIColor"), ("[UUID]", "[UUID]"), (".Tint", "Tint"), ("Shop.Tint", "Tint"),
            ("Other.Tint", "Other.Tint"), (".", "NSObject"), ("NSObject", "NSObject"),
        ])
    func customClass(_ name: String, _ type: String) throws {
        try expect(
            Line("Transformable", "\(type)?", "_value(at: 0) as? \(type)", "_setValue(newValue, at: 0)"),
            "customClassName=\"\(name)\"")
    }

    private func typed(_ attributeType: String, _ type: String, _ more: String = "") -> String {
        """
        <attribute name="p" transient="YES" attributeType="\(attributeType)"><userInfo>
            <entry key="perdure.type" value="\(type)"/>\(more)
        </userInfo></attribute>
        """
    }

    @Test("MOD-194 an undefined transient has any Swift type")
    func undefined() throws {
        for type in ["[Int: (Double?, Double)]", "[Int: (Double?, Double)]?"] {
            let text = try ModelText.property(typed("Undefined", type))
            #expect(
                text.contains(
                    """
                        public var p: [Int: (Double?, Double)]? {
                            get { _value(at: 0) as? [Int: (Double?, Double)] }
                            set { _setValue(newValue, at: 0) }
                        }
                    """))
        }
    }

    @Test("MOD-194 an attribute has the type that its user info says")
    func typedAttribute() throws {
        let entity = "<entity name=\"Movie\" representedClassName=\"Movie\" codeGenerationType=\"class\">"
        let files = try ModelText.files(entity + typed("String", "Movie.Status") + "</entity>")
        #expect(
            files["Movie+CoreDataClass.swift"]?.contains(
                """
                    public var p: Movie.Status? {
                        get { _attribute(at: 0, as: Movie.Status.self) }
                        set { _setAttribute(newValue, at: 0) }
                    }
                """) == true)
        #expect(
            files["Movie+CoreDataProperties.swift"]?.contains(
                """
                    public var primitiveP: Movie.Status? {
                        get { _primitive(at: 0, as: Movie.Status.self) }
                        set { _setPrimitive(newValue, at: 0) }
                    }
                """) == true)
    }

    @Test(
        "a type that Swift cannot say is an error",
        arguments: ["", "A{}", "[A", "A>", "1A", "A; import B", "A = 1", "\"A\""])
    func badType(_ type: String) throws {
        let error = #expect(throws: ModelFormatError.self) {
            try ModelText.property(
                typed("String", type.replacingOccurrences(of: "\"", with: "&quot;")))
        }
        #expect(
            error?.description
                == "Movie.p: its user info 'perdure.type' '\(type)' is no type that Swift allows")
    }

    @Test("MOD-193 a derived attribute can only be read, unless the model says otherwise")
    func derived() throws {
        let start = """
            <attribute name="n" optional="YES" attributeType="String" derived="YES" derivationExpression="title"
            """
        #expect(
            try ModelText.property(start + "/>").contains(
                "    public var n: String? {\n        _string(at: 0)\n    }\n"))
        let entry = "<userInfo><entry key=\"perdure.readOnly\" value=\"NO\"/></userInfo>"
        #expect(
            try ModelText.property(start + ">\(entry)</attribute>").contains(
                "set { _setString(newValue, at: 0) }"))
    }

    @Test("MOD-193 the user info makes any property one that can only be read")
    func readOnly() throws {
        func text(_ value: String) throws -> String {
            try ModelText.property(
                """
                <attribute name="n" attributeType="Integer 64" usesScalarValueType="YES"><userInfo>
                    <entry key="perdure.readOnly" value="\(value)"/>
                </userInfo></attribute>
                """)
        }
        let expected = "    public var n: Int64 {\n        _int64(at: 0)\n    }\n"
        #expect(try text("YES").contains(expected))
        #expect(try text("true").contains(expected))
        #expect(try !text("NO").contains(expected))
        let error = #expect(throws: ModelFormatError.self) { try text("maybe") }
        #expect(error?.description == "Movie.n: its user info 'perdure.readOnly' is 'maybe'; write YES or NO")
    }
}
