// SPDX-License-Identifier: Apache-2.0
// PRG-73: composites, predicates and key paths inside models have a depth, in sources and in archives.

import Foundation
import PerdureModelFormat
import PerdurePropertyList
import Testing

@Suite("Deep contents of models") struct DeepContentTests {
    private func fault(source: String) -> ModelFormatError? {
        do { _ = try XMLModelReader.read(data: Data("<model>\(source)</model>".utf8)) } catch {
            return error as? ModelFormatError
        }
        return nil
    }

    private func composites(_ count: Int) -> String {
        (0..<count).map {
            "<composite name=\"T\($0)\"><attribute name=\"a\" attributeType=\"Composite\" composite=\"T\($0 + 1)\"/></composite>"
        }.joined()
            + "<composite name=\"T\(count)\"><attribute name=\"b\" attributeType=\"String\"/></composite>"
    }

    @Test("PRG-73 composite types that stand 10,000 deep inside each other are refused, and 30 deep are read")
    func compositeTypes() throws {
        let entity =
            "<entity name=\"E\"><attribute name=\"a\" attributeType=\"Composite\" composite=\"T0\"/></entity>"
        let deep = try #require(fault(source: entity + composites(10_000)))
        #expect(
            deep.reason.contains(
                "more than 32 deep inside each other, from 'T0' to 'T32'; take an element out"))
        #expect(fault(source: entity + composites(30)) == nil)
    }

    @Test("PRG-73 composites in an archive that stand 10,000 deep are refused")
    func archivedComposites() throws {
        let data = try archive { builder in
            var element = builder.add(
                classes: ["NSAttributeDescription", "NSPropertyDescription"],
                fields: ["NSPropertyName": builder.add(string: "leaf"), "NSAttributeType": .integer(700)])
            for _ in 0..<10_000 {
                element = builder.add(
                    classes: [
                        "NSCompositeAttributeDescription", "NSAttributeDescription", "NSPropertyDescription",
                    ],
                    fields: [
                        "NSPropertyName": builder.add(string: "c"), "NSAttributeType": .integer(2100),
                        "NSCompositeElements": builder.add(array: [element]),
                    ])
            }
            return element
        }
        #expect(
            fault(compiled: data)?.reason.contains("more than 32 deep inside each other, down to 'c'") == true
        )
    }

    @Test("PRG-73 an archived predicate of 10,000 NOTs and one of a long key path are refused")
    func archivedPredicates() throws {
        let nots = try archive { builder in
            var predicate = builder.add(classes: ["NSTruePredicate", "NSPredicate"], fields: [:])
            for _ in 0..<10_000 {
                predicate = builder.add(
                    classes: ["NSCompoundPredicate", "NSPredicate"],
                    fields: [
                        "NSCompoundPredicateType": .integer(0),
                        "NSSubpredicates": builder.add(array: [predicate]),
                    ])
            }
            return validated(by: predicate, &builder)
        }
        #expect(fault(compiled: nots)?.reason.contains("nests too deeply") == true)
        let path = try archive { builder in
            let keys = builder.add(string: Array(repeating: "a", count: 100_000).joined(separator: "."))
            let derivation = builder.add(
                classes: ["NSKeyPathSpecifierExpression", "NSExpression"],
                fields: ["NSExpressionType": .integer(10), "NSKeyPath": keys])
            return builder.add(
                classes: ["NSDerivedAttributeDescription", "NSAttributeDescription"],
                fields: ["NSPropertyName": builder.add(string: "d"), "NSDerivationExpression": derivation])
        }
        #expect(fault(compiled: path)?.reason.contains("has 100000 keys, and 256 are the limit") == true)
    }

    @Test("PRG-73 a derivation along 100,000 keys in a source is refused at its place")
    func derivation() throws {
        let path = Array(repeating: "a", count: 100_000).joined(separator: ".")
        let deep = try #require(
            fault(
                source:
                    "<entity name=\"E\"><attribute name=\"d\" attributeType=\"String\" derived=\"YES\" derivationExpression=\"\(path)\"/></entity>"
            ))
        #expect(deep.entity == "E" && deep.property == "d")
        #expect(deep.reason.contains("256 are the limit; use a shorter one"))
    }

    /// An archive of a model with one entity and one attribute.
    private func archive(_ attribute: (inout KeyedArchiveBuilder) -> PropertyListValue) throws -> Data {
        var builder = KeyedArchiveBuilder()
        let (root, entity) = (builder.reserve(), builder.reserve())
        let property = attribute(&builder)
        builder.define(
            entity, classes: ["NSEntityDescription", "NSObject"],
            fields: [
                "NSEntityName": builder.add(string: "E"),
                "NSProperties": builder.add(entries: [(builder.add(string: "p"), property)]),
            ])
        builder.define(
            root, classes: ["NSManagedObjectModel", "NSObject"],
            fields: ["NSEntities": builder.add(entries: [(builder.add(string: "E"), .uid(entity))])])
        return try builder.archive(root: .uid(root))
    }

    private func validated(by predicate: PropertyListValue, _ builder: inout KeyedArchiveBuilder)
        -> PropertyListValue
    {
        builder.add(
            classes: ["NSAttributeDescription", "NSPropertyDescription"],
            fields: [
                "NSPropertyName": builder.add(string: "p"), "NSAttributeType": .integer(700),
                "NSValidationPredicates": builder.add(array: [predicate]),
                "NSValidationWarnings": builder.add(array: [builder.add(string: "w")]),
            ])
    }

    private func fault(compiled data: Data) -> ModelFormatError? {
        do { _ = try CompiledModelReader.read(data: data) } catch { return error as? ModelFormatError }
        return nil
    }
}
