// SPDX-License-Identifier: Apache-2.0
// Models, entities and properties are equal when their contents are.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Equality of models") struct EqualityTests {
    /// Two objects are equal both ways, and have one hash.
    private func expectEqual(
        _ one: NSObject?, _ other: NSObject?, at location: SourceLocation = #_sourceLocation
    )
        throws
    {
        let first = try #require(one)
        let second = try #require(other)
        #expect(first !== second && first == second && second == first, sourceLocation: location)
        #expect(first.hash == second.hash && Set([first, second]).count == 1, sourceLocation: location)
    }

    private func expectAllEqual(_ one: NSManagedObjectModel, _ other: NSManagedObjectModel) throws {
        try expectEqual(one, other)
        for (name, entity) in one.entitiesByName {
            try expectEqual(entity, other.entitiesByName[name])
            for (key, property) in entity.propertiesByName {
                try expectEqual(property, other.entitiesByName[name]?.propertiesByName[key])
            }
        }
    }

    @Test("PRG-25 a model equals its copy, one built alike, and one in use")
    func copies() throws {
        for make in [{ FixtureModel.scenarios() }, { CompositeShelf.model() }, { ModelSamples.company() }] {
            let model = make()
            let copy = try #require(model.copy() as? NSManagedObjectModel)
            try expectAllEqual(model, copy)
            try expectAllEqual(model, make())
            let stack = try Stack(.inMemory, model)
            try expectAllEqual(stack.coordinator.managedObjectModel, copy)
        }
    }

    @Test("PRG-25 a model equals itself as a file has it, however often it is read")
    func files() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("Books.sqlite")
        try CompositeShelf.createStore(at: url)
        let read = try (0..<2).map { _ in
            try #require(try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url))
        }
        try expectAllEqual(read[0], read[1])
        // Entities do not keep each other alive: their models do.
        let model = CompositeShelf.model()
        try withExtendedLifetime(model) {
            try expectEqual(model.entitiesByName["Book"], read[0].entitiesByName["Book"])
        }
    }

    @Test("PRG-25 the order of entities, properties and configurations does not count")
    func order() throws {
        let (one, other) = (ModelSamples.company(), ModelSamples.company())
        other.entities.reverse()
        for entity in other.entities { entity.properties.reverse() }
        try expectAllEqual(one, other)
        let names = ["Person", "Company"].compactMap { one.entitiesByName[$0] }
        one.setEntities(names, forConfigurationName: "C")
        #expect(one != other)
        other.setEntities(
            ["Company", "Person"].compactMap { other.entitiesByName[$0] }, forConfigurationName: "C")
        try expectEqual(one, other)
    }

    @Test("PRG-25 any difference makes them different, also in what an entity inherits")
    func differences() throws {
        let changes: [(NSManagedObjectModel) -> Void] = [
            { $0.entitiesByName["Person"]?.attributesByName["age"]?.isOptional = false },
            { $0.entitiesByName["Person"]?.attributesByName["age"]?.defaultValue = 7 },
            { $0.entitiesByName["Person"]?.attributesByName["name"]?.renamingIdentifier = "title" },
            { $0.entitiesByName["Person"]?.userInfo = ["a": "b"] },
            { $0.entitiesByName["Person"]?.uniquenessConstraints = [["name"]] },
            { $0.entitiesByName["Person"]?.properties.append(ModelSamples.attribute("more")) },
        ]
        for change in changes {
            let (model, other) = (ModelSamples.company(), ModelSamples.company())
            change(other)
            #expect(model != other)
            for name in ["Person", "Boss"] {
                #expect(model.entitiesByName[name] != other.entitiesByName[name])
            }
            #expect(model.entitiesByName["Company"] == other.entitiesByName["Company"])
        }
    }

    @Test("PRG-25 properties of one name in two entities are two, and so are two entities of one model")
    func unequal() throws {
        let model = ModelSamples.company()
        let (person, company) = (model.entitiesByName["Person"], model.entitiesByName["Company"])
        #expect(person?.attributesByName["name"] != company?.attributesByName["name"])
        #expect(person?.attributesByName["name"] != person?.attributesByName["age"])
        #expect(person != company)
        #expect(Set(model.entities).count == 3)
        #expect(!(person?.isEqual("Person") ?? true) && !model.isEqual(nil))
    }
}
