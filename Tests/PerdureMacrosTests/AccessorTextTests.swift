// SPDX-License-Identifier: Apache-2.0
// A generated class and a macro class with the same property call the same entry points in the same words.

import Foundation
import PerdureAccessorText
import PerdureCodegen
import PerdureModelFormat
import Testing

@Suite("Accessors of generated classes and of macro classes") struct AccessorTextTests {
    /// An attribute type that has a type in Swift, as a model can say it.
    struct Line: Sendable, CustomTestStringConvertible {
        let facts: AttributeTypeFacts
        let isOptional: Bool
        let isScalar: Bool

        var testDescription: String {
            "\(facts.sourceName), \(isOptional ? "optional" : "required")\(isScalar ? ", scalar" : "")"
        }
    }

    private static let lines = AttributeType.all.filter { $0.swiftType != nil }.flatMap { facts in
        [true, false].flatMap { isOptional in
            [true, false].map { Line(facts: facts, isOptional: isOptional, isScalar: $0) }
        }
    }

    @Test("every attribute type has the same accessors on both sides", arguments: lines)
    func attributes(_ line: Line) throws {
        var attribute = AttributeDocument(traits: PropertyTraits(name: "p"), type: line.facts.number)
        attribute.traits.isOptional = line.isOptional
        attribute.traits.toolAttributes["usesScalarValueType"] = line.isScalar ? "YES" : "NO"
        let generated = try Self.generated(attribute)
        #expect(generated.text.get.hasPrefix("_"))
        #expect(generated.text.set?.hasPrefix("_set") == true)
        // Macros take a date for a date.
        guard generated.type != "TimeInterval" else { return }
        let expanded = Self.expanded(
            "@Attribute(type: .\(line.facts.constantName)AttributeType) var p: \(generated.type)")
        #expect(expanded.text == generated.text)
    }

    @Test("a type that is not optional reads what an optional one does, or zero", arguments: PlainType.all)
    func required(_ plain: PlainType) throws {
        let optional = Self.expanded("var p: \(plain.name)?")
        let required = Self.expanded("var p: \(plain.name) = .some")
        #expect(required.text.get == "\(optional.text.get) ?? .some")
        guard let zero = plain.zero else { return }
        let empty = Self.expanded("var p: \(plain.name)")
        #expect(empty.text == plain.required(at: SlotText("0")) || !plain.readsZero)
        #expect(plain.readsZero || empty.text.get == "\(optional.text.get) ?? \(zero)")
        #expect(plain.readsZero || empty.text.set == required.text.set)
    }

    @Test("a type that the program names is read and written by the same calls on both sides")
    func declared() throws {
        var attribute = AttributeDocument(traits: PropertyTraits(name: "p"), type: AttributeType.string)
        attribute.traits.userInfo = ["perdure.type": "Status"]
        let expanded = Self.expanded("var p: Status?")
        #expect(try Self.generated(attribute).text == expanded.text)
        #expect(expanded.text.get == "_attribute(at: 0, as: Status.self)")
    }

    @Test(
        "sets and dictionaries that merge have the same accessors on both sides",
        arguments: [("set", "Set<String>"), ("dictionary", "[String: Any]")])
    func collections(_ kind: String, _ type: String) throws {
        let expanded = Self.expanded("@Mergeable(.\(kind)) var p: \(type)")
        let generated = try Self.generated(merging(as: kind))
        #expect(generated.type == type)
        #expect(generated.text == expanded.text)
        #expect(generated.text.get.hasPrefix("_mergeable"))
    }

    @Test(
        "handles are made by the same expression on both sides",
        arguments: [
            ("counter", "Int64?", "Int64?"), ("set", "Set<String>", "String"),
            ("dictionary", "[String: Any]", ""), ("value", "String?", "String?"),
        ])
    func handles(_ kind: String, _ type: String, _ argument: String) throws {
        let text = Expansion(Self.source("@Mergeable(.\(kind)) var p: \(type)")).text
        let kind = try #require(HandleText.Kind(rawValue: kind))
        let handle = HandleText(kind, of: argument, at: "0")
        #expect(text.contains("var $p: \(handle.type) {"))
        #expect(text.contains(handle.expression(of: "self", property: "p")))
        let file = try Self.file(merging(as: kind.rawValue), "category")
        #expect(file.contains(": \(handle.type) {"))
        #expect(file.contains(handle.expression(of: "self", property: "p")))
    }

    /// A number, a text or data that merge.
    private func merging(as kind: String) -> AttributeDocument {
        let types = ["counter": AttributeType.integer64, "value": AttributeType.string]
        var attribute = AttributeDocument(
            traits: PropertyTraits(name: "p"), type: types[kind] ?? AttributeType.binary)
        attribute.traits.isOptional = true
        attribute.traits.userInfo = ["perdure.merge": kind]
        return attribute
    }

    // MARK: Both sides

    private static func source(_ property: String) -> String {
        "@ManagedObject class Movie: NSManagedObject {\n    \(property)\n}"
    }

    /// The accessors of a macro class's only property.
    private static func expanded(_ property: String) -> (type: String, text: AccessorText) {
        accessors(in: Expansion(source(property)).text)
    }

    /// The accessors of a generated class's only property.
    private static func generated(_ attribute: AttributeDocument) throws -> (type: String, text: AccessorText)
    {
        accessors(in: try file(attribute, "category"))
    }

    private static func file(_ attribute: AttributeDocument, _ generation: String) throws -> String {
        var entity = EntityDocument(name: "Movie")
        entity.className = "Movie"
        entity.toolAttributes["codeGenerationType"] = generation
        entity.attributes = [attribute]
        var model = ModelDocument()
        model.entities = [entity]
        let options = CodeGenerator.Options(module: "Shop", source: "Shop.xcdatamodeld")
        return try CodeGenerator(model, options).files()[0].text
    }

    /// The first accessors of `p` in a source.
    private static func accessors(in text: String) -> (type: String, text: AccessorText) {
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let own = lines.drop { !$0.contains("var p: ") }
        func part(_ prefix: String, _ suffix: String) -> String? {
            own.first { $0.contains(prefix) }.map {
                String($0.components(separatedBy: prefix)[1].dropLast(suffix.count))
            }
        }
        let text = AccessorText(get: part("get { ", " }") ?? "", set: part("set { ", " }"))
        return (part("var p: ", " {") ?? "", text)
    }
}
