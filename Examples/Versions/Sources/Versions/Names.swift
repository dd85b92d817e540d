// SPDX-License-Identifier: Apache-2.0
// The mapping model from the second version to the third, and the policy that divides names.

import CoreData

/// Answers the functions of the mapping's expressions.
final class NamePolicy: NSEntityMigrationPolicy {
    override func callFunction(_ name: String, arguments: [Any?]) throws -> Any? {
        let parts = (arguments.first as? String)?.split(separator: " ").map(String.init) ?? []
        return switch name {
        case "givenNameOf:": parts.dropLast().joined(separator: " ")
        case "familyNameOf:": parts.last
        default: try super.callFunction(name, arguments: arguments)
        }
    }
}

/// What becomes of contacts.
func makeNameMapping() -> NSMappingModel {
    let mapping = NSEntityMapping()
    mapping.name = "ContactToContact"
    mapping.mappingType = .customEntityMappingType
    (mapping.sourceEntityName, mapping.destinationEntityName) = ("Contact", "Contact")
    mapping.sourceEntityVersionHash = Models.second().entityVersionHashesByName["Contact"]
    mapping.destinationEntityVersionHash = Models.third().entityVersionHashesByName["Contact"]
    mapping.entityMigrationPolicyClassName = NSStringFromClass(NamePolicy.self)
    mapping.attributeMappings = [
        property("givenName", #"FUNCTION($entityPolicy, "givenNameOf:", $source.fullName)"#),
        property("familyName", #"FUNCTION($entityPolicy, "familyNameOf:", $source.fullName)"#),
        property("age", "$source.age"), property("greeting", "$source.greeting"),
    ]
    let model = NSMappingModel()
    model.entityMappings = [mapping]
    return model
}

private func property(_ name: String, _ expression: String) -> NSPropertyMapping {
    let mapping = NSPropertyMapping()
    mapping.name = name
    mapping.valueExpression = NSExpression(format: expression)
    return mapping
}
