// SPDX-License-Identifier: Apache-2.0
// Relationships and fetched properties as Swift types: `Person?`, `NSSet?`, `NSOrderedSet?`, `[Person]?`.

import PerdureAccessorText
import PerdureModelFormat

/// Makes the accessors of properties that lead to other objects.
struct RelationshipAccessors: Sendable {
    let types: TypeNames
    let classes: ModelClasses

    /// The accessor of a relationship at a slot.
    ///
    /// - Throws: `ModelFormatError` when the destination is missing.
    func accessor(
        _ relationship: RelationshipDocument, at slot: Int, entity: String
    ) throws -> AccessorCode {
        let property = relationship.traits.name
        let destination = try className(relationship.destinationEntityName, entity, property)
        let slot = types.slot(slot)
        guard relationship.maxCount == 1 else {
            let type = types.foundation(relationship.isOrdered ? "NSOrderedSet" : "NSSet")
            return AccessorCode(
                "\(type)?", slot.objectSet(isOrdered: relationship.isOrdered),
                primitive: .value(type, at: slot))
        }
        return AccessorCode(
            "\(destination)?", slot.toOne(as: destination), primitive: .value(destination, at: slot))
    }

    /// The accessor of a fetched property.
    ///
    /// - Throws: `ModelFormatError` when the destination is missing.
    func accessor(_ property: FetchedPropertyDocument, entity: String) throws -> AccessorCode {
        let name = property.traits.name
        let destination = try className(property.fetchRequest?.entityName, entity, name)
        let (type, key) = ("[\(destination)]", SwiftName.literal(name))
        return AccessorCode(
            "\(type)?", AccessorText(get: "value(forKey: \(key)) as? \(type)"),
            primitive: .init("\(type)?", AccessorText(get: "primitiveValue(forKey: \(key)) as? \(type)")))
    }

    /// The class of an entity's objects, as code names it.
    ///
    /// - Throws: `ModelFormatError` when the model does not have the entity.
    func className(_ entityName: String?, _ entity: String, _ property: String) throws -> String {
        guard let entityName, !entityName.isEmpty else {
            throw ModelFormatError(
                .inconsistent, "it has no destination entity; choose one in the model", entity: entity,
                property: property)
        }
        guard classes.contains(entityName) else {
            throw ModelFormatError(
                .inconsistent, "its destination entity '\(entityName)' is not in the model", entity: entity,
                property: property)
        }
        return classes.reference(of: entityName)?.spelled ?? types.coreData("NSManagedObject")
    }
}
