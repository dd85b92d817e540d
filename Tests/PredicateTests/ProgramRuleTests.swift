// SPDX-License-Identifier: Apache-2.0
// What public programs write into predicates, asked of fetches from both kinds of store, of unsaved objects, and of the
// objects themselves.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Predicates of real programs") struct ProgramRuleTests {
    private let stacks: [Stack]

    init() throws { stacks = try Stack.Kind.allCases.map { try Stack($0, Self.model()) } }

    private static func model() -> NSManagedObjectModel {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Part", .attribute("code"), .attribute("flags", .integer64AttributeType, default: 0),
                .toOne("box", "Box", inverse: "parts")),
            EntitySketch("Screw", parent: "Part"),
            EntitySketch("Box", .attribute("label"), .toMany("parts", "Part", inverse: "box")))
        if let part = model.entitiesByName["Part"], let code = part.propertiesByName["code"] {
            part.indexes = [
                NSFetchIndexDescription(
                    name: "byCode",
                    elements: [NSFetchIndexElementDescription(property: code, collationType: .binary)])
            ]
        }
        return model
    }

    /// The codes of the parts that are found: unsaved, saved, and by asking each object.
    private func found(_ format: String, _ arguments: (Stack) -> [Any] = { _ in [] }) throws -> [String] {
        var results: [[String]] = []
        for stack in stacks {
            let predicate = NSPredicate(format: format, argumentArray: arguments(stack))
            let context = stack.context()
            try context.performAndWait {
                let box = context.insert("Box", ["label": "7"])
                for (entity, code, flags) in [
                    ("Part", "9", 1), ("Part", "10", 2), ("Screw", "11", 3), ("Screw", "x", 4),
                ] {
                    context.insert(
                        entity, ["code": code, "flags": flags, "box": flags > 1 ? box : nil])
                }
                let request = NSFetchRequest<NSManagedObject>(entityName: "Part")
                let all = try context.fetch(request)
                request.predicate = predicate
                results.append(Self.codes(try context.fetch(request)))
                results.append(
                    Self.codes(try all.filter { try predicate.evaluate(validating: $0) }))
                try context.save()
                results.append(Self.codes(try context.fetch(request)))
                for object in all { context.delete(object) }
                context.delete(box)
                try context.save()
            }
        }
        for result in results { #expect(result == results[0], "\(format)") }
        return results[0]
    }

    private static func codes(_ objects: [NSManagedObject]) -> [String] {
        objects.compactMap { $0.value(forKey: "code") as? String }.sorted()
    }

    @Test("PRG-50 operators of bits in stores, among unsaved objects and in memory")
    func bits() throws {
        #expect(try found("(flags & %@) != 0") { _ in [2] } == ["10", "11"])
        #expect(try found("flags & 1 == 1") == ["11", "9"])
        #expect(try found("flags | 1 == 3") == ["10", "11"])
        #expect(try found("flags ^ 1 == 2") == ["11"])
        #expect(try found("1 << flags == 16") == ["x"])
        #expect(try found("flags >> 1 == 1") == ["10", "11"])
        #expect(try found("~flags == -3") == ["10"])
    }

    @Test("PRG-52 PRE-87 entities in stores, among unsaved objects and in memory")
    func entities() throws {
        func entity(_ name: String) -> (Stack) -> [Any] {
            { stack in stack.coordinator.managedObjectModel.entitiesByName[name].map { [$0 as Any] } ?? [] }
        }
        #expect(try found("entity == %@", entity("Screw")) == ["11", "x"])
        #expect(try found("entity != %@", entity("Screw")) == ["10", "9"])
        #expect(try found("%@ == entity", entity("Part")) == ["10", "9"])
        #expect(try found("entity IN %@") { [entity("Screw")($0)] } == ["11", "x"])
        #expect(try found("entity.name == %@") { _ in ["Part"] } == ["10", "9"])
        #expect(try found("entity.name IN {'Screw', 'Nut'}") == ["11", "x"])
        #expect(try found("box.entity == %@", entity("Box")) == ["10", "11", "x"])
        #expect(try found("box.entity.name == 'Box' AND entity == %@", entity("Part")) == ["10"])
    }

    @Test(
        "PRG-52, PRE-98 names of entities by their characters, in stores, among unsaved objects and in memory"
    )
    func entityNames() throws {
        #expect(try found("entity.name BEGINSWITH 'Scr'") == ["11", "x"])
        #expect(try found("entity.name ENDSWITH[c] 'T'") == ["10", "9"])
        #expect(try found("entity.name CONTAINS 'crew'") == ["11", "x"])
        #expect(try found("entity.name LIKE 'P?rt'") == ["10", "9"])
        #expect(try found("entity.name MATCHES 'S.*'") == ["11", "x"])
        #expect(try found("entity.name BEGINSWITH '3'") == [])
        #expect(try found("entity.name ==[c] 'screw'") == ["11", "x"])
        #expect(try found("entity.name !=[c] 'screw'") == ["10", "9"])
        #expect(try found("entity.name IN[c] {'SCREW', 'Nut'}") == ["11", "x"])
        #expect(try found("entity.name < 'Q'") == ["10", "9"])
        #expect(try found("entity.name >= 'Part'") == ["10", "11", "9", "x"])
        #expect(try found("entity.name BETWEEN {'Q', 'T'}") == ["11", "x"])
        #expect(try found("box.entity.name BEGINSWITH 'B'") == ["10", "11", "x"])
        #expect(try found("NOT (entity.name LIKE 'S*')") == ["10", "9"])
    }

    @Test(
        "PRG-52, PRE-110 an entity's name beside an attribute and in functions is refused by databases",
        arguments: [
            "entity.name == code", "code CONTAINS entity.name", "entity.name IN {code, 'Part'}",
            "lowercase:(entity.name) == 'part'", "TERNARY(flags > 1, entity.name, code) == 'Part'",
            "ANY parts.entity.name == label",
        ])
    func entityNamesOfRows(_ format: String) throws {
        for stack in stacks where stack.place != nil {
            let context = stack.context()
            let error = #expect(throws: CoreDataException.self) {
                try context.performAndWait {
                    try context.all(format.contains("parts") ? "Box" : "Part", format)
                }
            }
            #expect(error?.reason.contains("entity") == true, "\(String(describing: error))")
        }
    }

    @Test("PRG-53 numbers beside a text attribute are texts, in stores, among unsaved objects and in memory")
    func numbers() throws {
        #expect(try found("code IN %@") { _ in [[9, 10, 11]] } == ["10", "11", "9"])
        #expect(try found("code == %@") { _ in [9] } == ["9"])
        #expect(try found("code == %@") { _ in [Decimal(10)] } == ["10"])
        #expect(try found("code == %@") { _ in [9.0] } == [])
        #expect(try found("code != 9") == ["10", "11", "x"])
        #expect(try found("NOT (code IN {9, 10})") == ["11", "x"])
        #expect(try found("box.label == 7") == ["10", "11", "x"])
        #expect(try found("code == flags") == [])
        let ordered = NSPredicate(format: "code < 9")
        for stack in stacks {
            let context = stack.context()
            #expect(throws: CoreDataException.self) {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Part")
                request.predicate = ordered
                _ = try context.performAndWait {
                    context.insert("Part", ["code": "9"])
                    return try context.fetch(request)
                }
            }
        }
    }

    @Test("PRG-56 NSNull finds what nil finds")
    func nulls() throws {
        #expect(try found("box == %@") { _ in [NSNull()] } == ["9"])
        #expect(try found("box != %@") { _ in [NSNull()] } == ["10", "11", "x"])
        #expect(try found("code == %@") { _ in [NSNull()] } == [])
    }

    @Test("MOD-86 indexed:by: is the value of its key; an index that is not there is named with its entity")
    func indexes() throws {
        #expect(try found("indexed:by:(code, 'byCode') == 'x'") == ["x"])
        let format = "indexed:by:(code, 'byLabel') == 'x'"
        for stack in stacks {
            let context = stack.context()
            for (entity, format) in [
                ("Part", format), ("Screw", format), ("Box", "ANY indexed:by:(parts.code, 'byLabel') == 'x'"),
            ] {
                let request = NSFetchRequest<NSManagedObject>(entityName: entity)
                request.predicate = NSPredicate(format: format)
                let error = #expect(throws: CoreDataException.self) {
                    _ = try context.performAndWait { try context.fetch(request) }
                }
                #expect(error?.name == .invalidArgumentException)
                #expect(error?.reason.contains("\"byLabel\"") == true, "\(String(describing: error))")
                let owner = entity == "Box" ? "Part" : entity
                #expect(error?.reason.contains("\"\(owner)\" has no such index") == true)
            }
        }
    }
}
