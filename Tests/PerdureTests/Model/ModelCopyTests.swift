// SPDX-License-Identifier: Apache-2.0
// Copies of models whose lists are not complete: the original stays as it is.

import Foundation
import Testing

@testable import Perdure
@testable import PerdureModel

@Suite("Copies of incomplete models") struct ModelCopyTests {
    private let parent = ModelSamples.entity("Parent", [ModelSamples.attribute("name")])
    private let child = ModelSamples.entity("Child")
    private let grandchild = ModelSamples.entity("Grandchild")

    /// A model of the parent alone, which has a child and a grandchild.
    private func incomplete() -> NSManagedObjectModel {
        parent.subentities = [child]
        child.subentities = [grandchild]
        return ModelSamples.model(parent)
    }

    @Test("MOD-42, MOD-58 a copy takes no child from the original, and has a child of its own")
    func missingChild() throws {
        let model = incomplete()
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(parent.subentities == [child])
        #expect(child.superentity === parent)
        #expect(grandchild.superentity === child)
        let copied = try #require(copy.entitiesByName["Parent"])
        let own = try #require(copied.subentitiesByName["Child"])
        #expect(own !== child && own.superentity === copied)
        #expect(own.subentitiesByName["Grandchild"].map { $0 !== grandchild } == true)
        #expect(ModelSamples.refusal(of: copy) == ModelSamples.refusal(of: model))
        copy.entities += [own] + own.subentities
        #expect(ModelSamples.refusal(of: copy) == "")
        model.entities = [parent, child, grandchild]
        #expect(ModelSamples.refusal(of: model) == "")
        #expect(Set(grandchild.propertiesByName.keys) == ["name"])
    }

    @Test("MOD-42, MD-13 a model that was closed before it was complete can be copied and completed")
    func closed() throws {
        let model = incomplete()
        #expect(throws: CoreDataException.self) { try model.freeze() }
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        let own = try #require(copy.entitiesByName["Parent"]?.subentitiesByName["Child"])
        copy.entities += [own] + own.subentities
        try copy.freeze()
        #expect(copy.schema.entities.count == 3)
    }
}
