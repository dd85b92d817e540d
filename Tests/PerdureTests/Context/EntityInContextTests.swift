// SPDX-License-Identifier: Apache-2.0
// From an entity's name to its description and to a new object, by the context.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Entities by name in a context")
struct EntityInContextTests {
    @Test("MOD-51 the model of the context's coordinator knows the entity")
    func entityByName() throws {
        let stack = try Stack(.inMemory, ModelSamples.company())
        let context = stack.context()
        let person = NSEntityDescription.entity(forEntityName: "Person", in: context)
        #expect(person === stack.coordinator.managedObjectModel.entitiesByName["Person"])
        #expect(NSEntityDescription.entity(forEntityName: "Nobody", in: context) == nil)
    }

    @Test("MOD-51 a context without a coordinator stops the process with Apple's words")
    func noCoordinator() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = NSEntityDescription.entity(
                forEntityName: "Person",
                in: NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType))
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("+entityForName: nil is not a legal NSPersistentStoreCoordinator"))
        #expect(text.contains("entity name 'Person'"))
    }

    @Test("MOD-52 a new object of the entity's class, inserted")
    func insertion() throws {
        let stack = try Stack(.inMemory, ModelSamples.company())
        let context = stack.context()
        context.performAndWait {
            let boss = NSEntityDescription.insertNewObject(forEntityName: "Boss", into: context)
            #expect(boss.entity.name == "Boss")
            #expect(boss.isInserted)
            #expect(context.insertedObjects == [boss])
        }
    }

    @Test("MOD-52 an unknown name stops the process with Apple's words")
    func unknownName() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let stack = try Stack(.inMemory, ModelSamples.company())
            _ = NSEntityDescription.insertNewObject(forEntityName: "Nobody", into: stack.context())
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("+entityForName: could not locate an entity named 'Nobody' in this model."))
    }

    @Test(
        "MD-2, MD-9, MD-11 adding a store reports what stores cannot keep",
        arguments: [
            "type", "constraint", "derivation",
        ])
    func addingStore(fault: String) throws {
        let model = ModelSamples.company()
        let person = try #require(model.entitiesByName["Person"])
        switch fault {
        case "type": person.properties.append(ModelSamples.attribute("anything", .undefined))
        case "constraint": person.uniquenessConstraints = [["employer"]]
        default: person.properties.append(NSDerivedAttributeDescription())
        }
        person.properties.last?.name = "value"
        #expect(throws: (any Error).self) { try Stack(.inMemory, model) }
    }
}
