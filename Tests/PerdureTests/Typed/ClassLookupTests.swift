// SPDX-License-Identifier: Apache-2.0
// Classes by name, names by class: registration, bare names, and the entity of a class.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

/// Registered under its own name.
final class Registered: NSManagedObject {}
/// Registered under the name of a model.
final class OddlyNamed: NSManagedObject {}
/// The class of one entity in many models.
final class OfManyModels: NSManagedObject {}
/// The class of an entity that was never put to use.
final class NeverUsed: NSManagedObject {}
/// The class of two entities.
final class OfTwoEntities: NSManagedObject {}

/// Neither registered nor named in full.
class Unregistered: NSManagedObject {}
private final class OnlyHere: NSManagedObject {}
final class Twin: NSManagedObject {}
final class NoManagedClass {}

@Suite("Looking classes up")
struct ClassLookupTests {
    private func sketch(_ className: String, entity: String = "Thing") -> NSManagedObjectModel {
        NSManagedObjectModel(EntitySketch(entity, className: className, .attribute("name")))
    }

    @Test(
        "MOD-53 MOD-54 a registered class is found by each form of its name",
        arguments: ["PerdureTests.Registered", "Registered", ".Registered", "OldModule.Registered"])
    func registered(name: String) throws {
        Registered.registerClass()
        let stack = try Stack(.inMemory, sketch(name))
        let context = stack.context()
        #expect(context.insert("Thing") is Registered)
    }

    @Test("MOD-54 a class can be registered under the name that the model gives")
    func givenName() throws {
        OddlyNamed.registerClass(named: "Nowhere.ThingMO")
        let stack = try Stack(.inMemory, sketch("Nowhere.ThingMO"))
        let context = stack.context()
        #expect(context.insert("Thing") is OddlyNamed)
    }

    @Test("MOD-53 bare names are looked for in the program's module and in those with resources beside it")
    func modules() throws {
        let folder = try TemporaryFolder()
        for name in ["my-shop_Model.resources", "a_b_c.resources", "plain.resources", "x_y.txt"] {
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent(name), withIntermediateDirectories: false)
        }
        #expect(
            ProgramModules.names(program: "shop-tool", folders: [folder.url, folder.url])
                == ["shop_tool", "b_c", "c", "Model"])
    }

    @Test("MOD-55 entity() and fetchRequest() know the entity before there is an object")
    func entityBeforeObjects() throws {
        let stack = try Stack(.inMemory, sketch("PerdureTests.OfManyModels", entity: "Many"))
        #expect(OfManyModels.fetchRequest().entityName == "Many")
        let context = stack.context()
        #expect(OfManyModels(context: context).entity === stack.coordinator.managedObjectModel.entities[0])
    }

    @Test("MOD-55 several models with the same entity leave the class one; the context's model decides")
    func severalModels() throws {
        let stacks = try (1...3).map { _ in
            try Stack(.inMemory, sketch("PerdureTests.OfManyModels", entity: "Many"))
        }
        #expect(OfManyModels.entity().name == "Many")
        for stack in stacks {
            let context = stack.context()
            let entity = stack.coordinator.managedObjectModel.entities[0]
            #expect(OfManyModels(context: context).entity === entity)
        }
    }

    @Test("MOD-55 a context that changes its coordinator takes the entity of its new model")
    func otherCoordinator() throws {
        let stacks = try (1...2).map { _ in
            try Stack(.inMemory, sketch("PerdureTests.OfManyModels", entity: "Many"))
        }
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        for stack in stacks {
            context.performAndWait {
                context.reset()
                context.persistentStoreCoordinator = stack.coordinator
                let entity = stack.coordinator.managedObjectModel.entities[0]
                for _ in 0..<2 { #expect(OfManyModels(context: context).entity === entity) }
            }
        }
    }

    @Test("MOD-55 entities of different names leave the question open, and are named")
    func ambiguous() throws {
        let name = "PerdureTests.OfTwoEntities"
        let stack = try Stack(
            .inMemory,
            NSManagedObjectModel(EntitySketch("A", className: name), EntitySketch("B", className: name)))
        let error = #expect(throws: CoreDataException.self) {
            try EntitiesByClass.shared.entity(of: OfTwoEntities.self).get()
        }
        #expect(error?.reason.contains("2 entities use this class: A, B.") == true)
        withExtendedLifetime(stack) {}
    }

    @Test(
        "PRG-9 a bare name finds every class of the process, wherever it is declared",
        arguments: ["Unregistered", "InSuite", "OnlyHere", ".Unregistered"])
    func bareNames(name: String) throws {
        let stack = try Stack(.inMemory, sketch(name))
        let object = stack.context().insert("Thing")
        #expect(
            String(describing: type(of: object)) == (name.hasPrefix(".") ? String(name.dropFirst()) : name))
    }

    /// Found although it stands in another type.
    final class InSuite: NSManagedObject {}

    @Test(
        "PRG-9 of several classes of one name that in no other type is taken; classes of other kinds are passed over"
    )
    func several() throws {
        let names = CompiledClasses.named("Twin").map(\.name)
        #expect(names.count == 2 && names.first == "PerdureTests.Twin")
        let stack = try Stack(.inMemory, sketch("Twin"))
        // By its full name: here "Twin" alone is the one in this suite.
        #expect(String(reflecting: type(of: stack.context().insert("Thing"))) == "PerdureTests.Twin")
        #expect(CompiledClasses.named("NoManagedClass").count == 1)
        let other = try Stack(.inMemory, sketch("NoManagedClass"))
        #expect(type(of: other.context().insert("Thing")) == NSManagedObject.self)
    }

    final class Twin: NSManagedObject {}

    @Test("PRG-9 a class that is not found is told once for each name, entity and model")
    func warning() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            for _ in 1...2 {
                for entity in ["Note", "Letter"] {
                    let model = NSManagedObjectModel(
                        EntitySketch(entity, className: "LostMail", .attribute("text")))
                    model.fileName = "Post.momd"
                    let stack = try Stack(.inMemory, model)
                    stack.context().insert(entity)
                }
            }
        }
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
            .filter { $0.contains("'LostMail'") }
        #expect(lines.count == 2)
        for (line, entity) in zip(lines, ["Note", "Letter"]) {
            #expect(line.contains("entity '\(entity)'") && line.contains("Post.momd"))
        }
    }

    @Test("PRG-10 entity() of a class that no model claims is nameless, and a line says so")
    func unclaimed() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            #expect(Unregistered.entity().name == nil)
            #expect(Unregistered.fetchRequest().entityName == nil)
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(
            text.contains("class 'Unregistered'")
                && text.contains("No model in use has an entity of this class."))
    }

    @Test("MOD-54 a class that declares its entity knows it before any model is in use")
    func declared() throws {
        let model = sketch("PerdureTests.NeverUsed", entity: "Never")
        ObjectClassTable.shared.register(NeverUsed.self, of: model.entities[0])
        #expect(NeverUsed.entity() === model.entities[0])
        #expect(NeverUsed.fetchRequest().entityName == "Never")
    }
}
