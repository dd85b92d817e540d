// SPDX-License-Identifier: Apache-2.0
// Prints a mapping model as JSON, with the names of Core Data's classes.

import PerdureModelFormat
import PerdurePredicates

enum MappingJSON {
    static func value(of model: MappingDocument, name: String) -> JSONValue {
        .document([
            ("name", .string(name)), ("entityMappings", .array(model.entityMappings.map(value))),
        ])
    }

    private static func value(of mapping: EntityMappingDocument) -> JSONValue {
        .object([
            ("name", .string(mapping.name)),
            ("mappingType", .string(mapping.kind.word)),
            ("sourceEntityName", JSONValue(mapping.source.name)),
            ("sourceEntityVersionHash", JSONValue(mapping.source.versionHash.map(PlainText.hex))),
            ("destinationEntityName", JSONValue(mapping.destination.name)),
            ("destinationEntityVersionHash", JSONValue(mapping.destination.versionHash.map(PlainText.hex))),
            ("entityMigrationPolicyClassName", JSONValue(mapping.policyClassName)),
            ("sourceExpression", text(mapping.sourceExpression)),
            ("attributeMappings", list(mapping.attributes)),
            ("relationshipMappings", list(mapping.relationships)),
        ])
    }

    private static func list(_ properties: [PropertyMappingDocument]?) -> JSONValue {
        guard let properties else { return .null }
        return .array(
            properties.map {
                .object([("name", JSONValue($0.name)), ("valueExpression", text($0.valueExpression))])
            })
    }

    private static func text(_ expression: ExpressionNode?) -> JSONValue {
        JSONValue(expression.map { PredicatePrinter.format($0) })
    }
}
