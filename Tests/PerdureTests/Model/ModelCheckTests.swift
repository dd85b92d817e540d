// SPDX-License-Identifier: Apache-2.0
// What is refused when a model is put to use, with entity and property.

import Foundation
import Testing

@testable import Perdure

@Suite("What makes a model unusable")
struct ModelCheckTests {
    @Test("The sample is usable")
    func usable() { #expect(ModelSamples.refusal(of: ModelSamples.company()) == "") }

    @Test("MD-1 two entities renamed to one name")
    func ambiguousNames() {
        let model = ModelSamples.company()
        model.entities[0].name = "Person"
        #expect(
            ModelSamples.refusal(of: model).contains(
                "two entities have the name \"Person\"; rename one of them"))
    }

    @Test("Entities and properties need names")
    func names() {
        let model = ModelSamples.company()
        model.entities[0].properties[0].name = ""
        #expect(
            ModelSamples.refusal(of: model).contains(
                "The entity \"Company\": a property of the entity has no name"))
        model.entities[0].name = nil
        #expect(
            ModelSamples.refusal(of: model).contains(
                "An entity of the model has no name; give every entity a name."))
    }

    @Test("MD-3, MOD-153 a relationship without destination")
    func noDestination() {
        let entity = ModelSamples.entity("Person", [ModelSamples.relationship("friend", to: nil)])
        let model = ModelSamples.model(entity)
        #expect(
            ModelSamples.refusal(of: model).contains(
                "The property \"Person.friend\": the relationship has no destination entity; choose one."))
    }

    @Test("MD-3 a destination outside of the model")
    func foreignDestination() {
        let stranger = ModelSamples.entity("Stranger")
        let model = ModelSamples.model(
            ModelSamples.entity("Person", [ModelSamples.relationship("friend", to: stranger)]))
        #expect(
            ModelSamples.refusal(of: model).contains(
                "\"Person.friend\": its destination entity \"Stranger\" is not in the model"))
    }

    @Test("MD-4, MOD-156 an inverse that does not name the relationship back")
    func inverseNotMutual() throws {
        let model = ModelSamples.company()
        let staff = try #require(model.entitiesByName["Company"]?.relationshipsByName["staff"])
        staff.inverseRelationship = nil
        #expect(
            ModelSamples.refusal(of: model).contains(
                "\"Person.employer\": its inverse \"Company.staff\" names nothing as its own inverse"))
    }

    @Test("MOD-156 an inverse on another entity than the destination")
    func inverseElsewhere() throws {
        let model = ModelSamples.company()
        let elsewhere = ModelSamples.entity("Elsewhere")
        model.entities.append(elsewhere)
        model.entitiesByName["Person"]?.relationshipsByName["employer"]?.destinationEntity = elsewhere
        #expect(ModelSamples.refusal(of: model).contains("leads to \"Elsewhere\", not back here"))
    }

    @Test("MOD-157, MOD-164 no inverse, and a relationship that is its own inverse, are legal")
    func legalInverses() {
        let person = ModelSamples.entity("Person")
        let friends = ModelSamples.relationship("friends", to: person, maxCount: 0)
        friends.inverseRelationship = friends
        person.properties = [friends, ModelSamples.relationship("idol", to: person)]
        #expect(ModelSamples.refusal(of: ModelSamples.model(person)) == "")
    }

    @Test(
        "MD-5, MOD-91 names that objects answer to already",
        arguments: [
            "description", "debugDescription", "hash", "isEqual", "class", "self", "superclass", "zone",
            "isProxy",
            "objectID", "entity", "managedObjectContext", "isFault", "faultingState", "isInserted",
            "isUpdated",
            "isDeleted", "hasChanges", "hasPersistentChangedValues", "observationInfo", "objectSpecifier",
            "isEditing",
        ])
    func reservedNames(name: String) {
        let model = ModelSamples.model(ModelSamples.entity("Person", [ModelSamples.attribute(name)]))
        #expect(
            ModelSamples.refusal(of: model).contains(
                "\"Person.\(name)\": NSManagedObject uses this name itself"))
    }

    @Test("MD-6, MOD-60 a subentity that redeclares a property")
    func redeclared() {
        let model = ModelSamples.company()
        model.entitiesByName["Boss"]?.properties.append(ModelSamples.attribute("name"))
        let reason = ModelSamples.refusal(of: model)
        #expect(reason.contains("The property \"Boss.name\": "))
        #expect(reason.contains("the parent entity \"Person\" has a property of this name already"))
    }

    @Test("A property declared twice in one entity")
    func declaredTwice() {
        let model = ModelSamples.company()
        model.entitiesByName["Person"]?.properties.append(ModelSamples.attribute("name"))
        #expect(ModelSamples.refusal(of: model).contains("\"Person.name\": two properties have this name"))
    }

    @Test("MD-7 an entity that is its own ancestor")
    func cycle() {
        let model = ModelSamples.company()
        let entities = model.entitiesByName
        entities["Boss"]?.subentities = [entities["Person"]!]
        // Entities that hold each other would never end.
        defer { entities["Boss"]?.subentities = [] }
        #expect(ModelSamples.refusal(of: model).contains("is its own ancestor"))
    }

    @Test("A parent or a subentity outside of the model")
    func foreignFamily() throws {
        let model = ModelSamples.company()
        let boss = try #require(model.entitiesByName["Boss"])
        model.entities.removeAll { $0 === boss }
        #expect(ModelSamples.refusal(of: model).contains("\"Boss\", subentity of \"Person\""))
    }

    @Test(
        "MD-21, MOD-105 default values of a wrong class",
        arguments: [
            (NSAttributeDescription.AttributeType.string, 5 as any Sendable), (.integer16, "five"),
            (.date, 5.5),
            (.uuid, "no UUID"), (.binaryData, "text"), (.boolean, "yes"), (.uri, "text"), (.decimal, "1"),
        ] as [(NSAttributeDescription.AttributeType, any Sendable)])
    func wrongDefaults(type: NSAttributeDescription.AttributeType, value: any Sendable) {
        let attribute = ModelSamples.attribute("value", type) { $0.defaultValue = value }
        let reason = ModelSamples.refusal(of: ModelSamples.model(ModelSamples.entity("Person", [attribute])))
        #expect(reason.contains("The default value of \"Person.value\" is of the class"))
    }

    @Test("MOD-104 default values of the right class, also as Swift values")
    func rightDefaults() throws {
        let identifier = UUID()
        let entity = ModelSamples.entity(
            "Person",
            [
                ModelSamples.attribute("a", .integer64) { $0.defaultValue = 5 },
                ModelSamples.attribute("b", .boolean) { $0.defaultValue = true },
                ModelSamples.attribute("c", .decimal) { $0.defaultValue = NSDecimalNumber(string: "1.5") },
                ModelSamples.attribute("d", .float) { $0.defaultValue = Float(0.5) },
                ModelSamples.attribute("e", .uuid) { $0.defaultValue = identifier },
                ModelSamples.attribute("f", .string) { $0.defaultValue = "text" as NSString },
                ModelSamples.attribute("g", .uri) { $0.defaultValue = URL(string: "https://example.org") },
                ModelSamples.attribute("h", .date) { $0.defaultValue = NSNull() },
            ])
        try ModelSamples.model(entity).freeze()
        let defaults = entity.layout.properties.map { $0.attribute?.defaultValue }
        #expect(
            defaults == [
                .integer(5), .boolean(true), .decimal(Decimal(string: "1.5")!), .double(0.5),
                .uuid(identifier),
                .string("text"), .url(URL(string: "https://example.org")!), nil,
            ])
    }

    @Test("MD-22 a composite attribute that contains itself")
    func cyclicComposite() {
        let composite = NSCompositeAttributeDescription()
        composite.name = "box"
        composite.elements = [composite]
        let model = ModelSamples.model(ModelSamples.entity("Person", [composite]))
        #expect(ModelSamples.refusal(of: model).contains("\"Person.box.box\": the composite contains itself"))
        composite.elements = []
    }

    @Test("MOD-135 elements are plain persistent attributes with different names")
    func elements() {
        let composite = NSCompositeAttributeDescription()
        composite.name = "box"
        composite.elements = [ModelSamples.attribute("width"), ModelSamples.attribute("width")]
        let model = ModelSamples.model(ModelSamples.entity("Person", [composite]))
        #expect(
            ModelSamples.refusal(of: model).contains(
                "\"Person.box.width\": the element has no name, or the name of another"))
        composite.elements = [ModelSamples.attribute("width") { $0.isTransient = true }]
        #expect(
            ModelSamples.refusal(of: model).contains(
                "\"Person.box.width\": the element is transient or derived"))
    }

    @Test("MOD-80 index names are unique in the entity, and elements are its properties")
    func indexes() throws {
        let model = ModelSamples.company()
        let person = try #require(model.entitiesByName["Person"])
        let name = try #require(person.propertiesByName["name"])
        func index(_ property: NSPropertyDescription) -> NSFetchIndexDescription {
            NSFetchIndexDescription(
                name: "one", elements: [.init(property: property, collationType: .binary)])
        }
        person.indexes = [index(name), index(name)]
        #expect(ModelSamples.refusal(of: model).contains("two indexes have the name \"one\""))
        person.indexes = [index(ModelSamples.attribute("shoe"))]
        #expect(
            ModelSamples.refusal(of: model).contains(
                "\"Person.shoe\": the index \"one\" names this, which is no property"))
    }

    @Test("DER-4 a derived attribute cannot be transient")
    func transientDerivation() {
        let derived = NSDerivedAttributeDescription()
        derived.name = "count"
        derived.isTransient = true
        let model = ModelSamples.model(ModelSamples.entity("Person", [derived]))
        #expect(
            ModelSamples.refusal(of: model).contains(
                "\"Person.count\": a derived attribute cannot be transient"))
    }

    @Test("Freezing reports a fault each time it is asked")
    func repeatedReport() {
        let model = ModelSamples.model(
            ModelSamples.entity("Person", [ModelSamples.relationship("friend", to: nil)]))
        #expect(throws: CoreDataException.self) { try model.freeze() }
        #expect(throws: CoreDataException.self) { try model.finish() }
        #expect(model.isFrozen)
    }

    @Test("A hierarchy of more levels than anybody needs is refused, not followed")
    func deepHierarchy() {
        let chain = (0...250).map { ModelSamples.entity("E\($0)") }
        for (parent, child) in zip(chain, chain.dropFirst()) { parent.subentities = [child] }
        let model = NSManagedObjectModel()
        model.entities = chain
        #expect(ModelSamples.refusal(of: model).contains("has more than 200 ancestors"))
    }
}
