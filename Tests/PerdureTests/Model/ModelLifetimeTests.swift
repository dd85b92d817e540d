// SPDX-License-Identifier: Apache-2.0
// Models end with their last user, whatever leads from one description to another.

import Foundation
import Perdure
import Testing

@Suite("Lifetimes of models") struct ModelLifetimeTests {
    @Test(
        "MOD-170 a model whose fetched properties lead to its own entities ends with its last user",
        arguments: [false, true])
    func fetchedProperties(isUsed: Bool) throws {
        weak var person: NSEntityDescription?
        weak var town: NSEntityDescription?
        do {
            let model = Self.model()
            (person, town) = (model.entitiesByName["Person"], model.entitiesByName["Town"])
            if isUsed { _ = NSPersistentStoreCoordinator(managedObjectModel: model) }
            #expect(Self.destination(of: "neighbours", person) === person)
            #expect(Self.destination(of: "towns", person) === town)
            #expect(Self.destination(of: "people", town) === person)
        }
        #expect(person == nil && town == nil)
    }

    @Test("MOD-170 copies of a model have fetched properties of their own, and end as well")
    func copies() throws {
        weak var copied: NSEntityDescription?
        do {
            let copy = try #require(Self.model().copy() as? NSManagedObjectModel)
            copied = copy.entitiesByName["Person"]
            #expect(Self.destination(of: "neighbours", copied) === copied)
        }
        #expect(copied == nil)
    }

    @Test("MOD-170 the request of a fetched property knows its entity's name when the model is gone")
    func name() throws {
        let request = try #require(
            (Self.model().entitiesByName["Town"]?.propertiesByName["people"] as? NSFetchedPropertyDescription)?
                .fetchRequest)
        #expect(request.entity == nil)
        #expect(request.entityName == "Person")
    }

    @Test("MOD-170 an entity that only a request holds stays until a model has it")
    func before() {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        let fetched = NSFetchedPropertyDescription()
        fetched.name = "towns"
        do {
            let town = NSEntityDescription()
            town.name = "Town"
            request.entity = town
            fetched.fetchRequest = request
        }
        let person = NSEntityDescription()
        person.name = "Person"
        person.properties = [fetched]
        #expect(request.entity?.name == "Town")
        let model = NSManagedObjectModel()
        model.entities = [person] + [request.entity].compactMap(\.self)
        #expect(model.entitiesByName["Town"] != nil)
        #expect(request.entity === model.entitiesByName["Town"])
    }

    private static func destination(of name: String, _ entity: NSEntityDescription?) -> NSEntityDescription? {
        (entity?.propertiesByName[name] as? NSFetchedPropertyDescription)?.fetchRequest?.entity
    }

    private static func model() -> NSManagedObjectModel {
        let person = NSEntityDescription()
        person.name = "Person"
        let town = NSEntityDescription()
        town.name = "Town"
        person.properties = [fetched("neighbours", person), fetched("towns", town)]
        town.properties = [fetched("people", person)]
        let model = NSManagedObjectModel()
        model.entities = [person, town]
        return model
    }

    private static func fetched(_ name: String, _ entity: NSEntityDescription) -> NSFetchedPropertyDescription
    {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = entity
        let property = NSFetchedPropertyDescription()
        property.name = name
        property.fetchRequest = request
        return property
    }
}
