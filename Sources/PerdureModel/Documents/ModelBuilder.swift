// SPDX-License-Identifier: Apache-2.0
// From the values of a model file to descriptions. Entities and properties are made first, the connections between them
// afterwards. ModelBuilder+Properties.swift makes the properties. ModelDocumentBuilder.swift is the way back.

import Foundation
import PerdureModelFormat
import PerdurePredicates

/// Makes a model from a document.
package final class ModelBuilder {
    let document: ModelDocument
    let model: NSManagedObjectModel
    private var entities: [String: NSEntityDescription] = [:]
    /// The properties of each entity by name, inherited ones included; the map is made once the parents are known.
    private var properties: [String: [String: NSPropertyDescription]] = [:]

    init(_ document: ModelDocument, into model: NSManagedObjectModel) {
        self.document = document
        self.model = model
    }

    /// Fills the model.
    ///
    /// - Throws: `ModelFormatError` for names that nothing in the model has.
    func build() throws {
        try document.refuse()
        for entity in document.entities { make(entity) }
        connectParents()
        for (name, entity) in entities { properties[name] = entity.collectProperties() }
        for entity in document.entities { try connect(entity) }
        model.replaceEntities(document.entities.compactMap { entities[$0.name] })
        model.facts.configurations = try document.configurations.map(configuration)
        model.facts.templates = document.fetchRequestTemplates.mapValues(request)
        model.facts.versionIdentifiers = Set(document.versionIdentifiers.map { AnyHashable($0) })
        model.facts.isRead = true
        model.facts.source = SourceFacts(document)
    }

    private func make(_ document: EntityDocument) {
        let entity = NSEntityDescription()
        entities[document.name] = entity
        var facts = EntityFacts()
        facts.name = document.name
        facts.className = document.className ?? EntityFacts.defaultClassName
        facts.isAbstract = document.isAbstract
        facts.userInfo = document.userInfo.isEmpty ? nil : document.userInfo
        facts.renamingIdentifier = document.renamingIdentifier
        facts.versionHashModifier = document.versionHashModifier
        facts.uniquenessConstraints = document.uniquenessConstraints
        facts.compoundIndexes = document.compoundIndexes
        facts.toolAttributes = document.toolAttributes
        entity.facts = facts
        entity.properties =
            document.attributes.map(attribute) + document.relationships.map(relationship)
            + document.fetchedProperties.map(fetchedProperty)
    }

    /// Gives each parent all its children at once.
    ///
    /// Each call of the setter looks at all children, so one call per child would be quadratic.
    private func connectParents() {
        var children: [String: [NSEntityDescription]] = [:]
        for child in document.entities {
            guard let parent = child.superentityName, let entity = entities[child.name] else { continue }
            children[parent, default: []].append(entity)
        }
        for (name, children) in children { entities[name]?.subentities = children }
    }

    private func connect(_ document: EntityDocument) throws {
        guard let entity = entities[document.name] else { return }
        let properties = properties[document.name] ?? [:]
        for ends in document.relationships { try connect(ends, of: entity) }
        for fetched in document.fetchedProperties {
            guard let request = fetched.fetchRequest.map(request) else { continue }
            (properties[fetched.traits.name] as? NSFetchedPropertyDescription)?.fetchRequest = request
            // This builder holds the entities until the model does: one that is refused must not be held by its own property.
            request.settings.lendEntity()
        }
        entity.indexes = try document.indexes.map { try index($0, of: document.name, properties) }
    }

    private func connect(_ document: RelationshipDocument, of entity: NSEntityDescription) throws {
        let place = (entity: entity.name, name: document.traits.name)
        let found = properties[entity.name ?? ""]?[document.traits.name]
        guard let relationship = found as? NSRelationshipDescription,
            let destinationName = document.destinationEntityName
        else { return }
        guard let destination = entities[destinationName] else {
            throw ModelFormatError(.unknownDestination(place, destinationName))
        }
        relationship.destinationEntity = destination
        guard let inverseName = document.inverseName else { return }
        let owner = document.inverseEntityName.flatMap { entities[$0]?.name } ?? destinationName
        guard let inverse = properties[owner]?[inverseName] as? NSRelationshipDescription else {
            throw ModelFormatError(.unknownInverse(place, inverseName, at: owner))
        }
        relationship.inverseRelationship = inverse
    }

    private func configuration(_ document: ConfigurationDocument) throws -> ModelFacts.Configuration {
        let members = try document.entityNames.map { name in
            guard let entity = entities[name] else {
                throw ModelFormatError.unknownMember(name, ofConfiguration: document.name)
            }
            return entity
        }
        return ModelFacts.Configuration(
            name: document.name, entities: members, toolAttributes: document.toolAttributes)
    }

    private func request(_ document: FetchRequestDocument) -> NSFetchRequest<any NSFetchRequestResult> {
        FetchRequestTranslation.request(of: document, entity: entities[document.entityName])
    }

    private func index(
        _ document: FetchIndexDocument, of entity: String, _ properties: [String: NSPropertyDescription]
    ) throws -> NSFetchIndexDescription {
        let elements = try document.elements.map { element in
            let property = try self.property(of: element, index: document.name, of: entity, properties)
            let description = NSFetchIndexElementDescription(
                property: property, collationType: element.isRTree ? .rTree : .binary)
            description.isAscending = element.isAscending
            return description
        }
        let index = NSFetchIndexDescription(name: document.name, elements: elements)
        index.partialIndexPredicate = document.partialIndexPredicate.map(NSPredicate.predicate)
        return index
    }

    private func property(
        of element: FetchIndexDocument.Element, index: String, of entity: String,
        _ properties: [String: NSPropertyDescription]
    ) throws -> NSPropertyDescription {
        if let name = element.propertyName, let property = MemberPaths.property(at: name, in: properties) {
            return property
        }
        guard let node = element.expression else {
            throw ModelFormatError(.unknownIndexed(entity, index, element.propertyName))
        }
        let column = NSExpressionDescription()
        column.name = element.propertyName ?? ""
        column.expression = NSExpression(node: node)
        column.expressionResultType =
            NSAttributeType(rawValue: UInt(clamping: element.expressionResultType)) ?? .undefinedAttributeType
        return column
    }
}
