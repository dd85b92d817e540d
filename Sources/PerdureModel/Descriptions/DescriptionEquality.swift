// SPDX-License-Identifier: Apache-2.0
// Equality of models, entities and properties by their contents (PRG-25). The contents are what a model file can say, without
// the order of lists and without remarks for tools. Comparing an object with itself costs nothing.

import Foundation
import PerdureModelFormat
import PerdurePredicates

/// Compares descriptions.
enum DescriptionEquality {
    /// The names are compared first; different models are then told apart without a look at their properties.
    static func areEqual(_ one: NSManagedObjectModel, _ other: NSManagedObjectModel) -> Bool {
        if one === other { return true }
        let names = [one, other].map { Set($0.entities.map { $0.name ?? "" }) }
        return names[0] == names[1] && contents(one) == contents(other)
    }

    private static func contents(_ model: NSManagedObjectModel) -> ModelDocument {
        var document = model.document
        document.entities = document.entities.map(\.definition).sorted { $0.name < $1.name }
        document.configurations = document.configurations.map { configuration in
            ConfigurationDocument(name: configuration.name, entityNames: configuration.entityNames.sorted())
        }.sorted { $0.name < $1.name }
        SourceFacts().set(in: &document)
        return document
    }

    /// Two entities of one model are never equal, because their names differ.
    ///
    /// Entities of two models are equal when all their properties are, inherited ones included.
    static func areEqual(_ one: NSEntityDescription, _ other: NSEntityDescription) -> Bool {
        if one === other { return true }
        guard one.name == other.name, one.model == nil || one.model !== other.model else { return false }
        let builder = ModelDocumentBuilder(NSManagedObjectModel())
        let lines = [one, other].map { $0.ancestry.map { builder.entity($0).definition } }
        return lines[0] == lines[1]
    }

    /// Two properties are equal when they say the same and their entities have one name.
    static func areEqual(_ one: NSPropertyDescription, _ other: NSPropertyDescription) -> Bool {
        if one === other { return true }
        guard one.name == other.name, one.owner?.name == other.owner?.name else { return false }
        return Contents(one) == Contents(other)
    }

    /// The facts of a property, for comparison.
    private enum Contents: Equatable {
        case attribute(AttributeDocument)
        case relationship(RelationshipDocument)
        case fetched(PropertyTraits, FetchRequestDocument?)
        case expression(ExpressionNode?, UInt)
        case other(PropertyTraits)

        init(_ property: NSPropertyDescription) {
            let builder = ModelDocumentBuilder(NSManagedObjectModel())
            var traits = builder.traits(property)
            traits.toolAttributes = [:]
            switch property {
            case let attribute as NSAttributeDescription:
                self = .attribute(builder.attribute(attribute).definition)
            case let relationship as NSRelationshipDescription:
                var document = builder.relationship(relationship)
                document.traits = traits
                self = .relationship(document)
            case let fetched as NSFetchedPropertyDescription:
                self = .fetched(traits, fetched.fetchRequest.map(FetchRequestTranslation.document))
            case let expression as NSExpressionDescription:
                self = .expression(
                    expression.expression?.node, UInt(expression.expressionResultType.rawValue))
            default: self = .other(traits)
            }
        }
    }
}
