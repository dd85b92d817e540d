// SPDX-License-Identifier: Apache-2.0
// Descriptions that are put into a second model or entity: those in use stay where they are, others move.

import Foundation
import Testing

@testable import Perdure
@testable import PerdureModel

@Suite("Descriptions put into a second place") struct SharedDescriptionTests {
    private static let words = "NSInternalInconsistencyException: Can't modify an immutable model."

    /// A model in use of one entity with an attribute and an index on it.
    private static func used() throws -> (model: NSManagedObjectModel, entity: NSEntityDescription) {
        let name = ModelSamples.attribute("name")
        let entity = ModelSamples.entity("Book", [name])
        entity.indexes = [
            NSFetchIndexDescription(
                name: "byName", elements: [.init(property: name, collationType: .binary)])
        ]
        let model = ModelSamples.model(entity)
        try model.freeze()
        return (model, entity)
    }

    @Test("MD-12, MOD-40 an entity in use goes into no other model, and under no parent")
    func entities() async throws {
        let intoModel = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let (model, _) = try Self.used()
            let other = NSManagedObjectModel()
            other.entities = model.entities + [ModelSamples.entity("Author")]
        }
        #expect(String(decoding: intoModel.standardErrorContent, as: UTF8.self).contains(Self.words))
        let underParent = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let used = try Self.used()
            ModelSamples.entity("Thing").subentities = [used.entity]
        }
        #expect(String(decoding: underParent.standardErrorContent, as: UTF8.self).contains(Self.words))
    }

    @Test("MD-12, MOD-40 properties and indexes in use go to no other entity")
    func parts() async throws {
        let property = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let used = try Self.used()
            ModelSamples.entity("Page").properties = used.entity.properties
        }
        #expect(String(decoding: property.standardErrorContent, as: UTF8.self).contains(Self.words))
        let index = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let used = try Self.used()
            ModelSamples.entity("Page").indexes = used.entity.indexes
        }
        #expect(String(decoding: index.standardErrorContent, as: UTF8.self).contains(Self.words))
    }

    @Test("MOD-40 of two models that share an entity only the one that is used first can be used")
    func sharedEntity() throws {
        let book = ModelSamples.entity("Book", [ModelSamples.attribute("name")])
        let first = ModelSamples.model(book)
        let second = ModelSamples.model(ModelSamples.entity("Author"), book)
        try first.freeze()
        #expect(throws: CoreDataException.self) { try second.freeze() }
        #expect(book.managedObjectModel === first)
        #expect(book.number == 1)
        #expect(book.compiled.schema === first.schema)
    }

    @Test("MOD-40 a property that two entities list belongs to the one that is used first")
    func sharedProperty() throws {
        let name = ModelSamples.attribute("name")
        let book = ModelSamples.entity("Book", [name])
        let page = ModelSamples.entity("Page", [ModelSamples.attribute("above"), name])
        let (first, second) = (ModelSamples.model(book), ModelSamples.model(page))
        try first.freeze()
        #expect(throws: CoreDataException.self) { try second.freeze() }
        #expect(name.entity === book)
        #expect(name.slot == 0)
    }

    @Test("MOD-156 a property that moved to another entity keeps its owner when the former one lets it go")
    func movedProperty() throws {
        let model = ModelSamples.company()
        let boss = try #require(model.entitiesByName["Boss"])
        let person = try #require(model.entitiesByName["Person"])
        let title = try #require(boss.propertiesByName["title"])
        person.properties.append(title)
        boss.properties.removeAll { $0 === title }
        #expect(title.entity === person)
        person.properties.removeAll { $0 === title }
        #expect(title.owner == nil)
    }

    @Test("MOD-156 a relationship that was pulled up to the parent is still a sound inverse")
    func movedRelationship() throws {
        let company = ModelSamples.entity("Company")
        let person = ModelSamples.entity("Person")
        let boss = ModelSamples.entity("Boss")
        let staff = ModelSamples.relationship("staff", to: boss, maxCount: 0)
        let employer = ModelSamples.relationship("employer", to: company)
        staff.inverseRelationship = employer
        employer.inverseRelationship = staff
        company.properties = [staff]
        boss.properties = [employer]
        person.subentities = [boss]
        let model = ModelSamples.model(company, person, boss)
        staff.destinationEntity = person
        person.properties.append(employer)
        boss.properties.removeAll { $0 === employer }
        #expect(ModelSamples.refusal(of: model) == "")
        #expect(employer.entity === person)
    }
}
