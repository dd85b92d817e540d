// SPDX-License-Identifier: Apache-2.0
// Resolves the properties of one entity: names, slots, types. Part of ClassCodeBuilder.swift.

import PerdureAccessorText
import PerdureModelFormat

extension ClassCodeBuilder {
    /// An entity's own properties, sorted by name.
    func properties(
        of entity: EntityDocument, slots: [String], lineage: [EntityDocument]
    ) throws -> [PropertyCode] {
        try checkNames(of: entity, lineage: lineage)
        let first = slots.count - entity.attributes.count - entity.relationships.count
        let positions = Dictionary(
            uniqueKeysWithValues: slots[first...].enumerated().map { ($1, first + $0) })
        let attributes = try entity.attributes.map {
            try property($0, at: positions[$0.traits.name] ?? 0, entity)
        }
        let relationships = try entity.relationships.map {
            try property($0, at: positions[$0.traits.name] ?? 0, entity)
        }
        let fetched = try entity.fetchedProperties.map { try property($0, entity) }
        return (attributes + relationships + fetched).sorted { $0.name < $1.name }
    }

    private func property(
        _ attribute: AttributeDocument, at slot: Int, _ entity: EntityDocument
    ) throws -> PropertyCode {
        var accessor = try AttributeCodes.accessor(
            attribute, at: slot, entity: entity.name,
            AttributeAccessors(types: types, module: options.module))
        let isReadOnly = attribute.isComputed || attribute.traits.isReadOnly
        if try self.isReadOnly(attribute.traits, entity, unlessSaid: isReadOnly) { accessor.text.set = nil }
        let handle = try MergeDocument(attribute, entity: entity.name).map {
            HandleText($0, attribute, accessor, at: slot, types)
        }
        return PropertyCode(
            name: attribute.traits.name, kind: .attribute, slot: slot, accessor: accessor, handle: handle)
    }

    private func property(
        _ relationship: RelationshipDocument, at slot: Int, _ entity: EntityDocument
    ) throws -> PropertyCode {
        let accessors = RelationshipAccessors(types: types, classes: classes)
        let (name, isToMany) = (relationship.traits.name, relationship.maxCount != 1)
        var accessor = try accessors.accessor(relationship, at: slot, entity: entity.name)
        if try isReadOnly(relationship.traits, entity, unlessSaid: relationship.traits.isReadOnly) {
            accessor.text.set = nil
        }
        let destination = try accessors.className(relationship.destinationEntityName, entity.name, name)
        let kind: PropertyCode.Kind =
            isToMany ? .toMany(destination: destination, isOrdered: relationship.isOrdered) : .toOne
        return PropertyCode(name: name, kind: kind, slot: slot, accessor: accessor)
    }

    private func property(
        _ property: FetchedPropertyDocument, _ entity: EntityDocument
    ) throws -> PropertyCode {
        let accessor = try RelationshipAccessors(types: types, classes: classes)
            .accessor(property, entity: entity.name)
        return PropertyCode(name: property.traits.name, kind: .fetched, accessor: accessor)
    }

    private func isReadOnly(
        _ traits: PropertyTraits, _ entity: EntityDocument, unlessSaid preset: Bool
    ) throws -> Bool {
        try UserInfoKey.flag(
            UserInfoKey.readOnly, in: traits.userInfo, entity: entity.name, property: traits.name) ?? preset
    }

    private func checkNames(of entity: EntityDocument, lineage: [EntityDocument]) throws {
        var seen = Set(lineage.dropFirst().flatMap(\.propertyNames))
        for name in entity.propertyNames {
            guard SwiftName.isIdentifier(name), !SwiftName.impossible.contains(name) else {
                throw ModelFormatError(
                    .inconsistent,
                    "its name is none that Swift allows for a property; rename it in the model",
                    entity: entity.name, property: name)
            }
            guard !Self.reservedNames.contains(name) else {
                throw ModelFormatError(
                    .inconsistent,
                    "NSManagedObject has a member of this name; rename the property in the model",
                    entity: entity.name, property: name)
            }
            guard seen.insert(name).inserted else {
                throw ModelFormatError(
                    .inconsistent,
                    "the entity or an ancestor has another property of this name; rename one of them",
                    entity: entity.name, property: name)
            }
        }
    }

    /// Properties that every managed object has.
    private static let reservedNames: Set<String> = [
        "description", "debugDescription", "hash", "hashValue", "class", "superclass", "entity", "objectID",
        "managedObjectContext", "isInserted", "isUpdated", "isDeleted", "isFault", "hasChanges",
        "hasPersistentChangedValues", "faultingState", "classForCoder",
    ]
}
