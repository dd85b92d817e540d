// SPDX-License-Identifier: Apache-2.0
// Descriptions of attributes, relationships and indexes: defaults, types, flags, predicates.

import Foundation
import Testing

@testable import Perdure

@Suite("Property descriptions")
struct PropertyTests {
    @Test("MOD-90 defaults of a new property")
    func defaults() {
        let property = NSPropertyDescription()
        #expect(property.name == "")
        #expect(property.isOptional)
        #expect(!property.isTransient)
        #expect(property.validationPredicates.isEmpty)
        #expect(property.validationWarnings.isEmpty)
        #expect(property.userInfo == nil)
        #expect(property.versionHashModifier == nil)
        #expect(property.renamingIdentifier == nil)
    }

    @Test("MOD-94 predicates with texts and codes as warnings")
    func validationPredicates() {
        let name = ModelSamples.attribute("name")
        name.setValidationPredicates(
            [NSPredicate(value: true), NSPredicate(value: false)], withValidationWarnings: ["short", 1670])
        #expect(name.validationPredicates.count == 2)
        #expect(name.validationWarnings[0] as? String == "short")
        #expect(name.validationWarnings[1] as? Int == 1670)
        name.setValidationPredicates(nil, withValidationWarnings: nil)
        #expect(name.validationPredicates.isEmpty)
    }

