// SPDX-License-Identifier: Apache-2.0
// Version hashes of derived and composite attributes: values that Apple's tools wrote, and what counts in them.

import Foundation
import PerdureBase
import PerdureModelFormat
import PerdurePredicates
import Testing

@Suite("Version hashes of derived and composite attributes") struct DerivedHashTests {
    private func attribute(_ name: String, _ type: Int, required: Bool = false) -> AttributeDocument {
        SampleModel.attribute(name, type, isOptional: !required)
    }

    private func derived(_ name: String, _ type: Int, _ keys: String...) -> AttributeDocument {
        var attribute = attribute(name, type)
        attribute.derivation = .keyPath(base: .evaluatedObject, keys: keys)
        return attribute
    }

    private func composite(_ name: String, _ elements: [AttributeDocument], required: Bool = false)
        -> AttributeDocument
    {
        var composite = attribute(name, AttributeType.composite, required: required)
        composite.elements = elements
        return composite
    }

    private func entity(_ name: String, _ attributes: AttributeDocument...) -> EntityDocument {
        var entity = EntityDocument(name: name)
        entity.attributes = attributes
        return entity
    }

    private func hash(_ entity: EntityDocument) -> String? { VersionHashTests.hashes(entity)[entity.name] }

    @Test("MOD-18 an entity with now() has the hash that Apple's tools wrote")
    func clock() {
        var updated = attribute("updatedAt", AttributeType.date)
        updated.derivation = .function(FunctionCall("now", []))
        #expect(
            hash(entity("Item", attribute("timestamp", AttributeType.date), updated))
                == "b6c91c38d3288d74e7155424d5e50ee447978b1b6f5185360196366ab209d12b")
    }

    @Test("MOD-18 an entity with one composite has the hash that SwiftData's store has")
    func ingredient() {
        var entity = entity(
            "Ingredient", attribute("id", AttributeType.uuid, required: true),
            attribute("value", AttributeType.double, required: true),
            composite("unit", [attribute("unit", AttributeType.string)], required: true))
        var base = SampleModel.relationship("ingredientBase", to: "IngredientBase", inverse: nil)
        base.traits.isOptional = false
        entity.relationships = [base]
        #expect(hash(entity) == "4a3b9f32df42aee19eb186b6ad03ad57c96cd3fb4532671a4063da2002cfc61a")
    }

    @Test("MOD-18 an entity with two composites has the hash that SwiftData's store has")
    func ingredientBase() {
        let texts = ["baseCategory", "name", "specialtyCategory", "umbrellaCategory"].map {
            attribute($0, AttributeType.string, required: true)
        }
        let prep = [
            attribute("id", AttributeType.uuid), attribute("prepIngredientName", AttributeType.string),
            attribute("prepRecipe", AttributeType.binary),
        ]
        let tags = ["flavors", "profiles", "styles", "booze", "nA"].map {
            attribute($0, AttributeType.binary)
        }
        var entity = entity(
            "IngredientBase", attribute("info", AttributeType.string),
            attribute("id", AttributeType.uuid, required: true),
            attribute("isCustom", AttributeType.boolean, required: true), composite("prep", prep),
            composite("tags", tags))
        entity.attributes += texts
        entity.uniquenessConstraints = [["name"]]
        #expect(hash(entity) == "a017653989a9a1b642674e178f21d0f983180ef6b26dc16736063535ab22e615")
    }

    @Test("MOD-23 a derived attribute counts by the text of its expression, as a compiled model has it")
    func texts() {
        func hash(_ expression: ExpressionNode) -> Data {
            var attribute = attribute("a", AttributeType.string)
            attribute.derivation = expression
            return VersionHash.hash(of: attribute)
        }
        func path(_ keys: String...) -> ExpressionNode { .keyPath(base: .evaluatedObject, keys: keys) }
        func call(_ name: String, _ keys: String...) -> ExpressionNode {
            .function(FunctionCall(name, [.keyPath(base: .evaluatedObject, keys: keys)]))
        }
        #expect(hash(path("chat", "serverId")) == SHA256.hash("chat.serverId".utf8))
        #expect(hash(path("pages", "@count")) == SHA256.hash("count:(pages)".utf8))
        #expect(hash(call("count:", "pages")) == SHA256.hash("count:(pages)".utf8))
        #expect(hash(call("canonical:", "name")) == SHA256.hash("canonical:(name)".utf8))
        #expect(hash(path("items", "@sum", "points")) == hash(call("sum:", "items", "points")))
        #expect(hash(path("items", "points", "@max")) == hash(call("max:", "items", "points")))
        #expect(hash(path("items", "@avg", "points")) == hash(call("average:", "items", "points")))
    }

    @Test("MOD-23 name, type and options of a derived or composite attribute are no part of its hash")
    func irrelevant() {
        let plain = derived("a", AttributeType.string, "b")
        var other = derived("z", AttributeType.integer64, "b")
        (other.traits.isOptional, other.traits.isReadOnly) = (false, true)
        #expect(VersionHash.hash(of: plain) == VersionHash.hash(of: other))
        let elements = [attribute("x", AttributeType.string), attribute("y", AttributeType.double)]
        #expect(
            VersionHash.hash(of: composite("a", elements))
                == VersionHash.hash(of: composite("z", elements.reversed(), required: true)))
        #expect(
            VersionHash.hash(of: composite("a", elements))
                != VersionHash.hash(of: composite("a", [elements[0]])))
        let nested = composite("outer", [composite("inner", elements)])
        #expect(VersionHash.hash(of: nested) == SHA256.hash(VersionHash.hash(of: nested.elements[0])))
    }

    @Test(
        "the former hashes are those of plain attributes, and there for the entities that they concern alone")
    func former() {
        var model = ModelDocument()
        var child = entity("Child")
        child.superentityName = "Parent"
        model.entities = [
            entity("Parent", derived("a", AttributeType.string, "b"), attribute("b", AttributeType.string)),
            child, entity("Plain", attribute("b", AttributeType.string)),
        ]
        let former = VersionHash.formerEntityHashes(of: model)
        #expect(former.keys.sorted() == ["Child", "Parent"])
        model.entities[0].attributes[0].derivation = nil
        #expect(VersionHash.formerEntityHashes(of: model).isEmpty)
        #expect(former["Parent"] == VersionHash.entityHashes(of: model)["Parent"])
        #expect(former["Child"] == VersionHash.entityHashes(of: model)["Child"])
    }
}
