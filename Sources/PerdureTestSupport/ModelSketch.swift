// SPDX-License-Identifier: Apache-2.0
// A short way to write a model in a test: entities and properties refer to each other by name.

import Foundation
import Perdure

import class Perdure.NSExpression

/// An entity of a sketched model.
public struct EntitySketch {
    let name: String
    let parent: String?
    let isAbstract: Bool
    let className: String?
    let unique: [[String]]
    let properties: [PropertySketch]
    private(set) var identifier: String?

    /// Makes an entity.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - parent: the name of the parent entity.
    ///   - isAbstract: whether the entity has no objects of its own.
    ///   - className: the class of its objects; nil for NSManagedObject.
    ///   - unique: its uniqueness constraints.
    ///   - properties: its properties.
    public init(
        _ name: String, parent: String? = nil, isAbstract: Bool = false, className: String? = nil,
        unique: [[String]] = [], _ properties: PropertySketch...
    ) {
        self.name = name
        self.parent = parent
        self.isAbstract = isAbstract
        self.className = className
        self.unique = unique
        self.properties = properties
    }

    /// Makes an entity from a list of properties.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - properties: its properties.
    public init(_ name: String, properties: [PropertySketch]) {
        (self.name, self.properties, parent, className) = (name, properties, nil, nil)
        (isAbstract, unique) = (false, [])
    }

    /// The same entity, which had another name in the previous version.
    ///
    /// - Parameter former: its renaming identifier.
    /// - Returns: the entity.
    public func renamed(from former: String) -> EntitySketch {
        var entity = self
        entity.identifier = former
        return entity
    }
}

/// A property of a sketched model.
public struct PropertySketch {
    let description: NSPropertyDescription
    let destination: String?
    let inverse: String?

    /// An attribute.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - type: its type.
    ///   - isOptional: whether nil is valid.
    ///   - isTransient: whether it is not stored.
    ///   - value: the default value.
    /// - Returns: the property.
    public static func attribute(
        _ name: String, _ type: NSAttributeType = .stringAttributeType, isOptional: Bool = true,
        isTransient: Bool = false, default value: Any? = nil
    ) -> PropertySketch {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = isOptional
        attribute.isTransient = isTransient
        attribute.defaultValue = value
        return PropertySketch(description: attribute, destination: nil, inverse: nil)
    }

    /// A derived attribute.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - type: its type.
    ///   - expression: the derivation.
    /// - Returns: the property.
    public static func derived(_ name: String, _ type: NSAttributeType, _ expression: String)
        -> PropertySketch
    {
        let attribute = NSDerivedAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.derivationExpression = NSExpression(format: expression)
        return PropertySketch(description: attribute, destination: nil, inverse: nil)
    }

    /// A to-one relationship.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - destination: the destination entity's name.
    ///   - inverse: the inverse's name.
    ///   - rule: the delete rule.
    /// - Returns: the property.
    public static func toOne(
        _ name: String, _ destination: String, inverse: String? = nil, rule: NSDeleteRule = .nullifyDeleteRule
    ) -> PropertySketch {
        relationship(name, destination, inverse, rule, maxCount: 1, isOrdered: false)
    }

    /// A to-many relationship.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - destination: the destination entity's name.
    ///   - inverse: the inverse's name.
    ///   - rule: the delete rule.
    ///   - isOrdered: whether its members have an order.
    /// - Returns: the property.
    public static func toMany(
        _ name: String, _ destination: String, inverse: String? = nil,
        rule: NSDeleteRule = .nullifyDeleteRule, isOrdered: Bool = false
    ) -> PropertySketch {
        relationship(name, destination, inverse, rule, maxCount: 0, isOrdered: isOrdered)
    }

    /// The same property, as a transient one.
    public var transient: PropertySketch {
        description.isTransient = true
        return self
    }

    /// The same property, which had another name in the previous version.
    ///
    /// - Parameter former: its renaming identifier.
    /// - Returns: the property.
    public func renamed(from former: String) -> PropertySketch {
        description.renamingIdentifier = former
        return self
    }

    private static func relationship(
        _ name: String, _ destination: String, _ inverse: String?, _ rule: NSDeleteRule, maxCount: Int,
        isOrdered: Bool
    ) -> PropertySketch {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.isOptional = true
        relationship.maxCount = maxCount
        relationship.isOrdered = isOrdered
        relationship.deleteRule = rule
        return PropertySketch(description: relationship, destination: destination, inverse: inverse)
    }
}

extension NSManagedObjectModel {
    /// Makes a model of sketched entities.
    public convenience init(_ sketches: EntitySketch...) { self.init(sketches) }

    /// Makes a model from a list of entities.
    ///
    /// - Parameter sketches: the entities.
    public convenience init(_ sketches: [EntitySketch]) {
        self.init()
        var found: [String: NSEntityDescription] = [:]
        for sketch in sketches {
            let entity = NSEntityDescription()
            entity.name = sketch.name
            entity.renamingIdentifier = sketch.identifier
            entity.isAbstract = sketch.isAbstract
            if let className = sketch.className { entity.managedObjectClassName = className }
            entity.properties = sketch.properties.map(\.description)
            entity.uniquenessConstraints = sketch.unique
            found[sketch.name] = entity
        }
        for sketch in sketches {
            if let parent = sketch.parent, let entity = found[sketch.name] {
                found[parent]?.subentities.append(entity)
            }
            for property in sketch.properties { property.join(found) }
        }
        entities = sketches.compactMap { found[$0.name] }
    }
}

extension PropertySketch {
    fileprivate func join(_ entities: [String: NSEntityDescription]) {
        guard let relationship = description as? NSRelationshipDescription, let destination else { return }
        relationship.destinationEntity = entities[destination]
        var candidate = entities[destination]
        while let entity = candidate, relationship.inverseRelationship == nil, let inverse {
            relationship.inverseRelationship =
                entity.properties.first { $0.name == inverse } as? NSRelationshipDescription
            candidate = entity.superentity
        }
    }
}
