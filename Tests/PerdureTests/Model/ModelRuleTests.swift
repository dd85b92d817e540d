// SPDX-License-Identifier: Apache-2.0
// One rule, one wording: a model file that is built, a model file that is read, descriptions made in code and the definitions
// of a schema are refused with the same words.

import Foundation
import PerdureModelFormat
import PerdureStore
import Testing

@testable import Perdure
@testable import PerdureModel

@Suite("One rule for documents, descriptions and definitions") struct ModelRuleTests {
    /// The words of a refusal, without its place and with one kind of quotation marks.
    private func words(_ text: String) -> String {
        let text = text.replacingOccurrences(of: "'", with: "\"")
        let words = text.range(of: ": ").map { String(text[$0.upperBound...]) } ?? text
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }

    private func built(_ source: String) throws -> [String] {
        try XMLModelReader.read(data: Data("<model>\(source)</model>".utf8)).problems()
            .map { words(": \($0.reason)") }
    }

    private func read(_ source: String) throws -> String {
        let document = try XMLModelReader.read(data: Data("<model>\(source)</model>".utf8))
        let error = #expect(throws: ModelFormatError.self) {
            try ModelBuilder(document, into: NSManagedObjectModel()).build()
        }
        return words(": \(error?.reason ?? "")")
    }

    private func compiled(_ definitions: EntityDefinition...) -> String {
        do {
            _ = try Schema(definitions)
            return ""
        } catch {
            guard case StoreError.invalidSchema(let reason) = error else { return "\(error)" }
            return words(reason)
        }
    }

    private func definition(
        _ name: String, parent: String? = nil, _ properties: PropertyDefinition...
    ) -> EntityDefinition {
        EntityDefinition(name, superentity: parent, properties: properties)
    }

    @Test("two entities of one name")
    func repeatedEntity() throws {
        let model = ModelSamples.model(ModelSamples.entity("A"), ModelSamples.entity("B"))
        model.entities[1].name = "A"
        let text = words(ModelSamples.refusal(of: model))
        #expect(text == "two entities have the name \"A\"; rename one of them")
        let source = "<entity name=\"A\"/><entity name=\"A\"/>"
        #expect(try built(source) == [text])
        #expect(try read(source) == text)
        #expect(compiled(definition("A"), definition("A")) == text)
    }

    @Test("a parent outside of the model")
    func unknownParent() throws {
        let child = ModelSamples.entity("A")
        let parent = ModelSamples.entity("B")
        parent.subentities = [child]
        let refusal = withExtendedLifetime(parent) { ModelSamples.refusal(of: ModelSamples.model(child)) }
        let text = words(refusal)
        #expect(text == "its parent entity \"B\" is not in the model; add it, or choose another one")
        let source = "<entity name=\"A\" parentEntity=\"B\"/>"
        #expect(try built(source) == [text])
        #expect(try read(source) == text)
        #expect(compiled(definition("A", parent: "B")) == text)
    }

    @Test("an entity above itself")
    func ring() throws {
        let (first, second) = (ModelSamples.entity("A"), ModelSamples.entity("B"))
        first.subentities = [second]
        second.subentities = [first]
        let model = ModelSamples.model(first, second)
        let text = words(ModelSamples.refusal(of: model))
        #expect(text == "the entity is its own ancestor (A, B, A); change the parent of one of them")
        let source = "<entity name=\"A\" parentEntity=\"B\"/><entity name=\"B\" parentEntity=\"A\"/>"
        #expect(try built(source).first == text)
        #expect(try read(source) == text)
        #expect(compiled(definition("A", parent: "B"), definition("B", parent: "A")) == text)
        second.subentities = []
    }

    @Test("a property that a parent has")
    func inheritedProperty() throws {
        let parent = ModelSamples.entity("P", [ModelSamples.attribute("x")])
        let child = ModelSamples.entity("C", [ModelSamples.attribute("x")])
        parent.subentities = [child]
        let text = words(ModelSamples.refusal(of: ModelSamples.model(parent, child)))
        #expect(text == "the parent entity \"P\" has a property of this name already; rename one of them")
        let attribute = "<attribute name=\"x\" attributeType=\"String\"/>"
        #expect(
            try built(
                "<entity name=\"P\">\(attribute)</entity><entity name=\"C\" parentEntity=\"P\">\(attribute)</entity>"
            ) == [text])
        let column = PropertyDefinition("x", .attribute(AttributeDefinition(.string)))
        #expect(compiled(definition("P", column), definition("C", parent: "P", column)) == text)
    }

    @Test("a destination and an inverse that are not there")
    func ends() throws {
        let text = "its destination entity \"B\" is not in the model; add it, or choose another one"
        let stranger = ModelSamples.entity("B")
        let entity = ModelSamples.entity("A", [ModelSamples.relationship("r", to: stranger)])
        let refusal = withExtendedLifetime(stranger) { ModelSamples.refusal(of: ModelSamples.model(entity)) }
        #expect(words(refusal) == text)
        let source =
            "<entity name=\"A\"><relationship name=\"r\" maxCount=\"1\" destinationEntity=\"B\"/></entity>"
        #expect(try built(source) == [text])
        #expect(try read(source) == text)
        let column = PropertyDefinition("r", .relationship(RelationshipDefinition(to: "B")))
        #expect(compiled(definition("A", column)) == text)
        let lost =
            "its inverse \"x\" is no relationship of the entity \"A\"; add it there, or choose another inverse"
        let own =
            "<entity name=\"A\"><relationship name=\"r\" maxCount=\"1\" destinationEntity=\"A\" inverseName=\"x\" "
            + "inverseEntity=\"A\"/></entity>"
        #expect(try built(own) == [lost])
        #expect(try read(own) == lost)
        let oneSided = PropertyDefinition("r", .relationship(RelationshipDefinition(to: "A", inverse: "x")))
        #expect(compiled(definition("A", oneSided)) == lost)
    }
}
