// SPDX-License-Identifier: Apache-2.0
// From a model file's document to descriptions and back.

import Foundation
import PerdureModelFormat
import PerdurePredicates
import Testing

@testable import Perdure
@testable import PerdureModel

@Suite("Models as documents")
struct ModelDocumentTests {
    /// A document that says something in every field.
    private func full() -> ModelDocument {
        var person = EntityDocument(name: "Person")
        person.className = ".Person"
        person.isAbstract = true
        person.userInfo = ["a": "b"]
        person.renamingIdentifier = "Human"
        person.versionHashModifier = "2"
        person.uniquenessConstraints = [["name", "age"]]
        person.compoundIndexes = [["name", "age"]]
        person.toolAttributes = ["codeGenerationType": "class"]
        person.attributes = [name(), age()] + kinds()
        person.relationships = [friends()]
        person.fetchedProperties = [recent()]
        person.indexes = [
            FetchIndexDocument(
                name: "byName",
                elements: [
                    .init(propertyName: "name", isAscending: false),
                    .init(propertyName: nil, expression: .key("age"), expressionResultType: 100),
                ], partialIndexPredicate: .truth(true))
        ]
        var boss = EntityDocument(name: "Boss")
        boss.superentityName = "Person"
        return document(person, boss)
    }

    private func name() -> AttributeDocument {
        var name = PropertyTraits(name: "name")
        name.isOptional = true
        name.isIndexed = true
        name.userInfo = ["c": "d"]
        name.renamingIdentifier = "title"
        name.versionHashModifier = "3"
        name.validations = [
            ValidationDocument(
                predicate: .comparison(ComparisonNode(.key("length"), .greaterThan, .constant(.integer(2)))),
                warning: .code(1670)),
            ValidationDocument(predicate: .truth(true), warning: .text("bad")),
        ]
        name.toolAttributes = ["syncable": "YES"]
        var text = AttributeDocument(traits: name, type: 700)
        text.valueClassName = "NSString"
        text.defaultValue = .string("Zoë")
        return text
    }

    private func age() -> AttributeDocument {
        var age = AttributeDocument(traits: PropertyTraits(name: "age"), type: 100)
        age.valueClassName = "NSNumber"
        age.defaultValue = .integer(18)
        return age
    }

    private func friends() -> RelationshipDocument {
        var friends = RelationshipDocument(traits: PropertyTraits(name: "friends"))
        friends.destinationEntityName = "Person"
        friends.inverseName = "friends"
        friends.inverseEntityName = "Person"
        friends.maxCount = 0
        friends.minCount = 2
        friends.deleteRule = 2
        friends.isOrdered = true
        return friends
    }

    private func recent() -> FetchedPropertyDocument {
        var recent = FetchedPropertyDocument(traits: PropertyTraits(name: "recent"))
        recent.traits.userInfo = ["e": "f"]
        recent.fetchRequest = FetchRequestDocument(entityName: "Person")
        return recent
    }

    private func kinds() -> [AttributeDocument] {
        var secret = AttributeDocument(traits: PropertyTraits(name: "secret"), type: 1800)
        secret.valueClassName = "Secret"
        secret.valueTransformerName = "SecretTransformer"
        secret.allowsExternalBinaryDataStorage = true
        secret.allowsCloudEncryption = true
        secret.preservesValueInHistoryOnDeletion = true
        var derived = AttributeDocument(traits: PropertyTraits(name: "upper"), type: 700)
        derived.traits.isReadOnly = true
        derived.valueClassName = "NSString"
        derived.derivation = .function(FunctionCall("uppercase:", [.key("name")]))
        derived.filteringPredicate = .truth(false)
        var place = AttributeDocument(traits: PropertyTraits(name: "place"), type: 2100)
        place.valueClassName = "NSDictionary"
        place.compositeName = "Place"
        var city = AttributeDocument(traits: PropertyTraits(name: "city"), type: 700)
        city.valueClassName = "NSString"
        place.elements = [city]
        return [secret, derived, place]
    }

    private func document(_ entities: EntityDocument...) -> ModelDocument {
        var document = ModelDocument()
        document.entities = entities
        var configuration = ConfigurationDocument(name: "People", entityNames: ["Person", "Boss"])
        configuration.toolAttributes = ["usedWithCloudKit": "YES"]
        document.configurations = [configuration]
        var template = FetchRequestDocument(entityName: "Person")
        template.predicate = .comparison(ComparisonNode(.key("name"), .equal, .variable("NAME")))
        template.sortDescriptors = [SortDocument(key: "name", isAscending: false)]
        template.fetchLimit = 5
        template.resultType = 2
        template.includesSubentities = false
        template.propertiesToFetch = ["name"]
        template.relationshipKeyPathsForPrefetching = ["friends"]
        document.fetchRequestTemplates = ["named": template]
        document.versionIdentifiers = ["1.0"]
        document.composites = [CompositeDocument(name: "Place", elements: [])]
        document.toolAttributes = ["sourceLanguage": "Swift"]
        return document
    }

