// SPDX-License-Identifier: Apache-2.0
// Names that clash with Swift's words, with types and with members of NSManagedObject compile, in every language mode.

import Foundation
import PerdureCodegen
import PerdureModelFormat
import Testing

@Suite("Generated code with clashing names", .serialized)
struct HostileNameTests {
    private static let words = [
        "associatedtype", "deinit", "enum", "extension", "func", "import", "init", "inout",
        "internal",
        "let", "operator", "private", "protocol", "public", "static", "struct", "subscript", "typealias",
        "var",
        "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard",
        "if",
        "in", "repeat", "return", "switch", "throw", "where", "while", "as", "false", "is", "nil", "super",
        "throws",
        "true", "try", "rethrows", "get", "set", "willSet", "newValue", "oldValue", "some", "any", "open",
        "package",
        "actor", "async", "await", "left", "right", "lazy", "final", "value", "values", "root", "names",
        "idx",
        "indexes", "id", "key", "slots", "state", "type", "context", "String", "Int64", "größe", "_x",
    ]

    private static let types = [
        "String", "Int", "Int16", "Int32", "Int64", "Bool", "Double", "Float", "Identifiable", "Data", "Date",
        "UUID", "URL", "NSDecimalNumber", "NSNumber", "NSObject", "NSSet", "NSOrderedSet", "NSIndexSet",
        "IndexSet",
        "TimeInterval", "ClassProperties", "NSFetchRequest", "Observable", "Set", "Array", "Optional",
        "Collection",
        "Root", "R", "Movie", "CoreDataNames", "default", "class",
    ]

    private static let kinds = [
        "String", "Date", "Binary", "UUID", "URI", "Decimal", "Integer 16", "Integer 32", "Integer 64",
        "Boolean",
        "Double", "Float", "Transformable", "Composite",
    ]

    /// Entities of all types' names, each with every kind of property; `words` has the words as names.
    private static func model() throws -> ModelDocument {
        let attributes = kinds.flatMap { kind in
            ["YES", "NO"].map { scalar in
                "<attribute name=\"a\(scalar)\(kind.filter { $0 != " " })\" attributeType=\"\(kind)\" "
                    + "usesScalarValueType=\"\(scalar)\"/>"
            }
        }
        let entities = types.filter { $0 != "class" }.map { name in
            """
            <entity name="\(name)" representedClassName="\(name)" codeGenerationType="class">\(attributes.joined())
                <attribute name="u" transient="YES"/>
                <relationship name="one" maxCount="1" destinationEntity="\(name)"/>
                <relationship name="many" toMany="YES" destinationEntity="String"/>
                <relationship name="list" toMany="YES" ordered="YES" destinationEntity="default"/>
                <fetchedProperty name="found"><fetchRequest name="r" entity="\(name)"/></fetchedProperty>
                <userInfo><entry key="perdure.observable" value="YES"/></userInfo>
            </entity>
            """
        }
        let properties = words.map { "<attribute name=\"\($0)\" attributeType=\"String\"/>" }
        let last = """
            <entity name="Words" representedClassName="class" codeGenerationType="class">\(properties.joined())
                <relationship name="precedencegroup" toMany="YES" ordered="YES" destinationEntity="Words"/>
            </entity>
            """
        return try XMLModelReader.read(data: Data("<model>\(entities.joined())\(last)</model>".utf8))
    }

    @Test(
        "words, types and members as names compile",
        .enabled(if: TypeChecker.isAvailable, "the build's modules are not beside the tests"),
        arguments: [
            ["-swift-version", "5"], ["-swift-version", "6"],
            ["-swift-version", "6", "-default-isolation", "MainActor"],
        ])
    func compiles(_ flags: [String]) throws {
        let options = CodeGenerator.Options(module: "Hostile", source: "Hostile.xcdatamodeld")
        let files = try CodeGenerator(Self.model(), options).files()
        #expect(files.count == 2 * Self.types.count)
        #expect(try TypeChecker().check(files, module: "Hostile", flags: flags) == "")
    }
}