    @Test("MD-8 unequal numbers of predicates and warnings stop the process")
    func unequalWarnings() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            NSAttributeDescription().setValidationPredicates(
                [NSPredicate(value: true)], withValidationWarnings: [])
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("Give one warning for each predicate."))
    }

    @Test(
        "MOD-100 types, raw values and value classes",
        arguments: [
            (NSAttributeDescription.AttributeType.undefined, 0, nil), (.integer16, 100, "NSNumber"),
            (.integer32, 200, "NSNumber"), (.integer64, 300, "NSNumber"), (.decimal, 400, "NSDecimalNumber"),
            (.double, 500, "NSNumber"), (.float, 600, "NSNumber"), (.string, 700, "NSString"),
            (.boolean, 800, "NSNumber"), (.date, 900, "NSDate"), (.binaryData, 1000, "NSData"),
            (.uuid, 1100, "NSUUID"), (.uri, 1200, "NSURL"), (.transformable, 1800, nil),
            (.objectID, 2000, "NSManagedObjectID"), (.composite, 2100, "NSDictionary"),
        ] as [(NSAttributeDescription.AttributeType, UInt, String?)])
    func attributeTypes(type: NSAttributeDescription.AttributeType, rawValue: UInt, valueClass: String?) {
        let attribute = ModelSamples.attribute("value", type)
        #expect(attribute.attributeType == type.rawValue)
        #expect(attribute.attributeType.rawValue == rawValue)
        #expect(attribute.attributeValueClassName == valueClass)
        #expect(attribute.attributeType.storeType.rawValue == Int(rawValue))
    }

    @Test("MOD-103 only transformable and undefined attributes let the value class be chosen")
    func valueClass() {
        let attribute = ModelSamples.attribute("value", .transformable)
        attribute.attributeValueClassName = "UIColor"
        #expect(attribute.attributeValueClassName == "UIColor")
        attribute.type = .string
        #expect(attribute.attributeValueClassName == "NSString")
        attribute.attributeValueClassName = "UIColor"
        #expect(attribute.attributeValueClassName == "NSString")
    }

    @Test("MOD-115, MOD-117, MOD-118 flags of attributes are kept and off at first")
    func attributeFlags() {
        let attribute = ModelSamples.attribute("value", .binaryData)
        #expect(!attribute.allowsExternalBinaryDataStorage)
        #expect(!attribute.preservesValueInHistoryOnDeletion)
        #expect(!attribute.allowsCloudEncryption)
        attribute.allowsExternalBinaryDataStorage = true
        attribute.preservesValueInHistoryOnDeletion = true
        attribute.allowsCloudEncryption = true
        #expect(attribute.allowsExternalBinaryDataStorage)
        #expect(attribute.preservesValueInHistoryOnDeletion)
        #expect(attribute.allowsCloudEncryption)
    }

    @Test("MOD-120 the transformer's name is kept")
    func transformer() {
        let attribute = ModelSamples.attribute("value", .transformable)
        #expect(attribute.valueTransformerName == nil)
        attribute.valueTransformerName = "Secret"
        #expect(attribute.valueTransformerName == "Secret")
    }

    @Test("MOD-150, MOD-151, MOD-152 relationships: defaults, isToMany, delete rules")
    func relationships() {
        let relationship = NSRelationshipDescription()
        #expect(relationship.minCount == 0)
        #expect(relationship.maxCount == 0)
        #expect(relationship.deleteRule == .nullifyDeleteRule)
        #expect(!relationship.isOrdered)
        #expect(relationship.isOptional)
        #expect(relationship.destinationEntity == nil)
        #expect(relationship.inverseRelationship == nil)
        #expect(relationship.isToMany)
        relationship.maxCount = 1
        #expect(!relationship.isToMany)
        relationship.maxCount = 5
        #expect(relationship.isToMany)
        let rules: [NSDeleteRule] = [
            .noActionDeleteRule, .nullifyDeleteRule, .cascadeDeleteRule, .denyDeleteRule,
        ]
        #expect(rules.map(\.rawValue) == [0, 1, 2, 3])
    }

    @Test("MOD-80, MOD-81 indexes know their entity, elements their index")
    func indexes() {
        let name = ModelSamples.attribute("name")
        let entity = ModelSamples.entity("Person", [name])
        let element = NSFetchIndexElementDescription(property: name, collationType: .binary)
        #expect(element.isAscending)
        #expect(element.collationType == .binary)
        #expect(element.propertyName == "name")
        #expect([NSFetchIndexElementType.binary, .rTree].map(\.rawValue) == [0, 1])
        let index = NSFetchIndexDescription(name: "byName", elements: [element])
        #expect(index.entity == nil)
        entity.indexes = [index]
        #expect(index.entity === entity)
        #expect(element.indexDescription === index)
        #expect(index.partialIndexPredicate == nil)
    }

    @Test("MOD-130 a composite attribute has the composite type and nests")
    func composites() {
        let inner = NSCompositeAttributeDescription()
        inner.name = "inner"
        inner.elements = [ModelSamples.attribute("leaf")]
        let outer = NSCompositeAttributeDescription()
        outer.elements = [inner]
        #expect(outer.attributeType == .compositeAttributeType)
        #expect(outer.elements[0] === inner)
    }

    @Test("MOD-180 an expression description has no place among an entity's properties")
    func expressionDescription() async throws {
        let column = NSExpressionDescription()
        column.name = "oldest"
        column.expression = NSExpression(node: .key("age"))
        column.resultType = .integer16
        #expect(column.expressionResultType == .integer16AttributeType)
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            NSEntityDescription().properties = [NSExpressionDescription()]
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("propertiesToFetch"))
    }

    @Test("Copies of all kinds keep what they say and belong to no entity")
    func copies() throws {
        let derived = NSDerivedAttributeDescription()
        derived.name = "count"
        derived.type = .integer64
        derived.derivationExpression = NSExpression(node: .key("items", "@count"))
        let copy = try #require(derived.copy() as? NSDerivedAttributeDescription)
        #expect(copy.name == "count")
        #expect(copy.type == .integer64)
        #expect(copy.derivationExpression === derived.derivationExpression)
        let column = NSExpressionDescription()
        column.resultType = .date
        #expect((column.copy() as? NSExpressionDescription)?.resultType == .date)
        let relationship = ModelSamples.relationship("many", to: nil, maxCount: 7)
        #expect((relationship.copy() as? NSRelationshipDescription)?.maxCount == 7)
    }
}
