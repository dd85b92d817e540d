// SPDX-License-Identifier: Apache-2.0
// What people read of models: localized names in errors, descriptions for debugging.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Texts of models")
struct ModelTextTests {
    private func error(_ texts: [String: String]?, _ entity: String, _ values: [String: Any?] = [:]) throws
        -> NSError
    {
        let title = ModelSamples.attribute("title") { $0.isOptional = false }
        title.setValidationPredicates(
            [NSPredicate(format: "length >= 3")], withValidationWarnings: ["TOO SHORT"])
        let card = ModelSamples.entity("Card", [title])
        let ace = ModelSamples.entity("Ace")
        card.subentities = [ace]
        let model = ModelSamples.model(card, ace)
        model.localizationDictionary = texts
        let desk = try Desk(.inMemory, model)
        desk.context.insert(entity, values)
        return try #require(desk.saveError())
    }

    @Test("MOD-16 validation errors use the localized name of the property, the nearest entity's first")
    func propertyNames() throws {
        let everywhere = "Property/title"
        let card = "Property/title/Entity/Card"
        let ace = "Property/title/Entity/Ace"
        let cases: [([String: String]?, String, String)] = [
            (nil, "Card", "title"), (["Entity/Card": "Karte"], "Card", "title"),
            ([everywhere: "Name"], "Card", "Name"), ([everywhere: "Name", card: "Titel"], "Card", "Titel"),
            ([card: "Titel"], "Ace", "Titel"), ([card: "Titel", ace: "As"], "Ace", "As"),
        ]
        for (texts, entity, name) in cases {
            let error = try error(texts, entity)
            #expect(error.localizedDescription == "\(name) is a required value.")
            #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "title")
        }
    }

    @Test("MOD-16 warnings of validation predicates are looked up as error strings")
    func warnings() throws {
        #expect(try error(nil, "Card", ["title": "x"]).localizedDescription == "TOO SHORT")
        let texts = ["ErrorString/TOO SHORT": "Bitte mehr."]
        #expect(try error(texts, "Card", ["title": "x"]).localizedDescription == "Bitte mehr.")
    }

    @Test("descriptions of models name what is in them, and end in spite of cycles")
    func descriptions() throws {
        let model = ModelSamples.company()
        let person = try #require(model.entitiesByName["Person"])
        #expect(
            "\(person)"
                == "(<NSEntityDescription>) name Person, managedObjectClassName NSManagedObject, isAbstract 0, "
                + "superentity nil, properties {name, age, employer}")
        #expect("\(try #require(model.entitiesByName["Boss"]))".contains("superentity Person"))
        let employer = "\(try #require(person.relationshipsByName["employer"]))"
        #expect(employer.hasPrefix("(<NSRelationshipDescription>) name employer, isOptional 1"))
        #expect(employer.contains("destinationEntity Company, inverseRelationship staff"))
        let age = "\(try #require(person.attributesByName["age"]))"
        #expect(age.contains("entity Person, attributeType 100, defaultValue nil"))
        #expect("\(model)".contains("isEditable 1") && "\(model)".contains("name Company"))
        _ = NSPersistentStoreCoordinator(managedObjectModel: model)
        #expect("\(model)".contains("isEditable 0"))
    }
}
