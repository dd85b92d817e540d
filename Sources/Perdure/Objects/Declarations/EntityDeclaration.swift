// SPDX-License-Identifier: Apache-2.0
// The declaration of an entity by its class, which the macro writes. NSManagedObjectModel+Declarations.swift turns all
// declarations of a model into descriptions at once, because inverses and superclasses refer to each other.

import Foundation
import PerdureBase
import PerdureModelFormat

/// An entity that its class declares, with the class's own properties only.
public struct EntityDeclaration: @unchecked Sendable {
    // Sendable because each call makes a new declaration and nothing changes it afterwards.

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
    /// The name in the previous version of the model, if that name was different.
    public var originalName: String?
    /// A text that is mixed into the version hash.
    public var versionHashModifier: String?
    /// Free entries of the application.
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

/// A property that its class declares.
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
    /// The error in the declaration; it is thrown when the model is made.
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
