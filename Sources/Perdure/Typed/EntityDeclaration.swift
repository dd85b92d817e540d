// SPDX-License-Identifier: Apache-2.0
// An entity as its class declares it: what the macro writes. NSManagedObjectModel+Declarations.swift makes
// descriptions of several of them, because inverses and superclasses need to know each other.

import Foundation
import PerdureModelFormat
import PerdurePredicates

/// An entity, declared by its class; own properties only.
public struct EntityDeclaration: @unchecked Sendable {
    // Sendable because a declaration is made anew each time it is asked for and never changed.

    /// The entity's name.
    public var name: String
    /// The class of the entity's objects.
    public var type: NSManagedObject.Type
    /// Whether only subentities have objects.
    public var isAbstract: Bool
    /// The class's own properties.
    public var properties: [PropertyDeclaration]
    /// Combinations of attributes, by name, that must be unique.
    public var uniquenessConstraints: [[String]]
    /// The indexes.
    public var indexes: [NSFetchIndexDescription]
    /// The name in the previous version of the model, if it was another.
    public var originalName: String?
    /// Mixed into the version hash.
    public var versionHashModifier: String?
    /// Free entries.
    public var userInfo: [String: String]
    /// The configurations that the entity is in, besides the default one.
    public var configurations: [String]

    /// Declares an entity.
    public init(
        _ name: String, of type: NSManagedObject.Type, isAbstract: Bool = false,
        properties: [PropertyDeclaration], uniquenessConstraints: [[String]] = [],
        indexes: [NSFetchIndexDescription] = [], originalName: String? = nil,
        versionHashModifier: String? = nil, userInfo: [String: String] = [:], configurations: [String] = []
    ) {
        self.name = name
        self.type = type
        self.isAbstract = isAbstract
        self.properties = properties
        self.uniquenessConstraints = uniquenessConstraints
        self.indexes = indexes
        self.originalName = originalName
        self.versionHashModifier = versionHashModifier
        self.userInfo = userInfo
        self.configurations = configurations
    }
}

/// A property, declared by its class.
public struct PropertyDeclaration {
    /// The description; a relationship's destination and inverse are completed when the model is made.
    public var description: NSPropertyDescription
    /// The class at the other end of a relationship.
    public var destination: NSManagedObject.Type?
    /// The name of the inverse relationship.
    public var inverse: String?
    /// Whether the attribute is a uniqueness constraint of its own.
    var isUnique = false
    /// The request of a fetched property, without its entity.
    var request: FetchRequestDocument?
    /// What is wrong with the declaration; reported when the model is made.
    var fault: CoreDataException?

    /// Declares a property.
    public init(
        _ description: NSPropertyDescription, destination: NSManagedObject.Type? = nil, inverse: String? = nil
    ) {
        self.description = description
        self.destination = destination
        self.inverse = inverse
    }
}
