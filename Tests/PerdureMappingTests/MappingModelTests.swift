// SPDX-License-Identifier: Apache-2.0
// Mapping models that a program writes itself.

import CoreData
import Testing

@Suite("Mapping models") struct MappingModelTests {
    @Test("MIG-65 a new mapping is undefined, and is named by its entities")
    func startsEmpty() {
        let mapping = NSEntityMapping()
        #expect(mapping.mappingType == .undefinedEntityMappingType)
        #expect(mapping.name == "->")
        mapping.sourceEntityName = "A"
        mapping.destinationEntityName = "B"
        #expect(mapping.name == "A->B")
        mapping.name = "Own"
        #expect(mapping.name == "Own")
        #expect(mapping.attributeMappings == nil && mapping.relationshipMappings == nil)
        #expect(mapping.sourceExpression == nil && mapping.userInfo == nil)
        #expect(NSMappingModel().entityMappings.isEmpty)
    }

    @Test("MIG-65 the types have Apple's numbers")
    func numbersTypes() {
        let types: [NSEntityMappingType] = [
            .undefinedEntityMappingType, .customEntityMappingType, .addEntityMappingType,
            .removeEntityMappingType, .copyEntityMappingType, .transformEntityMappingType,
        ]
        #expect(types.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    }

    @Test("MIG-65 copies are independent, and mappings are found by name")
    func copies() throws {
        let (model, entity, property) = (NSMappingModel(), NSEntityMapping(), NSPropertyMapping())
        property.name = "title"
        property.valueExpression = NSExpression(format: "$source.name")
        property.userInfo = ["a": 1]
        entity.name = "Own"
        entity.attributeMappings = [property]
        entity.entityMigrationPolicyClassName = "App.Policy"
        model.entityMappings = [entity]
        let copy = try #require(model.copy() as? NSMappingModel)
        property.name = "other"
        entity.entityMigrationPolicyClassName = nil
        let copied = try #require(copy.entityMappingsByName["Own"])
        #expect(copied.entityMigrationPolicyClassName == "App.Policy")
        #expect(copied.attributeMappings?.first?.name == "title")
        #expect(copied.attributeMappings?.first?.valueExpression == NSExpression(format: "$source.name"))
        #expect(copied.attributeMappings?.first?.userInfo?["a"] as? Int == 1)
    }
}
