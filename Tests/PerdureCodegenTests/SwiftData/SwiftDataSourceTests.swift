// SPDX-License-Identifier: Apache-2.0
// Classes with SwiftData's @Model made of a model file. The text of a whole model stands in Tests/SwiftDataTests, where the
// compiler and a store try it.

import Foundation
import PerdureModelFormat
import Testing

@testable import PerdureCodegen

@Suite("Sources with SwiftData's macros")
struct SwiftDataSourceTests {
    private func output(_ xml: String) throws -> SwiftDataGenerator.Output {
        let document = try ModelFile.read(data: Data("<model>\(xml)</model>".utf8))
        return try SwiftDataGenerator(document, name: "Shop", source: "Shop.xcdatamodeld").output()
    }

    private func text(_ output: SwiftDataGenerator.Output) -> String {
        output.files.map { file in
            file.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(4).joined(
                separator: "\n")
        }.joined(separator: "\n")
    }

    private static let files = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
            "SwiftDataTests/Files")

    @Test(
        "SD-203 a whole model: attributes of all types, relationships, constraints, a hierarchy, a composite")
    func whole() throws {
        let file = Self.files.appendingPathComponent("ShopModelText.swift")
        let source = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\"\"\"\n")[1]
        let model = source.trimmingCharacters(in: .whitespacesAndNewlines)
        let document = try ModelFile.read(data: Data(model.utf8))
        let output = try SwiftDataGenerator(document, name: "Shop", source: "Shop.xcdatamodeld").output()
        let kept = try String(
            contentsOf: Self.files.appendingPathComponent("GeneratedShop.swift"), encoding: .utf8)
        let mark = "// from here on as generated\n\n"
        let body = try #require(kept.range(of: mark)).upperBound
        if ProcessInfo.processInfo.environment["PERDURE_KEEP_GENERATED"] != nil {
            try Data((kept[..<body] + text(output)).utf8).write(
                to: Self.files.appendingPathComponent("GeneratedShop.swift"))
        }
        #expect(String(kept[body...]) == text(output))
        #expect(output.limits.isEmpty)
        #expect(output.files.first?.text.hasPrefix("// Made from Shop.xcdatamodeld by") == true)
    }

    @Test("SD-203 what classes cannot say is reported, with what to do")
    func limits() throws {
        let output = try output(
            """
            <entity name="A" isAbstract="YES" elementID="Old">
              <attribute name="description" optional="YES" attributeType="String"/>
              <attribute name="near" optional="YES" transient="YES"/>
              <attribute name="shape" optional="YES" attributeType="Transformable"/>
              <relationship name="all" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="A"/>
              <fetchIndex name="down"><fetchIndexElement property="description" type="Binary" order="descending"/></fetchIndex>
              <userInfo><entry key="k" value="v"/></userInfo>
            </entity>
            <configuration name="Main"><memberEntity name="A"/></configuration>
            """)
        #expect(text(output).contains("@Attribute(originalName: \"description\")\n"))
        #expect(text(output).contains("var descriptionValue: String?"))
        #expect(text(output).contains("@Transient\n    var near: Any?"))
        let told = output.limits.joined(separator: "\n")
        for part in [
            "the configuration Main", "A: a class cannot say that it is abstract", "its former name",
            "its user info", "the index down", "A.description: a property cannot say its name",
            "A.near: ", "A.shape: a property cannot say a transformer without a name",
            "A.all: a property cannot say an order",
        ] {
            #expect(told.contains(part), "\(part)")
        }
    }

    @Test("SD-203 names that Swift does not allow are errors that name the entity and the property")
    func names() throws {
        let entity = #expect(throws: ModelFormatError.self) { try output("<entity name=\"a b\"/>") }
        #expect(entity?.description.contains("rename the entity") == true)
        let property = #expect(throws: ModelFormatError.self) {
            try output("<entity name=\"A\"><attribute name=\"a b\" attributeType=\"String\"/></entity>")
        }
        #expect(property?.description.contains("A.a b") == true)
    }
}
