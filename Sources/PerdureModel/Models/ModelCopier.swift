// SPDX-License-Identifier: Apache-2.0
// Deep copies of models and entities: first every description, then the references between them.

import Foundation

/// Makes copies and remembers which copy stands for which original.
final class ModelCopier {
    private var entities: [ObjectIdentifier: NSEntityDescription] = [:]
    private var properties: [ObjectIdentifier: NSPropertyDescription] = [:]

    /// An independent copy of a model; it may be edited.
    func copy(_ model: NSManagedObjectModel) -> NSManagedObjectModel {
        let copy = NSManagedObjectModel()
        let originals = Self.withChildren(model.entities)
        for entity in originals { entities[ObjectIdentifier(entity)] = NSEntityDescription() }
        for entity in originals { copyContents(of: entity, to: counterpart(entity)) }
        for entity in originals { connect(entity) }
        copy.replaceEntities(model.entities.map(counterpart))
        copy.facts.configurations = model.facts.configurations.map { configuration in
            var configuration = configuration
            configuration.entities = configuration.entities.map(counterpart)
            return configuration
        }
        copy.facts.templates = model.facts.templates.mapValues(counterpart)
        copy.facts.versionIdentifiers = model.versionIdentifiers
        copy.facts.localizationDictionary = model.localizationDictionary
        copy.facts.isRead = model.facts.isRead
        copy.facts.source = model.facts.source
        copy.fileName = model.fileName
        return copy
    }

    /// Entities, and the subentities that their list lacks.
    ///
    /// These are copied too: an entity has one parent, so the copy of a parent would take them from the original.
    private static func withChildren(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
        var found = entities
        var seen = Set(entities.map { ObjectIdentifier($0) })
        var place = 0
        while place < found.count {
            found += found[place].subentities.filter { seen.insert(ObjectIdentifier($0)).inserted }
            place += 1
        }
        return found
    }

    /// Copies the facts of an entity, except its subentities; relationships still lead to the original destinations.
    func copyContents(of entity: NSEntityDescription, to copy: NSEntityDescription) {
        var facts = entity.facts
        facts.subentities = []
        facts.properties = []
        facts.indexes = []
        copy.facts = facts
        copy.properties = entity.properties.map { property in
            // The copy of a property description is a property description.
            let double = property.copy() as! NSPropertyDescription
            remember(double, for: property)
            return double
        }
        copy.indexes = entity.indexes.map(double)
        copy.facts.uniquenessConstraints = entity.uniquenessConstraints.map { $0.map(counterpart) }
        copy.facts.compoundIndexes = entity.facts.compoundIndexes.map { $0.map(counterpart) }
    }

    private func remember(_ copy: NSPropertyDescription, for property: NSPropertyDescription) {
        properties[ObjectIdentifier(property)] = copy
        // The copy of an attribute that contains itself shares the original's elements, so there are none to remember.
        guard let attribute = property as? NSAttributeDescription, !attribute.isEndless,
            let copy = copy as? NSAttributeDescription
        else { return }
        for (part, copy) in zip(attribute.parts, copy.parts) { remember(copy, for: part) }
    }

    /// Points the copy's references to copies.
    private func connect(_ entity: NSEntityDescription) {
        let copy = counterpart(entity)
        copy.subentities = entity.subentities.map(counterpart)
        for property in copy.properties {
            if let relationship = property as? NSRelationshipDescription {
                relationship.destinationEntity = relationship.destinationEntity.map(counterpart)
                relationship.inverseRelationship = relationship.inverseRelationship.map {
                    properties[ObjectIdentifier($0)] as? NSRelationshipDescription ?? $0
                }
            } else if let fetched = property as? NSFetchedPropertyDescription {
                fetched.fetchRequest = fetched.fetchRequest.map(counterpart)
            }
        }
        // Indexes and constraints may name inherited properties, which are copied only now.
        copy.indexes = entity.indexes.map(double)
        copy.facts.uniquenessConstraints = entity.uniquenessConstraints.map { $0.map(counterpart) }
    }

    private func double(_ index: NSFetchIndexDescription) -> NSFetchIndexDescription {
        let elements = index.elements.map { element in
            let property = element.property.map { properties[ObjectIdentifier($0)] ?? copyOfExpression($0) }
            // Every element is made with a property.
            return element.copy(for: property!)
        }
        let copy = NSFetchIndexDescription(name: index.name, elements: elements)
        copy.partialIndexPredicate = index.partialIndexPredicate
        return copy
    }

    private func copyOfExpression(_ property: NSPropertyDescription) -> NSPropertyDescription {
        guard property is NSExpressionDescription else { return property }
        return property.copy() as? NSPropertyDescription ?? property
    }

    private func counterpart(_ entity: NSEntityDescription) -> NSEntityDescription {
        entities[ObjectIdentifier(entity)] ?? entity
    }

    /// A constraint's or compound index's member: the copy of a description, or the name itself.
    private func counterpart(_ member: Any) -> Any {
        (member as? NSPropertyDescription).map { properties[ObjectIdentifier($0)] ?? $0 } ?? member
    }

    private func counterpart(
        _ request: NSFetchRequest<any NSFetchRequestResult>
    ) -> NSFetchRequest<any NSFetchRequestResult> {
        // A copy of a request is a request.
        let copy = request.copy() as! NSFetchRequest<any NSFetchRequestResult>
        if let entity = copy.entity { copy.entity = counterpart(entity) }
        return copy
    }
}
