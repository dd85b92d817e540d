// SPDX-License-Identifier: Apache-2.0
// From descriptions to the values of a model file. ModelDocumentBuilder+Properties.swift has the properties. ModelBuilder.swift
// is the way back.

import Foundation
import PerdureModelFormat
import PerdurePredicates

/// Makes a document from a model.
package struct ModelDocumentBuilder {
    package let model: NSManagedObjectModel

    package init(_ model: NSManagedObjectModel) { self.model = model }

    /// The document: everything that a model file can say.
    package func document() -> ModelDocument {
        var document = ModelDocument()
        document.entities = model.entities.map(entity)
        document.configurations = model.facts.configurations.map { configuration in
            var result = ConfigurationDocument(
                name: configuration.name, entityNames: configuration.entities.compactMap(\.name))
            result.toolAttributes = configuration.toolAttributes
            return result
        }
        document.fetchRequestTemplates = model.facts.templates.mapValues(FetchRequestTranslation.document)
        document.versionIdentifiers = Set(model.versionIdentifiers.map { $0.base as? String ?? "\($0.base)" })
        model.facts.source.set(in: &document)
        return document
    }

    /// The values of one entity.
    package func entity(_ entity: NSEntityDescription) -> EntityDocument {
        var document = EntityDocument(name: entity.name ?? "")
        let facts = entity.facts
        document.className = facts.className == EntityFacts.defaultClassName ? nil : facts.className
        document.superentityName = entity.superentity?.name
        document.isAbstract = facts.isAbstract
        for property in facts.properties { add(property, to: &document) }
        document.uniquenessConstraints = entity.constraintNames
        let paths = MemberPaths(entity)
        document.indexes = facts.indexes.map { index($0, paths) }
        document.compoundIndexes = entity.compoundIndexNames
        document.userInfo = Self.texts(facts.userInfo)
        document.renamingIdentifier = Self.renaming(facts.renamingIdentifier, name: facts.name ?? "")
        document.versionHashModifier = facts.versionHashModifier
        document.toolAttributes = facts.toolAttributes
        return document
    }

    private func add(_ property: NSPropertyDescription, to document: inout EntityDocument) {
        switch property {
        case let attribute as NSAttributeDescription: document.attributes.append(self.attribute(attribute))
        case let relationship as NSRelationshipDescription:
            document.relationships.append(self.relationship(relationship))
        case let fetched as NSFetchedPropertyDescription:
            var result = FetchedPropertyDocument(traits: traits(fetched))
            result.fetchRequest = fetched.fetchRequest.map(FetchRequestTranslation.document)
            document.fetchedProperties.append(result)
        default: break
        }
    }

    private func index(
        _ index: NSFetchIndexDescription, _ paths: MemberPaths
    ) -> FetchIndexDocument {
        let elements = index.elements.map { element in
            let column = element.property as? NSExpressionDescription
            let name = element.property.flatMap(paths.path) ?? ""
            return FetchIndexDocument.Element(
                propertyName: column != nil && name.isEmpty ? nil : name,
                expression: column?.expression?.node,
                expressionResultType: Int(column?.expressionResultType.rawValue ?? 0),
                isRTree: element.collationType == .rTree, isAscending: element.isAscending)
        }
        return FetchIndexDocument(
            name: index.name, elements: elements, partialIndexPredicate: index.partialIndexPredicate?.node)
    }

    /// The part of a userInfo that files can keep: entries whose key is a text.
    ///
    /// A value that is no text becomes its description.
    package static func texts(_ userInfo: [AnyHashable: Any]?) -> [String: String] {
        var result: [String: String] = [:]
        for (key, value) in userInfo ?? [:] {
            guard let key = key.base as? String else { continue }
            result[key] = value as? String ?? "\(value)"
        }
        return result
    }

    static func renaming(_ identifier: String?, name: String) -> String? {
        identifier == name ? nil : identifier
    }
}
