// SPDX-License-Identifier: Apache-2.0
// The wording of what a model may not ask of a store. Part of ErrorMessages.swift.

import Foundation
import PerdurePredicates

extension ErrorMessages {
    static func undefinedType(entity: String?, property: String) -> NSError {
        incompatibleSchema(
            entity: entity, property: property,
            "The attribute \"\(path(entity, property))\" has no type. Give it one, or make it transient.")
    }

    static func storedObjectID(entity: String?, property: String) -> NSError {
        incompatibleSchema(
            entity: entity, property: property,
            "The attribute \"\(path(entity, property))\" is of the type objectID, which results of requests have "
                + "but stores cannot keep. Use a relationship, or the URI of the ID.")
    }

    static func externalStorage(entity: String?, property: String) -> NSError {
        incompatibleSchema(
            entity: entity, property: property,
            "The attribute \"\(path(entity, property))\" allows external storage, which only binary and transformable "
                + "attributes can have. Set allowsExternalBinaryDataStorage to false.")
    }

    static func derivation(entity: String?, property: String, _ reason: String) -> NSError {
        incompatibleSchema(
            entity: entity, property: property,
            "The derived attribute \"\(path(entity, property))\" cannot be computed: \(reason). "
                + "Change its derivationExpression.")
    }

    static func uncomputed(entity: String?, property: String, storeType: String) -> NSError {
        incompatibleSchema(
            entity: entity, property: property,
            "Stores of the type \"\(storeType)\" cannot compute the derived attribute "
                + "\"\(path(entity, property))\". Keep the entity in an SQLite or in-memory store, by a configuration "
                + "of its own, or make the attribute an ordinary one.")
    }

    static func userInfoFlag(entity: String?, property: String, key: String, value: String) -> NSError {
        incompatibleSchema(
            entity: entity, property: property,
            "The user info of the attribute \"\(path(entity, property))\" has \"\(value)\" for \"\(key)\". "
                + "Write YES or NO.")
    }

    static func constraintMember(entity: String?, member: String, _ reason: String) -> CoreDataException {
        .invalidArgument(
            "A uniqueness constraint of the entity \(quoted(entity)) names \"\(member)\", which \(reason). "
                + "Constraints take persistent attributes that are not derived.")
    }

    static func rangeIndex(entity: String?, index: String, _ reason: String) -> CoreDataException {
        .invalidArgument(
            "The index \"\(index)\" of the entity \(quoted(entity)) is of the type rTree: \(reason).")
    }

    /// An error that says why the model does not fit a store.
    private static func incompatibleSchema(entity: String?, property: String, _ reason: String) -> NSError {
        var facts: [String: Any] = [NSLocalizedDescriptionKey: reason, ErrorKeys.reason: reason]
        facts[ErrorKeys.entity] = entity
        facts[ErrorKeys.property] = property
        return NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreIncompatibleSchemaError, userInfo: facts)
    }
}
