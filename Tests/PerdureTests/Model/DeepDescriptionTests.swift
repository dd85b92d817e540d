// SPDX-License-Identifier: Apache-2.0
// PRG-73, PRG-75: descriptions made in code that lead far, or in rings, or that no store can hold.

import Foundation
import PerdurePredicates
import Testing

@testable import Perdure
@testable import PerdureModel

@Suite("Deep and refused descriptions") struct DeepDescriptionTests {
    private func chain(_ count: Int) -> [NSEntityDescription] {
        let entities = (0..<count).map { ModelSamples.entity("E\($0)") }
        for (parent, child) in zip(entities, entities.dropFirst()) { parent.subentities = [child] }
        return entities
    }

    @Test("PRG-73 a chain of 10,000 parents is refused, has no hashes, and can be copied")
    func parents() throws {
        let model = NSManagedObjectModel()
        model.entities = chain(10_000)
        #expect(
            ModelSamples.refusal(of: model).contains(
                "The entity \"E200\": the entity has more than 200 ancestors"))
        #expect(model.entityVersionHashesByName.isEmpty)
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(copy.entities.last?.superentity?.name == "E9998")
        #expect(throws: CoreDataException.self) { try NSManagedObjectModel.merging([model]) }
        #expect(throws: CoreDataException.self) { try model.freeze() }
    }

    @Test("PRG-73 a ring of 10,000 parents is refused")
    func ring() {
        let model = NSManagedObjectModel()
        let entities = chain(10_000)
        entities[9_999].subentities = [entities[0]]
        model.entities = entities
        #expect(ModelSamples.refusal(of: model).contains("has more than 200 ancestors"))
        #expect(entities[0].propertiesByName.isEmpty && entities[0].isKindOf(entity: entities[5_000]))
    }

    @Test("PRG-73 20,000 children of one parent are merged, put to use and copied")
    func wide() throws {
        let parent = ModelSamples.entity("P")
        parent.subentities = (0..<20_000).map { ModelSamples.entity("C\($0)") }
        let model = NSManagedObjectModel()
        model.entities = [parent] + parent.subentities
        let merged = try NSManagedObjectModel.merging([model, model])
        try merged.freeze()
        #expect(merged.schema.entity(named: "P")?.lastDescendant == 20_001)
        #expect(merged.entitiesByName["P"]?.subentities.count == 20_000)
    }

    private func composite(_ name: String) -> NSCompositeAttributeDescription {
        let composite = NSCompositeAttributeDescription()
        composite.name = name
        return composite
    }

    @Test(
        "PRG-75 a composite that contains itself is refused; it can be hashed, copied, compared and closed before"
    )
    func compositeCycle() throws {
        let (outer, inner) = (composite("outer"), composite("inner"))
        outer.elements = [inner]
        inner.elements = [outer]
        let model = ModelSamples.model(ModelSamples.entity("E", [outer]))
        #expect(
            ModelSamples.refusal(of: model).contains(
                "\"E.outer.inner.outer\": the composite contains itself; take the element out"))
        #expect(model.entityVersionHashesByName.count == 1)
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(ModelSamples.refusal(of: copy).contains("contains itself"))
        #expect(copy.isEqual(model))
        #expect(throws: CoreDataException.self) { try model.freeze() }
        inner.seal = ModelSeal()
        inner.elements = []
    }

    @Test("PRG-73 composites 40 deep inside each other are refused with their path")
    func deepComposites() {
        let outer = composite("c0")
        var current = outer
        for number in 1...40 {
            let next = composite("c\(number)")
            current.elements = [next]
            current = next
        }
        let reason = ModelSamples.refusal(of: ModelSamples.model(ModelSamples.entity("E", [outer])))
        #expect(
            reason.contains("\"E.c0.c1")
                && reason.contains(
                    "composite attributes stand more than 32 deep inside each other; take an element out.")
        )
    }

    private func derived(_ name: String, _ path: String) -> NSDerivedAttributeDescription {
        let attribute = NSDerivedAttributeDescription()
        attribute.name = name
        attribute.attributeType = .stringAttributeType
        attribute.derivationExpression = NSExpression(forKeyPath: path)
        return attribute
    }

    @Test("PRG-75 an attribute derived from itself is refused, directly and across a relationship")
    func derivations() {
        let own = ModelSamples.model(ModelSamples.entity("E", [derived("a", "a")]))
        #expect(
            ModelSamples.refusal(of: own).contains(
                "\"E.a\": it is derived from itself, directly or through others;"))
        let other = ModelSamples.entity("B", [derived("b", "a.a")])
        let first = ModelSamples.entity(
            "A", [derived("a", "b.b"), ModelSamples.relationship("b", to: other)])
        other.properties.append(ModelSamples.relationship("a", to: first))
        let reason = ModelSamples.refusal(of: ModelSamples.model(first, other))
        #expect(
            reason.contains("is derived from itself") && reason.contains("derive it from a stored attribute.")
        )
        let chain = ModelSamples.model(
            ModelSamples.entity("E", [derived("a", "b"), derived("b", "c"), derived("c", "d")]))
        #expect(ModelSamples.refusal(of: chain) == "")
    }

    @Test("PRG-75 negative counts, and a minimum above the maximum, are refused")
    func counts() {
        for (low, high, words) in [
            (-1, 1, "The property \"E.r\": its minimum count -1 is negative; choose a number from 0 on."),
            (0, -2, "The property \"E.r\": its maximum count -2 is negative; choose a number from 0 on."),
            (
                3, 2,
                "The property \"E.r\": its minimum count 3 is greater than its maximum count 2; change one of them."
            ),
        ] {
            let entity = ModelSamples.entity("E")
            let relationship = ModelSamples.relationship("r", to: entity)
            (relationship.minCount, relationship.maxCount) = (low, high)
            entity.properties = [relationship]
            #expect(ModelSamples.refusal(of: ModelSamples.model(entity)) == words)
        }
    }

    @Test(
        "PRG-75 an entity whose table would be one of Core Data's own is refused",
        arguments: ["_Metadata", "_PRIMARYKEY", "_modelCache"])
    func tables(name: String) {
        let reason = ModelSamples.refusal(of: ModelSamples.model(ModelSamples.entity(name)))
        #expect(
            reason.contains(
                "\"\(name)\": its table would be Z\(name.uppercased()), which is one of Core Data's own; rename the entity."
            ))
    }
}
