// SPDX-License-Identifier: Apache-2.0
// A model as lines that can be compared: everything that a file and classes can both say.

import Foundation
import PerdureMacros

/// Writes a model down, one line for each thing in it.
struct ModelLines {
    let model: NSManagedObjectModel

    /// The lines, in an order that does not depend on the model's.
    var lines: Set<String> {
        var lines: [String] = ["versions \(model.versionIdentifiers.map { "\($0)" }.sorted())"]
        for entity in model.entities { lines += self.lines(entity) }
        for name in model.configurations {
            let members = (model.entities(forConfigurationName: name) ?? []).compactMap(\.name).sorted()
            lines.append("configuration \(name) \(members)")
        }
        for (name, request) in model.fetchRequestTemplatesByName {
            lines.append("template \(name) \(text(request))")
        }
        return Set(lines)
    }

    private func lines(_ entity: NSEntityDescription) -> [String] {
        let name = entity.name ?? ""
        var lines = [
            "entity \(name) \(entity.isAbstract) parent=\(entity.superentity?.name ?? "") "
                + "was=\(entity.renamingIdentifier ?? "") modifier=\(entity.versionHashModifier ?? "") "
                + "info=\(text(entity.userInfo)) unique=\(entity.uniquenessConstraints)"
        ]
        for index in entity.indexes {
            let elements = index.elements.map { element in
                let column = element.property as? NSExpressionDescription
                return "\(element.propertyName ?? "") \(element.collationType) \(element.isAscending) "
                    + "\(column?.expression.map { "\($0)" } ?? "")"
            }
            lines.append("index \(name).\(index.name) \(elements) where \(text(index.partialIndexPredicate))")
        }
        return lines + entity.properties.map { "property \(name).\($0.name) \(text($0))" }
    }

    private func text(_ property: NSPropertyDescription) -> String {
        let validations = zip(property.validationPredicates, property.validationWarnings).map {
            "\($0) \($1)"
        }
        let common =
            "optional=\(property.isOptional) transient=\(property.isTransient) "
            + "was=\(property.renamingIdentifier ?? "") "
            + "modifier=\(property.versionHashModifier ?? "") info=\(text(property.userInfo)) valid=\(validations) "
            + "spotlight=\(property.isIndexedBySpotlight) "
        switch property {
        case let attribute as NSAttributeDescription: return common + text(attribute)
        case let relationship as NSRelationshipDescription:
            return common + "to=\(relationship.destinationEntity?.name ?? "") "
                + "inverse=\(relationship.inverseRelationship?.name ?? "") \(relationship.minCount) "
                + "\(relationship.maxCount) \(relationship.deleteRule) ordered=\(relationship.isOrdered)"
        case let fetched as NSFetchedPropertyDescription:
            return common + (fetched.fetchRequest.map(text) ?? "")
        default: return common
        }
    }

    private func text(_ attribute: NSAttributeDescription) -> String {
        let elements = (attribute as? NSCompositeAttributeDescription)?.elements.map {
            "\($0.name) \(text($0))"
        }
        let derivation = (attribute as? NSDerivedAttributeDescription)?.derivationExpression
        return "type=\(attribute.attributeType) default=\(attribute.defaultValue.map { "\($0)" } ?? "") "
            + "class=\(attribute.attributeValueClassName ?? "") "
            + "transformer=\(attribute.valueTransformerName ?? "") "
            + "external=\(attribute.allowsExternalBinaryDataStorage) cloud=\(attribute.allowsCloudEncryption) "
            + "kept=\(attribute.preservesValueInHistoryOnDeletion) derived=\(derivation.map { "\($0)" } ?? "") "
            + "elements=\(elements ?? [])"
    }

    private func text(_ request: NSFetchRequest<any NSFetchRequestResult>) -> String {
        "of=\(request.entityName ?? "") where \(text(request.predicate)) limit=\(request.fetchLimit) "
            + "batch=\(request.fetchBatchSize) result=\(request.resultType.rawValue) "
            + "subentities=\(request.includesSubentities) distinct=\(request.returnsDistinctResults) "
            + "faults=\(request.returnsObjectsAsFaults) values=\(request.includesPropertyValues) "
            + "sort=\((request.sortDescriptors ?? []).map { "\($0.key ?? "") \($0.ascending)" })"
    }

    private func text(_ predicate: NSPredicate?) -> String { predicate.map { "\($0)" } ?? "" }

    private func text(_ info: [AnyHashable: Any]?) -> String {
        (info ?? [:]).map { "\($0.key)=\($0.value)" }.sorted().description
    }
}
