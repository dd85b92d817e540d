// SPDX-License-Identifier: Apache-2.0
// The errors of batch requests that arise above the stores.

import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureModel
import PerdureStore

/// Makes the errors of batch requests.
enum BatchErrors {
    static var noStores: CoreDataException {
        .internalInconsistency(
            "This NSPersistentStoreCoordinator has no persistent stores. It cannot perform a batch operation."
        )
    }

    /// 134091.
    static func unsupported(_ request: NSPersistentStoreRequest, _ store: EngineStore) -> NSError {
        error(
            NSPersistentStoreUnsupportedRequestTypeError,
            "The store \"\(store.url?.path ?? "")\" of the type \"\(store.publicStore.type)\" runs no requests of the class "
                + "\(type(of: request)), which are for SQLite stores. Set affectedStores, or change the objects in a "
                + "context.", [NSAffectedStoresErrorKey: [store.publicStore]])
    }

    /// 134040.
    static func incomplete(_ error: any Error, _ stores: [EngineStore]) -> NSError {
        let places = stores.map { "\"\($0.url?.path ?? $0.type)\"" }.joined(separator: ", ")
        return self.error(
            NSPersistentStoreIncompleteSaveError,
            "The batch is done in some stores, but not in \(places): \(error.localizedDescription) "
                + "Execute it for these stores again.",
            [NSUnderlyingErrorKey: error, NSAffectedStoresErrorKey: stores.map(\.publicStore)])
    }

    static func nothingToUpdate(_ entity: String) -> CoreDataException {
        .invalidArgument("The batch update request for \"\(entity)\" has no propertiesToUpdate.")
    }

    static func invalidKey(_ key: Any, _ entity: String, _ reason: String) -> CoreDataException {
        .invalidArgument(
            "Invalid key \(key) passed to propertiesToUpdate: of a batch update request for \"\(entity)\": \(reason)."
        )
    }

    static func noDestination(_ value: Any, _ relationship: NSRelationshipDescription) -> CoreDataException {
        .invalidArgument(
            "Unacceptable value for the to-one relationship \"\(relationship.name)\" of a batch update request: "
                + "\(value). Give it nil, or the permanent ID of an object of the entity "
                + "\"\(relationship.destinationEntity?.name ?? "")\" in the same store.")
    }

    static func severalEntities(_ first: NSEntityDescription, _ other: NSEntityDescription)
        -> CoreDataException
    {
        .invalidArgument(
            "mismatched objectIDs in batch delete initializer: they are of the entities \"\(first.name ?? "")\" and "
                + "\"\(other.name ?? "")\". Make a request for each entity.")
    }

    static func pageOfStores(_ entity: String) -> CoreDataException {
        .invalidArgument(
            "A batch delete request for \"\(entity)\" with a fetchLimit or fetchOffset concerns several stores. Set "
                + "affectedStores to one of them.")
    }

    static func invalidInsertionKey(_ key: Any, _ entity: NSEntityDescription, _ reason: String)
        -> CoreDataException
    {
        .invalidArgument(
            "Invalid key \(key) for an object of a batch insert request for \"\(entity.name ?? "")\": \(reason)."
        )
    }

    /// 1570.
    static func missing(_ key: String, _ entity: NSEntityDescription) -> NSError {
        error(
            NSValidationMissingMandatoryPropertyError,
            "An object of a batch insert request for \"\(entity.name ?? "")\" has no value for \"\(key)\", which is "
                + "mandatory. Nothing was inserted; give it one, or the attribute a default value.",
            [ErrorKeys.entity: entity.name ?? "", NSValidationKeyErrorKey: key])
    }

    /// 1550.
    static func unfit(_ number: Int64, _ key: String, _ entity: NSEntityDescription) -> any Error {
        ErrorTranslation.translate(
            StoreError.invalidValue(
                entity: entity.name ?? "", property: key, reason: "\(number) does not fit into it"))
    }

    /// 133021.
    static func constraint(_ attributes: [String], _ entity: NSEntityDescription) -> any Error {
        let name = entity.name ?? ""
        return ErrorTranslation.make(
            NSManagedObjectConstraintMergeError,
            "An object of a batch insert request for \"\(name)\" has the same values of "
                + "\(attributes.joined(separator: ", ")), which must be unique, as another one or as an object in the store. "
                + "Nothing was inserted; give it other values, or let the context's merge policy decide.",
            StoreError.violatedConstraint(entity: name, attributes: attributes),
            facts: [ErrorKeys.entity: name, ErrorKeys.constraint: attributes])
    }

    /// 133021: other writers changed the rows during every attempt.
    static func rowsKeptChanging(_ entity: NSEntityDescription) -> NSError {
        error(
            NSManagedObjectConstraintMergeError,
            "The objects of a batch insert request for \"\(entity.name ?? "")\" met other writers' changes again and "
                + "again. Nothing was inserted; execute it once more.", [ErrorKeys.entity: entity.name ?? ""])
    }

    static func noStore(_ entity: NSEntityDescription) -> NSError {
        error(
            NSPersistentStoreSaveError,
            "No store of the request has a configuration with the entity \"\(entity.name ?? "")\". Add one, or set "
                + "affectedStores to one that has it.", [ErrorKeys.entity: entity.name ?? ""])
    }

    static func error(_ code: Int, _ text: String, _ facts: [String: Any]) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: code,
            userInfo: facts.merging([NSLocalizedDescriptionKey: text]) { first, _ in first })
    }
}