    @Test("MOD-201 document to model to document loses nothing")
    func roundTrip() throws {
        let document = full()
        let model = try NSManagedObjectModel(document: document)
        #expect(model.document == document)
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(copy.document == document)
        try model.freeze()
        #expect(model.document == document)
    }

    @Test("MOD-3 a model made of a document says what the document says")
    func meaning() throws {
        let model = try NSManagedObjectModel(document: full())
        let person = try #require(model.entitiesByName["Person"])
        #expect(person.managedObjectClassName == ".Person")
        #expect(model.entitiesByName["Boss"]?.managedObjectClassName == "NSManagedObject")
        #expect(model.entitiesByName["Boss"]?.superentity === person)
        #expect(person.attributesByName["age"]?.defaultValue as? Int == 18)
        #expect(person.attributesByName["name"]?.validationWarnings.last as? String == "bad")
        let friends = try #require(person.relationshipsByName["friends"])
        #expect(friends.inverseRelationship === friends)
        #expect(friends.deleteRule == .cascadeDeleteRule)
        #expect(person.propertiesByName["upper"] is NSDerivedAttributeDescription)
        let place = person.propertiesByName["place"] as? NSCompositeAttributeDescription
        #expect(place?.elements.map(\.name) == ["city"])
        let recent = person.propertiesByName["recent"] as? NSFetchedPropertyDescription
        #expect(recent?.fetchRequest?.entity === person)
        #expect(recent?.userInfo?["e"] as? String == "f")
        #expect(person.indexes[0].elements[1].property is NSExpressionDescription)
        #expect(model.entities(forConfigurationName: "People")?.count == 2)
    }

    @Test(
        "Names that lead nowhere are refused with entity and property",
        arguments: [
            "parent", "cycle", "destination", "inverse", "configuration", "index", "twin",
        ])
    func dangling(place: String) {
        var document = full()
        switch place {
        case "parent": document.entities[1].superentityName = "Nobody"
        case "cycle": document.entities[0].superentityName = "Boss"
        case "destination": document.entities[0].relationships[0].destinationEntityName = "Nobody"
        case "inverse": document.entities[0].relationships[0].inverseName = "nobody"
        case "configuration": document.configurations[0].entityNames = ["Nobody"]
        case "index": document.entities[0].indexes[0].elements[0].propertyName = "nobody"
        default: document.entities.append(document.entities[1])
        }
        do {
            _ = try NSManagedObjectModel(document: document)
            Issue.record("the model was made")
        } catch let error as ModelFormatError {
            #expect(error.kind == .inconsistent)
            #expect(error.entity != nil)
        } catch {
            Issue.record(error)
        }
    }

    @Test("MOD-156 an inverse in a file that is not mutual is kept, and not maintained")
    func oneSidedInverse() throws {
        var document = full()
        var idol = RelationshipDocument(traits: PropertyTraits(name: "idol"))
        idol.destinationEntityName = "Person"
        idol.inverseName = "friends"
        idol.inverseEntityName = "Person"
        document.entities[0].relationships.append(idol)
        let model = try NSManagedObjectModel(document: document)
        #expect(model.document == document)
        try model.freeze()
        let relationship = model.entitiesByName["Person"]?.relationshipsByName["idol"]
        #expect(relationship?.inverseRelationship?.name == "friends")
        #expect(relationship?.layout?.inverseSlot == nil)
    }

    @Test("MOD-72, MOD-80 constraints on to-one relationships and repeated indexes in files are tolerated")
    func toleratedInFiles() throws {
        var document = full()
        var idol = RelationshipDocument(traits: PropertyTraits(name: "idol"))
        idol.destinationEntityName = "Person"
        document.entities[0].relationships.append(idol)
        document.entities[0].uniquenessConstraints = [["idol", "name"]]
        document.entities[0].indexes += document.entities[0].indexes
        let model = try NSManagedObjectModel(document: document)
        try model.finish()
        let layout = try #require(model.entitiesByName["Person"]?.layout)
        #expect(layout.uniquenessConstraints == [["idol", "name"]])
        #expect(layout.indexes.filter { $0.name == "byName" }.count == 1)
    }

    @Test("Numbers of any kind in a file become values of the attribute's class")
    func numbers() {
        func value(_ constant: ConstantValue, _ type: NSAttributeType) -> Any? {
            AttributeConstant.value(of: constant, type: type)
        }
        #expect(value(.integer(1), .booleanAttributeType) as? Bool == true)
        #expect(value(.integer(1), .doubleAttributeType) as? Double == 1)
        #expect((value(.integer(1), .decimalAttributeType) as? NSDecimalNumber)?.decimalValue == 1)
        #expect(value(.double(5), .dateAttributeType) as? Date == Date(timeIntervalSinceReferenceDate: 5))
        #expect(value(.null, .stringAttributeType) == nil)
        #expect(value(.integer(7), .integer16AttributeType) as? Int == 7)
        #expect(value(.string("https://example.org"), .URIAttributeType) as? URL != nil)
    }
}
