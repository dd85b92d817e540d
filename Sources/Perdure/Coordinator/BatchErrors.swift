// SPDX-License-Identifier: Apache-2.0
// The errors of batch requests that are found above the stores.

import Foundation
import PerdurePredicates

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
            "The store \"\(store.url?.path ?? "")\" of the type \"\(store.face.type)\" runs no requests of the class "
                + "\(type(of: request)), which are for SQLite stores. Set affectedStores, or change the objects in a "
                + "context.", [NSAffectedStoresErrorKey: [store.face]])
    }

    /// 134040.
    static func incomplete(_ error: any Error, _ stores: [EngineStore]) -> NSError {
        let places = stores.map { "\"\($0.url?.path ?? $0.type)\"" }.joined(separator: ", ")
        return self.error(
            NSPersistentStoreIncompleteSaveError,
            "The batch is done in some stores, but not in \(places): \(error.localizedDescription) "
                + "Execute it for these stores again.",
            [NSUnderlyingErrorKey: error, NSAffectedStoresErrorKey: stores.map(\.face)])
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

    private static func error(_ code: Int, _ text: String, _ facts: [String: Any]) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: code,
            userInfo: facts.merging([NSLocalizedDescriptionKey: text]) { first, _ in first })
    }
}
