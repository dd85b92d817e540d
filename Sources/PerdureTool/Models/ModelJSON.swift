// SPDX-License-Identifier: Apache-2.0
// Prints a model as JSON, with the names of Core Data's classes.

import Foundation
import PerdureModelFormat
import PerdurePredicates

enum ModelJSON {
    static func value(of file: LoadedModel) -> JSONValue {
        let model = file.current
        return .document([
            ("name", .string(file.name)),
            ("version", .string(file.bundle.currentVersionName)),
            ("versions", .strings(file.versionNames)),
            ("versionIdentifiers", .strings(model.versionIdentifiers.sorted())),
            ("entities", .array(model.entities.sorted { $0.name < $1.name }.map(value))),
            (
                "configurations",
                .sorted(
                    Dictionary(
                        model.configurations.map { ($0.name, JSONValue.strings($0.entityNames.sorted())) },
                        uniquingKeysWith: { first, _ in first }))
            ),
            ("fetchRequestTemplates", .sorted(model.fetchRequestTemplates.mapValues(value))),
        ])
    }

    private static func value(of entity: EntityDocument) -> JSONValue {
        .object([
            ("name", .string(entity.name)),
            ("superentity", JSONValue(entity.superentityName)),
            ("className", JSONValue(entity.className)),
            ("isAbstract", .boolean(entity.isAbstract)),
            ("renamingIdentifier", JSONValue(entity.renamingIdentifier)),
            ("attributes", .array(entity.attributes.map(value))),
            ("relationships", .array(entity.relationships.map(value))),
            ("fetchedProperties", .array(entity.fetchedProperties.map(value))),
            ("uniquenessConstraints", .array(entity.uniquenessConstraints.map { .strings($0) })),
            ("indexes", .array(entity.indexes.map(value))),
            ("userInfo", .sorted(entity.userInfo.mapValues { .string($0) })),
        ])
    }

    static func value(of attribute: AttributeDocument) -> JSONValue {
        .object(
            traits(attribute.traits) + [("type", .string(AttributeType.name(of: attribute.type)))]
                + AttributeKindTexts.inFields.flatMap { $0.fields(attribute) })
    }

    private static func value(of relationship: RelationshipDocument) -> JSONValue {
        .object(
            traits(relationship.traits) + [
                ("destination", JSONValue(relationship.destinationEntityName)),
                ("inverse", JSONValue(relationship.inverseName)),
                ("minCount", .integer(Int64(relationship.minCount))),
                ("maxCount", .integer(Int64(relationship.maxCount))),
                ("isToMany", .boolean(relationship.maxCount != 1)),
                ("isOrdered", .boolean(relationship.isOrdered)),
                ("deleteRule", .integer(Int64(relationship.deleteRule))),
            ])
    }

    private static func value(of property: FetchedPropertyDocument) -> JSONValue {
        .object(traits(property.traits) + [("fetchRequest", property.fetchRequest.map(value) ?? .null)])
    }

    private static func value(of request: FetchRequestDocument) -> JSONValue {
        .object([
            ("entity", .string(request.entityName)),
            ("predicate", request.predicate.map { .string(PredicatePrinter.format($0)) } ?? .null),
            (
                "sortDescriptors",
                .array(
                    request.sortDescriptors.map {
                        .object([("key", .string($0.key)), ("ascending", .boolean($0.isAscending))])
                    })
            ),
            ("fetchLimit", .integer(Int64(request.fetchLimit))),
        ])
    }

    private static func value(of index: FetchIndexDocument) -> JSONValue {
        let elements = index.elements.map { element in
            JSONValue.object([
                ("property", JSONValue(element.propertyName)),
                ("expression", element.expression.map { .string(PredicatePrinter.format($0)) } ?? .null),
                ("isRTree", .boolean(element.isRTree)), ("isAscending", .boolean(element.isAscending)),
            ])
        }
        return .object([
            ("name", .string(index.name)), ("elements", .array(elements)),
            ("predicate", index.partialIndexPredicate.map { .string(PredicatePrinter.format($0)) } ?? .null),
        ])
    }

    private static func traits(_ traits: PropertyTraits) -> [(key: String, value: JSONValue)] {
        [
            ("name", .string(traits.name)), ("isOptional", .boolean(traits.isOptional)),
            ("isTransient", .boolean(traits.isTransient)), ("isIndexed", .boolean(traits.isIndexed)),
            ("renamingIdentifier", JSONValue(traits.renamingIdentifier)),
            (
                "validationPredicates",
                .strings(traits.validations.map { PredicatePrinter.format($0.predicate) })
            ),
            ("userInfo", .sorted(traits.userInfo.mapValues { .string($0) })),
        ]
    }
}
