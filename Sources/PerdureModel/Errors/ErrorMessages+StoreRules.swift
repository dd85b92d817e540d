// SPDX-License-Identifier: Apache-2.0
// The wording of errors in models that a store cannot hold. Part of ErrorMessages.swift.

import Foundation
import PerdureFoundationGaps
import PerdurePredicates

extension ErrorMessages {
    /// The error for a model that breaks a rule of stores.
    static func unstorable(_ fault: ModelFault) -> NSError {
        incompatibleSchema(entity: fault.entity, property: fault.property ?? "", sentence(fault))
    }

    static func externalStorage(entity: String?, property: String) -> NSError {
        incompatibleSchema(
            entity: entity, property: property,
            "The attribute \"\(path(entity, property))\" allows external storage, which only binary and transformable "
                + "attributes can have. Set allowsExternalBinaryDataStorage to false.")
    }

    static func uncomputed(entity: String?, property: String, storeType: String) -> NSError {
        incompatibleSchema(
            entity: entity, property: property,
            "Stores of the type \"\(storeType)\" cannot compute the derived attribute "
                + "\"\(path(entity, property))\". Keep the entity in an SQLite or in-memory store, by a configuration "
                + "of its own, or make the attribute an ordinary one.")
    }

    /// An error that says why the model does not fit a store.
    static func incompatibleSchema(entity: String?, property: String, _ reason: String) -> NSError {
        var facts: [String: Any] = [NSLocalizedDescriptionKey: reason, ErrorKeys.reason: reason]
        facts[ErrorKeys.entity] = entity
        facts[ErrorKeys.property] = property
        return NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreIncompatibleSchemaError, userInfo: facts)
    }
}
