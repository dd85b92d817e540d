// SPDX-License-Identifier: Apache-2.0
// From the class name in the model to the class of the objects.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// The class of Shape in these tests.
class ShapeObject: NSManagedObject {}

@Suite("Classes of entities")
struct ClassNameTests {
    @Test(
        "MD-18 MOD-53 a class that is not found is NSManagedObject, with a warning",
        arguments: Stack.Kind.allCases)
    func missingClass(kind: Stack.Kind) throws {
        let desk = try Desk(
            kind,
            NSManagedObjectModel(EntitySketch("Note", className: "Nowhere.MissingNote", .attribute("text"))))
        let note = desk.context.insert("Note", ["text": "a"])
        #expect(type(of: note) == NSManagedObject.self)
        try desk.context.save()
        let read = try desk.saved("Note")
        #expect(type(of: read) == NSManagedObject.self && read.value(forKey: "text") as? String == "a")
    }

    @Test("MD-18 MOD-53 the warning names class and entity, once")
    func warning() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            for _ in 1...2 {
                let stack = try Stack(
                    .inMemory,
                    NSManagedObjectModel(EntitySketch("Note", className: "Nowhere.Gone", .attribute("text"))))
                stack.context().insert("Note")
            }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        let words =
            "Unable to load class named 'Nowhere.Gone' for entity 'Note'. "
            + "Class not found, using default NSManagedObject instead."
        #expect(text.components(separatedBy: words).count == 2)
    }

    @Test(
        "MOD-53 a class is found as Module.Class and is that of fetched objects too",
        arguments: Stack.Kind.allCases)
    func foundClass(kind: Stack.Kind) throws {
        let desk = try Desk(
            kind,
            NSManagedObjectModel(
                EntitySketch("Shape", className: "PerdureTests.ShapeObject", .attribute("name"))))
        #expect(desk.context.insert("Shape") is ShapeObject)
        try desk.context.save()
        #expect(try desk.saved("Shape") is ShapeObject)
    }

    @Test("MOD-56 a subentity of an unrelated class loads; only the typed access fails")
    func unrelatedClass() throws {
        let desk = try Desk(
            .inMemory,
            NSManagedObjectModel(
                EntitySketch("Shape", className: "PerdureTests.ShapeObject", .attribute("name")),
                EntitySketch("Circle", parent: "Shape", .attribute("radius", .doubleAttributeType))))
        desk.context.insert("Shape", ["name": "a"])
        desk.context.insert("Circle", ["name": "b"])
        try desk.context.save()
        let found = try desk.reader().all("Shape", by: "name")
        #expect(found.map { $0 is ShapeObject } == [true, false])
        #expect(found.map { $0.value(forKey: "name") as? String } == ["a", "b"])
    }

    @Test("MD-20 MOD-57 an abstract entity has no objects of its own")
    func abstractEntity() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let stack = try Stack(
                .inMemory, NSManagedObjectModel(EntitySketch("Shape", isAbstract: true, .attribute("name"))))
            let context = stack.context()
            context.insert("Shape")
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("NSInvalidArgumentException") && text.contains("\"Shape\" is abstract"))
    }

    @Test("MD-19 MOD-55 init(context:) needs one entity for the class")
    func ambiguousClass() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let name = "PerdureTests.ShapeObject"
            let stack = try Stack(
                .inMemory,
                NSManagedObjectModel(EntitySketch("A", className: name), EntitySketch("B", className: name)))
            let context = stack.context()
            _ = ShapeObject(context: context)
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(
            text.contains(
                "An NSManagedObject of class 'ShapeObject' must have a valid NSEntityDescription."))
    }

    @Test("STO-198 two coordinators of one model leave init(context:) unambiguous")
    func sharedModel() throws {
        let model = NSManagedObjectModel(
            EntitySketch("Solo", className: "PerdureTests.SharedObject", .attribute("name")))
        let stacks = try [Stack(.inMemory, model), Stack(.inMemory, model)]
        for stack in stacks {
            let context = stack.context()
            #expect(SharedObject(context: context).entity.name == "Solo")
        }
    }
}

/// The class of Solo in these tests.
class SharedObject: NSManagedObject {}
