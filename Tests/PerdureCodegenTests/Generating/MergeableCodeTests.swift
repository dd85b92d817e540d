// SPDX-License-Identifier: Apache-2.0
// What is generated for attributes whose user info says how they merge.

import Foundation
import PerdureModelFormat
import Testing

@testable import PerdureCodegen

@Suite("Generated mergeable attributes") struct MergeableCodeTests {
    private func property(_ type: String, _ entries: [String: String], _ attributes: String = "") throws
        -> String
    {
        let info = entries.sorted { $0.key < $1.key }
            .map { "<entry key=\"\($0.key)\" value=\"\($0.value)\"/>" }.joined()
        return try ModelText.property(
            "<attribute name=\"p\" optional=\"YES\" attributeType=\"\(type)\" \(attributes)><userInfo>\(info)</userInfo></attribute>"
        )
    }

    @Test(
        "MRG-60 sets are typed by their elements",
        arguments: [("string", "String"), ("integer", "Int"), ("uuid", "UUID"), ("uri", "URL")])
    func sets(_ elements: String, _ type: String) throws {
        let text = try property("Binary", ["perdure.merge": "set", "perdure.mergeElements": elements])
        #expect(text.contains("@_MergeableProperty<_Merging_p> public var p: Set<\(type)>"), "\(text)")
        #expect(
            text.contains("public static func handle(_ object: Movie) -> MergeableSet<\(type)>"), "\(text)")
    }

    @Test(
        "MRG-60 counters are typed as their attribute is",
        arguments: [
            ("Integer 16", "YES", "Int16", "Int16"), ("Integer 32", "YES", "Int32", "Int32"),
            ("Integer 64", "YES", "Int64", "Int64"), ("Double", "YES", "Double", "Double"),
            ("Integer 64", "NO", "NSNumber?", "Int64?"), ("Decimal", "NO", "NSDecimalNumber?", "Decimal?"),
        ])
    func counters(_ model: String, _ isScalar: String, _ type: String, _ number: String) throws {
        let text = try property(model, ["perdure.merge": "counter"], "usesScalarValueType=\"\(isScalar)\"")
        #expect(text.contains("public var p: \(type)\n"), "\(text)")
        #expect(text.contains("-> MergeableCounter<\(number)> {"), "\(text)")
    }

    @Test("MRG-60 dictionaries and values") func others() throws {
        let dictionary = try property("Binary", ["perdure.merge": "dictionary"])
        #expect(dictionary.contains("public var p: [String: Any]\n"), "\(dictionary)")
        #expect(dictionary.contains("-> MergeableDictionary {"), "\(dictionary)")
        let value = try property("Transformable", ["perdure.merge": "value"])
        #expect(value.contains("public var p: NSObject?\n"), "\(value)")
        #expect(value.contains("MergeableValue<NSObject?>(object, at: 0, get: { object.p }"), "\(value)")
    }

    @Test("MRG-60 a property that can only be read has a plain accessor and a named handle") func readOnly()
        throws
    {
        let text = try property("Integer 64", ["perdure.merge": "counter", "perdure.readOnly": "YES"])
        #expect(!text.contains("_MergeableProperty"), "\(text)")
        #expect(text.contains("public var pCounter: MergeableCounter<Int64?> {"), "\(text)")
    }

    @Test("MRG-60 an unknown kind or element type is refused with the known ones") func unknown() throws {
        let kind = #expect(throws: ModelFormatError.self) {
            try property("Binary", ["perdure.merge": "bag"])
        }
        #expect("\(try #require(kind))".contains("counter, set, dictionary, value"))
        #expect("\(try #require(kind))".contains("bag"))
        #expect(throws: ModelFormatError.self) {
            try property("Binary", ["perdure.merge": "set", "perdure.mergeElements": "date"])
        }
    }

    @Test("MRG-60 MRG-142 sources and compiled models keep how an attribute merges, and hash as without")
    func files()
        throws
    {
        func model(_ info: String) throws -> ModelDocument {
            try ModelText.model(
                "<entity name=\"E\" representedClassName=\"E\"><attribute name=\"p\" optional=\"YES\" attributeType=\"Binary\">"
                    + "<userInfo>\(info)</userInfo></attribute></entity>")
        }
        let merging = try model(
            "<entry key=\"perdure.merge\" value=\"set\"/><entry key=\"perdure.mergeElements\" value=\"uuid\"/>"
        )
        let entries = ["perdure.merge": "set", "perdure.mergeElements": "uuid"]
        #expect(merging.entities.first?.attributes.first?.traits.userInfo == entries)
        let source = try ModelFile.read(data: XMLModelWriter.write(merging))
        #expect(source.entities.first?.attributes.first?.traits.userInfo == entries)
        let compiled = try ModelFile.read(data: CompiledModelWriter.write(merging))
        #expect(compiled.entities.first?.attributes.first?.traits.userInfo == entries)
        #expect(try VersionHash.entityHashes(of: merging) == VersionHash.entityHashes(of: model("")))
    }
}
