// SPDX-License-Identifier: Apache-2.0
// Descriptions of entities: inheritance, properties by name, constraints.

import Foundation
import Testing

@testable import Perdure
@testable import PerdureModel

@Suite("Entity descriptions")
struct EntityTests {
    @Test("MOD-50 defaults of a new entity")
    func defaults() {
        let entity = NSEntityDescription()
        #expect(entity.name == nil)
        #expect(!entity.isAbstract)
        #expect(entity.managedObjectClassName == "NSManagedObject")
        #expect(entity.subentities.isEmpty)
        #expect(entity.properties.isEmpty)
        #expect(entity.uniquenessConstraints.isEmpty)
        #expect(entity.indexes.isEmpty)
        #expect(entity.userInfo == nil)
        #expect(entity.superentity == nil)
    }

    @Test("MOD-58 setting subentities sets superentity, and takes the child from its former parent")
    func oneParent() {
        let first = ModelSamples.entity("First")
        let second = ModelSamples.entity("Second")
        let child = ModelSamples.entity("Child")
        first.subentities = [child]
        #expect(child.superentity === first)
        #expect(first.subentitiesByName["Child"] === child)
        second.subentities = [child]
        #expect(child.superentity === second)
        #expect(first.subentities.isEmpty)
        second.subentities = []
        #expect(child.superentity == nil)
    }

    @Test("MOD-59 maps by name include inherited properties", arguments: [false, true])
    func mapsByName(inUse: Bool) throws {
        let model = ModelSamples.company()
        if inUse { try model.freeze() }
        let boss = try #require(model.entitiesByName["Boss"])
        #expect(Set(boss.propertiesByName.keys) == ["age", "employer", "name", "title"])
        #expect(Set(boss.attributesByName.keys) == ["age", "name", "title"])
        #expect(Set(boss.relationshipsByName.keys) == ["employer"])
        #expect(boss.properties.map(\.name) == ["title"])
    }

    @Test("MOD-61 relationships for a destination, inherited ones included")
    func relationshipsForDestination() throws {
        let model = ModelSamples.company()
        let entities = model.entitiesByName
        let boss = try #require(entities["Boss"])
        let company = try #require(entities["Company"])
        let person = try #require(entities["Person"])
        #expect(boss.relationships(forDestination: company).map(\.name) == ["employer"])
        #expect(company.relationships(forDestination: person).map(\.name) == ["staff"])
        #expect(company.relationships(forDestination: boss).isEmpty)
    }

    @Test("MOD-62 isKindOf holds for the entity and its ancestors", arguments: [false, true])
    func isKindOf(inUse: Bool) throws {
        let model = ModelSamples.company()
        if inUse { try model.freeze() }
        let entities = model.entitiesByName
        let boss = try #require(entities["Boss"])
        let person = try #require(entities["Person"])
        let company = try #require(entities["Company"])
        #expect(boss.isKindOf(entity: boss))
        #expect(boss.isKindOf(entity: person))
        #expect(!person.isKindOf(entity: boss))
        #expect(!boss.isKindOf(entity: company))
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        let samePerson = try #require(copy.entitiesByName["Person"])
        #expect(boss.isKindOf(entity: samePerson), "names are compared between models")
    }

    @Test("MOD-64, MOD-97 the renaming identifier is the name until it is set")
    func renamingIdentifier() {
        let entity = ModelSamples.entity("Person", [ModelSamples.attribute("name")])
        #expect(entity.renamingIdentifier == "Person")
        entity.renamingIdentifier = "Human"
        #expect(entity.renamingIdentifier == "Human")
        #expect(entity.properties[0].renamingIdentifier == "name")
        entity.properties[0].renamingIdentifier = "fullName"
        #expect(entity.properties[0].renamingIdentifier == "fullName")
        entity.renamingIdentifier = nil
        #expect(entity.renamingIdentifier == "Person")
    }

    @Test("MOD-65 values for Spotlight are kept")
    func spotlight() {
        let entity = ModelSamples.entity("Person", [ModelSamples.attribute("name")])
        let expression = NSExpression(node: .key("name"))
        entity.coreSpotlightDisplayNameExpression = expression
        #expect(entity.coreSpotlightDisplayNameExpression === expression)
        entity.properties[0].isIndexedBySpotlight = true
        #expect(entity.properties[0].isIndexedBySpotlight)
    }

    @Test("MOD-70 constraints take names and descriptions")
    func constraints() throws {
        let model = ModelSamples.company()
        let person = try #require(model.entitiesByName["Person"])
        person.uniquenessConstraints = [["name", try #require(person.attributesByName["age"])]]
        #expect(person.constraintNames == [["name", "age"]])
        try model.freeze()
        #expect(person.layout.uniquenessConstraints == [["name", "age"]])
    }

    @Test("A property's entity is the one that declares it")
    func owner() throws {
        let model = ModelSamples.company()
        let boss = try #require(model.entitiesByName["Boss"])
        let name = try #require(boss.propertiesByName["name"])
        #expect(name.entity === model.entitiesByName["Person"])
        #expect(boss.managedObjectModel === model)
    }

    @Test("Copying an entity copies its properties and indexes, for another model")
    func copying() throws {
        let model = ModelSamples.company()
        let person = try #require(model.entitiesByName["Person"])
        let name = try #require(person.propertiesByName["name"])
        person.indexes = [
            NSFetchIndexDescription(
                name: "byName", elements: [.init(property: name, collationType: .binary)])
        ]
        try model.freeze()
        let copy = try #require(person.copy() as? NSEntityDescription)
        #expect(copy.properties.map(\.name) == person.properties.map(\.name))
        #expect(copy.properties.allSatisfy { $0.entity === copy })
        #expect(copy.indexes[0].elements[0].property === copy.propertiesByName["name"])
        copy.name = "Other"
        #expect(person.name == "Person")
    }
}
