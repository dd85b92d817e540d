// SPDX-License-Identifier: Apache-2.0
// Models as a whole: entities, configurations, and what is closed by the first use.

import Foundation
import Testing

@testable import Perdure
@testable import PerdureModel

@Suite("Models")
struct ModelTests {
    @Test("MOD-1 a new model is empty")
    func empty() {
        let model = NSManagedObjectModel()
        #expect(model.entities.isEmpty)
        #expect(model.configurations.isEmpty)
        #expect(model.versionIdentifiers.isEmpty)
        #expect(model.fetchRequestTemplatesByName.isEmpty)
        #expect(model.localizationDictionary == nil)
    }

    @Test("MOD-4 entities by name")
    func byName() {
        let model = ModelSamples.company()
        #expect(Set(model.entitiesByName.keys) == ["Boss", "Company", "Person"])
        #expect(model.entitiesByName["Boss"]?.name == "Boss")
    }

    @Test("MD-1, MOD-4 two entities with one name stop the process when they are set")
    func ambiguousNames() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = ModelSamples.model(ModelSamples.entity("Twin"), ModelSamples.entity("Twin"))
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("two entities have the name \"Twin\""))
        #expect(text.contains("NSInvalidArgumentException"))
    }

    @Test("MOD-8, MOD-10 configurations")
    func configurations() throws {
        let model = ModelSamples.company()
        let person = try #require(model.entitiesByName["Person"])
        let company = try #require(model.entitiesByName["Company"])
        model.setEntities([person], forConfigurationName: "People")
        model.setEntities([person, company], forConfigurationName: "All")
        #expect(model.configurations == ["All", "People"])
        #expect(model.entities(forConfigurationName: "People") == [person])
        #expect(model.entities(forConfigurationName: "All") == [person, company])
        #expect(model.entities(forConfigurationName: "None") == nil)
        #expect(model.entities(forConfigurationName: nil)?.count == 3)
    }

    @Test("MOD-9 setting a configuration again replaces its entities")
    func replacedConfiguration() throws {
        let model = ModelSamples.company()
        let person = try #require(model.entitiesByName["Person"])
        let company = try #require(model.entitiesByName["Company"])
        model.setEntities([person], forConfigurationName: "People")
        model.setEntities([company], forConfigurationName: "People")
        #expect(model.entities(forConfigurationName: "People") == [company])
        model.entities = [person]
        #expect(model.entities(forConfigurationName: "People") == [])
    }

    @Test("MD-15, MOD-9 an entity from elsewhere stops the process")
    func foreignEntityInConfiguration() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            ModelSamples.company().setEntities(
                [ModelSamples.entity("Stranger")], forConfigurationName: "People")
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("\"Stranger\" cannot be in the configuration \"People\""))
    }

    @Test("MD-12, MOD-40 changing a model in use stops the process with Apple's words")
    func immutable() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let model = ModelSamples.company()
            try model.freeze()
            model.entities[0].properties[0].isOptional = false
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("NSInternalInconsistencyException: Can't modify an immutable model."))
    }

    @Test("MOD-40 every kind of description is closed by first use")
    func everythingIsClosed() throws {
        let model = ModelSamples.company()
        let person = try #require(model.entitiesByName["Person"])
        let name = try #require(person.propertiesByName["name"])
        let composite = NSCompositeAttributeDescription()
        composite.name = "composite"
        composite.elements = [ModelSamples.attribute("leaf")]
        person.properties.append(composite)
        let index = NSFetchIndexDescription(
            name: "byName", elements: [.init(property: name, collationType: .binary)])
        person.indexes = [index]
        #expect(!model.isFrozen)
        try model.freeze()
        #expect(model.isFrozen)
        #expect(model.entities.allSatisfy { $0.seal.isClosed })
        #expect(model.entities.flatMap(\.properties).allSatisfy { $0.seal.isClosed })
        #expect(composite.elements[0].seal.isClosed)
        #expect(index.seal.isClosed)
    }

    @Test("MOD-41 user info of a fetched property stays editable")
    func fetchedUserInfo() throws {
        let fetched = NSFetchedPropertyDescription()
        fetched.name = "recent"
        fetched.userInfo = ["limit": 5]
        let model = ModelSamples.model(ModelSamples.entity("Person", [fetched]))
        try model.freeze()
        fetched.userInfo?["limit"] = 6
        #expect(fetched.userInfo?["limit"] as? Int == 6)
    }

    @Test("MOD-21, MD-13 a copy of a model in use is independent and may be edited")
    func copying() throws {
        let model = ModelSamples.company()
        model.versionIdentifiers = ["1.0"]
        model.localizationDictionary = ["Entity/Person": "Human"]
        let person = try #require(model.entitiesByName["Person"])
        model.setEntities([person], forConfigurationName: "People")
        try model.freeze()
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(!copy.isFrozen)
        #expect(copy.document == model.document)
        let copiedPerson = try #require(copy.entitiesByName["Person"])
        #expect(copiedPerson !== person)
        #expect(copiedPerson.managedObjectModel === copy)
        #expect(copy.entities(forConfigurationName: "People") == [copiedPerson])
        #expect(copy.localizationDictionary == ["Entity/Person": "Human"])
        let employer = try #require(copiedPerson.relationshipsByName["employer"])
        #expect(employer.destinationEntity === copy.entitiesByName["Company"])
        #expect(employer.inverseRelationship?.inverseRelationship === employer)
        #expect(copy.entitiesByName["Boss"]?.superentity === copiedPerson)
        copiedPerson.name = "Human"
        copiedPerson.properties.append(ModelSamples.attribute("email"))
        #expect(model.entitiesByName["Person"]?.propertiesByName["email"] == nil)
        try copy.freeze()
        #expect(copy.schema.entity(named: "Human") != nil)
    }

    @Test("MOD-43 first use numbers entities and properties, for good")
    func numbers() throws {
        let model = ModelSamples.company()
        try model.freeze()
        try model.freeze()
        let entities = model.entitiesByName
        let person = try #require(entities["Person"])
        let boss = try #require(entities["Boss"])
        #expect(entities["Company"]?.number == 1)
        #expect(person.number == 2)
        #expect(boss.number == 3)
        #expect(model.entity(number: 3) === boss)
        #expect(person.slotProperties.map(\.name) == ["age", "employer", "name"])
        #expect(boss.slotProperties.map(\.name) == ["age", "employer", "name", "title"])
        #expect(boss.propertiesByName["name"]?.slot == 2)
        #expect(boss.propertiesByName["title"]?.slot == 3)
        #expect(boss.layout.name == "Boss")
        let employer = try #require(person.relationshipsByName["employer"])
        #expect(employer.layout?.destination == 1)
        #expect(employer.layout?.inverseSlot == entities["Company"]?.propertiesByName["staff"]?.slot)
    }

    @Test("MOD-84 deprecated compound indexes become indexes on several properties")
    func compoundIndexes() throws {
        let model = ModelSamples.company()
        let person = try #require(model.entitiesByName["Person"])
        person.facts.compoundIndexes = [["name", "age"]]
        try model.freeze()
        #expect(person.layout.indexes.map(\.name) == ["name_age"])
        #expect(person.layout.indexes[0].elements.map(\.property) == ["name", "age"])
    }

    @Test("MOD-84 compound indexes are made once, and not beside the fetch indexes that they come from")
    func impliedCompoundIndexes() throws {
        let repeated = ModelSamples.company()
        let person = try #require(repeated.entitiesByName["Person"])
        person.facts.compoundIndexes = [["name", "age"], ["name", "age"]]
        try repeated.freeze()
        #expect(person.layout.indexes.map(\.name) == ["name_age"])
        let derived = ModelSamples.company()
        let other = try #require(derived.entitiesByName["Person"])
        other.facts.compoundIndexes = [["name", "age"]]
        other.indexes = [
            NSFetchIndexDescription(
                name: "byName",
                elements: ["name", "age"].compactMap { other.propertiesByName[$0] }.map {
                    NSFetchIndexElementDescription(property: $0, collationType: .binary)
                })
        ]
        try derived.freeze()
        #expect(other.layout.indexes.map(\.name) == ["byName"])
    }

    @Test("MOD-132 indexes on elements of composites, named by their path")
    func elementIndexes() throws {
        let composite = NSCompositeAttributeDescription()
        composite.name = "place"
        composite.elements = [ModelSamples.attribute("city")]
        let entity = ModelSamples.entity("Person", [composite])
        entity.indexes = [
            NSFetchIndexDescription(
                name: "byCity", elements: [.init(property: composite.elements[0], collationType: .binary)])
        ]
        let model = ModelSamples.model(entity)
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(copy.document == model.document)
        let read = try NSManagedObjectModel(document: model.document)
        #expect(read.document == model.document)
        for model in [model, copy, read] {
            try model.freeze()
            #expect(model.entities[0].layout.indexes[0].elements[0].property == "place.city")
        }
    }

    @Test("MOD-16 localized texts are kept, and copied")
    func localization() throws {
        let model = ModelSamples.company()
        model.localizationDictionary = ["Property/name/Entity/Person": "Name"]
        #expect(model.localizationDictionary == ["Property/name/Entity/Person": "Name"])
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(copy.localizationDictionary == model.localizationDictionary)
    }

    @Test("MOD-83 the predicate of a partial index reaches the store")
    func partialIndex() throws {
        let model = ModelSamples.company()
        let person = try #require(model.entitiesByName["Person"])
        let name = try #require(person.propertiesByName["name"])
        let index = NSFetchIndexDescription(
            name: "adults", elements: [.init(property: name, collationType: .binary)])
        index.partialIndexPredicate = NSPredicate(format: "age >= 18")
        person.indexes = [index]
        try model.freeze()
        #expect(person.layout.indexes[0].partialPredicate == index.partialIndexPredicate?.node)
    }

    @Test("MOD-163 isOrdered on a to-one is ignored")
    func orderedToOne() throws {
        let model = ModelSamples.company()
        let employer = try #require(model.entitiesByName["Person"]?.relationshipsByName["employer"])
        employer.isOrdered = true
        try model.freeze()
        #expect(employer.layout?.isOrdered == false)
    }

    @Test("MOD-170, MOD-177 a fetched property is inherited, has no slot and is in no hash")
    func fetchedProperty() throws {
        let model = ModelSamples.company()
        let hashes = model.entityVersionHashesByName
        let person = try #require(model.entitiesByName["Person"])
        let fetched = NSFetchedPropertyDescription()
        fetched.name = "colleagues"
        fetched.fetchRequest = NSFetchRequest(entityName: "Person")
        person.properties.append(fetched)
        #expect(model.entityVersionHashesByName == hashes)
        try model.freeze()
        let boss = try #require(model.entitiesByName["Boss"])
        #expect(boss.propertiesByName["colleagues"] === fetched)
        #expect(fetched.slot == -1)
        #expect(!boss.slotProperties.contains(fetched))
        #expect(fetched.fetchRequest?.entityName == "Person")
    }

    @Test("MOD-202 a model with 500 entities and 10,000 properties is built, copied and put to use")
    func largeModel() throws {
        let model = NSManagedObjectModel()
        model.entities = (0..<500).map { number in
            ModelSamples.entity("E\(number)", (0..<20).map { ModelSamples.attribute("a\($0)") })
        }
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        try copy.freeze()
        #expect(copy.schema.entities.count == 500)
        #expect(copy.schema.entities.reduce(0) { $0 + $1.properties.count } == 10_000)
    }
}
