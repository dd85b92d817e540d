// SPDX-License-Identifier: Apache-2.0
// How the objects of one entity are migrated. NSPropertyMapping.swift has the single properties.

import Foundation
import PerdurePredicates

import class PerdurePredicates.NSExpression

/// What an entity mapping does with objects.
public enum NSEntityMappingType: UInt, Sendable {
    /// Not said.
    case undefinedEntityMappingType = 0
    /// A policy class of the program makes the objects.
    case customEntityMappingType = 1
    /// The entity is new.
    case addEntityMappingType = 2
    /// The entity is gone, with its objects.
    case removeEntityMappingType = 3
    /// Objects stay as they are.
    case copyEntityMappingType = 4
    /// Objects are made from those of the source entity.
    case transformEntityMappingType = 5
}

/// How a migration makes the objects of a destination entity from those of a source entity.
open class NSEntityMapping: NSObject, NSCopying {
    private var givenName: String?

    /// The mapping's name; the names of both entities with "->" between until one is set.
    open var name: String! {
        get { givenName ?? "\(sourceEntityName ?? "")->\(destinationEntityName ?? "")" }
        set { givenName = newValue }
    }

    /// What the mapping does with objects.
    open var mappingType = NSEntityMappingType.undefinedEntityMappingType

    /// The name of the source entity; nil for a mapping that adds one.
    open var sourceEntityName: String?

    /// The version hash of the source entity.
    open var sourceEntityVersionHash: Data?

    /// The name of the destination entity; nil for a mapping that removes one.
    open var destinationEntityName: String?

    /// The version hash of the destination entity.
    open var destinationEntityVersionHash: Data?

    /// The mappings of the attributes; nil for none.
    open var attributeMappings: [NSPropertyMapping]?

    /// The mappings of the relationships; nil for none.
    open var relationshipMappings: [NSPropertyMapping]?

    /// The expression that gives the source objects; nil for all of exactly the source entity.
    open var sourceExpression: NSExpression?

    /// What programs and tools note about the mapping.
    open var userInfo: [AnyHashable: Any]?

    /// The name of the class that carries the mapping out; nil for the default one.
    open var entityMigrationPolicyClassName: String?

    /// Makes a mapping without entities.
    public override init() {}

    /// Makes an independent copy, with copies of the mappings of properties.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: A mapping that says the same.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSEntityMapping()
        copy.givenName = givenName
        copy.mappingType = mappingType
        copy.sourceEntityName = sourceEntityName
        copy.sourceEntityVersionHash = sourceEntityVersionHash
        copy.destinationEntityName = destinationEntityName
        copy.destinationEntityVersionHash = destinationEntityVersionHash
        copy.attributeMappings = attributeMappings?.copies
        copy.relationshipMappings = relationshipMappings?.copies
        copy.sourceExpression = sourceExpression
        copy.userInfo = userInfo
        copy.entityMigrationPolicyClassName = entityMigrationPolicyClassName
        return copy
    }
}

extension [NSPropertyMapping] {
    // The copy of a mapping is a mapping.
    fileprivate var copies: [NSPropertyMapping] { map { $0.copy() as! NSPropertyMapping } }
}
