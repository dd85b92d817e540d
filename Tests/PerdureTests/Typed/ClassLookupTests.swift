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

    @Test("MOD-54 a class that declares its entity knows it before any model is in use")
    func declared() throws {
        let model = sketch("PerdureTests.NeverUsed", entity: "Never")
        ObjectClassTable.shared.register(NeverUsed.self, of: model.entities[0])
        #expect(NeverUsed.entity() === model.entities[0])
        #expect(NeverUsed.fetchRequest().entityName == "Never")
    }
}
