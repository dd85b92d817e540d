// SPDX-License-Identifier: Apache-2.0
// What a model may not ask of a store: found when a store is added.

import Foundation
import Testing

@testable import Perdure
@testable import PerdureModel

@Suite("What a model may not ask of a store")
struct StoreRulesTests {
    private func code(of model: NSManagedObjectModel) -> Int? {
        do {
            try model.validateForStore()
            return nil
        } catch {
            return (error as NSError).code
        }
    }

    private func reason(of model: NSManagedObjectModel) -> String {
        do {
            try model.validateForStore()
            return ""
        } catch let exception as CoreDataException {
            return exception.reason
        } catch {
            return (error as NSError).localizedDescription
        }
    }

    private func person(_ properties: NSPropertyDescription...) -> NSManagedObjectModel {
        ModelSamples.model(ModelSamples.entity("Person", properties))
    }

    @Test("MD-2, MOD-101 a persistent attribute needs a type")
    func undefinedType() throws {
        let attribute = ModelSamples.attribute("anything", .undefined)
        let model = person(attribute)
        #expect(throws: Never.self) { try model.validate() }
        #expect(code(of: model) == NSPersistentStoreIncompatibleSchemaError)
        #expect(reason(of: model).contains("\"Person.anything\": the attribute is stored but has no type"))
        attribute.isTransient = true
        #expect(code(of: model) == nil)
    }

    @Test("MOD-102 an object ID cannot be a persistent attribute")
    func objectID() {
        let model = person(ModelSamples.attribute("id", .objectID))
        #expect(code(of: model) == NSPersistentStoreIncompatibleSchemaError)
    }

    @Test(
        "MOD-116 external storage is for bytes only",
        arguments: [
            (NSAttributeDescription.AttributeType.binaryData, true), (.transformable, true), (.string, false),
        ])
    func externalStorage(type: NSAttributeDescription.AttributeType, isLegal: Bool) {
        let attribute = ModelSamples.attribute("photo", type) { $0.allowsExternalBinaryDataStorage = true }
        #expect((code(of: person(attribute)) == nil) == isLegal)
    }

    @Test(
        "MD-9, MOD-72 constraints on transient attributes, relationships, derived attributes, unknown names")
    func constraints() throws {
        let model = ModelSamples.company()
        let person = try #require(model.entitiesByName["Person"])
        let derived = NSDerivedAttributeDescription()
        derived.name = "upper"
        derived.type = .string
        derived.derivationExpression = NSExpression(node: .key("name"))
        person.properties += [ModelSamples.attribute("mood") { $0.isTransient = true }, derived]
        for (member, words) in [
            ("mood", "a transient or derived attribute"), ("employer", "a relationship"),
            ("upper", "a transient or derived attribute"),
            ("shoe", "this, which is no property of the entity"),
        ] {
            person.uniquenessConstraints = [["name", member]]
            #expect(
                reason(of: model).contains("\"Person.\(member)\": a uniqueness constraint names \(words);"))
        }
        person.uniquenessConstraints = [["name", "age"]]
        #expect(reason(of: model) == "")
    }

    @Test("MOD-72 constraints on elements of composites")
    func compositeConstraints() throws {
        let composite = NSCompositeAttributeDescription()
        composite.name = "place"
        composite.elements = [ModelSamples.attribute("city")]
        let model = person(composite)
        model.entities[0].uniquenessConstraints = [["place.city"]]
        #expect(reason(of: model) == "")
        model.entities[0].uniquenessConstraints = [[composite.elements[0]]]
        #expect(reason(of: model) == "")
        #expect(model.entities[0].constraintNames == [["place.city"]])
        model.entities[0].uniquenessConstraints = [["place.street"]]
        #expect(reason(of: model).contains("\"Person.place.street\": a uniqueness constraint names this"))
    }

    @Test("MD-10, MOD-82 rTree indexes: numbers only, one type, no partial predicate, no expressions")
    func rangeIndexes() throws {
        let name = ModelSamples.attribute("name")
        let width = ModelSamples.attribute("width", .double)
        let column = NSExpressionDescription()
        column.name = "half"
        let model = person(name, width)
        func refusal(_ elements: [NSFetchIndexElementDescription], predicate: NSPredicate? = nil) -> String {
            let index = NSFetchIndexDescription(name: "range", elements: elements)
            index.partialIndexPredicate = predicate
            model.entities[0].indexes = [index]
            return reason(of: model)
        }
        let good = NSFetchIndexElementDescription(property: width, collationType: .rTree)
        #expect(refusal([good]) == "")
        #expect(
            refusal([.init(property: name, collationType: .rTree)]).contains(
                "\"Person.name\": the R-tree index \"range\" holds an attribute that is no number"))
        #expect(
            refusal([.init(property: column, collationType: .rTree)]).contains(
                "the R-tree index \"range\" has an expression"))
        #expect(
            refusal([good, .init(property: width, collationType: .binary)]).contains(
                "all its elements must be of that type"))
        #expect(
            refusal([good], predicate: NSPredicate(value: true)).contains(
                "has a predicate, which only binary indexes may have"))
    }
}
