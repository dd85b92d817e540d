// SPDX-License-Identifier: Apache-2.0
// The texts of errors that name the object, its class or its property. Part of ObjectErrors.swift.

import Foundation
import PerdureBase

extension ObjectErrors {
    static func noSingleEntity(_ type: NSManagedObject.Type, names: [String]) -> CoreDataException {
        let hint =
            names.isEmpty
            ? "No model in use has an entity of this class."
            : "\(names.count) entities use this class: \(names.joined(separator: ", "))."
        return .invalidArgument(
            "An NSManagedObject of class '\(type)' must have a valid NSEntityDescription. \(hint) "
                + "Use init(entity:insertInto:).")
    }

    static func unacceptableObject(_ value: Any, relationship: NSRelationshipDescription) -> CoreDataException
    {
        let kind = relationship.isToMany ? "to-many" : "to-one"
        let entity = (value as? NSManagedObject)?.entity.name.map { " of the entity \"\($0)\"" } ?? ""
        return .invalidArgument(
            "Unacceptable type of value for \(kind) relationship: property = \"\(relationship.name)\"; "
                + "desired type = \(relationship.destinationEntity?.name ?? "NSManagedObject"); "
                + "given type = \(type(of: value))\(entity); value = \(value).")
    }

    static func differentContexts(_ name: String, _ left: NSManagedObject, _ right: NSManagedObject)
        -> CoreDataException
    {
        .invalidArgument(
            "Illegal attempt to establish a relationship '\(name)' between objects in different contexts "
                + "(source = \(left.objectID), destination = \(right.objectID)).")
    }

    static func unusableSource(_ path: String, _ key: String, of object: NSManagedObject) -> CoreDataException
    {
        .invalidArgument(
            "@Cached of the class \(type(of: object)) names the source \"\(path)\", but \"\(key)\" is no property of "
                + "the entity \"\(object.entity.name ?? "")\" that can stand there. Name attributes, relationships, or "
                + "paths of to-one relationships that end with one of them.")
    }

    static func undefinedKey(_ key: String, of object: NSManagedObject, call: String) -> CoreDataException {
        CoreDataException(
            name: .undefinedKeyException,
            reason:
                "[<\(type(of: object))> \(call)]: the entity \(object.entity.name ?? "") is not key value "
                + "coding-compliant for the key \"\(key)\".",
            userInfo: ["NSUnknownUserInfoKey": key])
    }

    static func refusedByAccessor(_ value: Any?, key: String, of object: NSManagedObject) -> CoreDataException
    {
        let given = value.map { "a value of the type \(type(of: $0)): \($0)" } ?? "nil"
        return .invalidArgument(
            "The accessor \(type(of: object)).\(key) does not take \(given). Set a value of the property's type."
        )
    }

    static func refusedByValidator(
        _ value: Any, key: String, of object: NSManagedObject, wanted: Any.Type
    ) -> CoreDataException {
        .invalidArgument(
            "The validator of \"\(key)\" in the class \(type(of: object)) takes \(wanted), but the property of the "
                + "entity \"\(object.entity.name ?? "")\" holds a value of the type \(type(of: value)): \(value). "
                + "Give the validator's parameter the property's type.")
    }

    static func missingProperty(_ name: String, of object: NSManagedObject) -> CoreDataException {
        let entity = object.entity.name ?? ""
        return CoreDataException(
            name: .undefinedKeyException,
            reason:
                "The class \(type(of: object)) has an accessor for the property \"\(name)\", which the entity "
                + "\"\(entity)\" of the model in use does not have: generate the class from this model, or use the "
                + "model it was generated from.",
            userInfo: ["NSUnknownUserInfoKey": name])
    }

    static func otherKind(_ property: SlotProperty, of object: NSManagedObject, accessor: String)
        -> CoreDataException
    {
        let kind = property.relationship.map { $0.isToMany ? "a to-many" : "a to-one" } ?? "no"
        return .invalidArgument(
            "The class \(type(of: object)) has a\(accessor) accessor for the property \"\(property.name)\", which "
                + "is \(kind) relationship of the entity \"\(object.entity.name ?? "")\" in the model in use: "
                + "generate the class from this model.")
    }

    static func otherType(_ value: Any, of name: String, of object: NSManagedObject, wanted: Any.Type)
        -> CoreDataException
    {
        .invalidArgument(
            "The class \(type(of: object)) has an accessor of type \(wanted) for the property \"\(name)\" of the entity "
                + "\"\(object.entity.name ?? "")\", which holds a \(type(of: value)) in the model in use: generate the "
                + "class from this model.")
    }

    static func notToMany(_ key: String, of object: NSManagedObject) -> CoreDataException {
        .invalidArgument(
            "\"\(key)\" is no to-many relationship of the entity \"\(object.entity.name ?? "")\".")
    }

    static func noArray(_ key: String, of object: NSManagedObject) -> CoreDataException {
        .invalidArgument(
            "\"\(object.entity.name ?? "").\(key)\" is no array: mutableArrayValue(forKey:) takes ordered relationships and "
                + "attributes that hold arrays.")
    }

    static func notOrdered(_ key: String, of object: NSManagedObject) -> CoreDataException {
        .invalidArgument(
            "\"\(object.entity.name ?? "").\(key)\" is not an ordered relationship: use mutableSetValue(forKey:)."
        )
    }
}
