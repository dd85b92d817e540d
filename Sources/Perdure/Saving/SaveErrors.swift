// SPDX-License-Identifier: Apache-2.0
// The errors of saving, with Apple's codes and userInfo keys.

import Foundation
import PerdureBase
import PerdureFoundationGaps
import PerdureStore

/// Makes the errors of a save.
package enum SaveErrors {

    package static func readOnly(_ store: EngineStore) -> NSError {
        let path = store.url?.path ?? ""
        return error(
            CocoaError.fileWriteNoPermission.rawValue,
            "The store \"\(path)\" was opened read-only; its objects cannot be changed. Roll the context back.",
            [NSFilePathErrorKey: path, NSAffectedStoresErrorKey: [store.publicStore]])
    }

    /// 134040: a store failed after another store had committed.
    static func incomplete(_ partialCommit: PreparedSave.PartialCommit) -> NSError {
        let stores = partialCommit.failed.map(\.store)
        let places = stores.map { "\"\($0.url?.path ?? $0.type)\"" }.joined(separator: ", ")
        return error(
            NSPersistentStoreIncompleteSaveError,
            "The save is done in some stores, but not in \(places): "
                + "\(partialCommit.error.localizedDescription) The objects of these stores keep their changes. "
                + "Save again.",
            [
                NSUnderlyingErrorKey: partialCommit.error,
                NSAffectedStoresErrorKey: stores.map(\.publicStore),
                NSAffectedObjectsErrorKey: partialCommit.failed.flatMap(\.allObjects),
            ])
    }

    static func externalRelationship(_ object: NSManagedObject, _ slot: Int, _ destination: NSManagedObject)
        -> NSError
    {
        let key = object.binding.slotProperties[slot].name
        return error(
            NSManagedObjectExternalRelationshipError,
            "The relationship \"\(key)\" of \(name(object)) leads to \(name(destination)) in another store. "
                + "Assign both objects to one store, or use a fetched property.",
            [NSAffectedObjectsErrorKey: [object, destination], NSValidationKeyErrorKey: key])
    }

    static func unsavedDestination(_ object: NSManagedObject, _ slot: Int, _ destination: NSManagedObject)
        -> NSError
    {
        let key = object.binding.slotProperties[slot].name
        return error(
            NSManagedObjectReferentialIntegrityError,
            "The relationship \"\(key)\" of \(name(object)) leads to \(name(destination)), which is not saved "
                + "with it. Insert it into the same context.",
            [NSAffectedObjectsErrorKey: [object, destination], NSValidationKeyErrorKey: key])
    }

    static func lostStore(_ object: NSManagedObject) -> NSError {
        error(
            NSPersistentStoreSaveError,
            "\(name(object)) belongs to a store that the coordinator does not have any more. "
                + "Delete the object, or add the store again.", [NSAffectedObjectsErrorKey: [object]])
    }

    static func foreignEntity(_ object: NSManagedObject, _ store: EngineStore) -> CoreDataException {
        .invalidArgument(
            "Can't assign an object to a store that does not contain the object's entity. \(name(object)) was "
                + "assigned to the store \"\(store.url?.path ?? "")\" of the configuration \"\(store.configurationName)\"."
        )
    }

    static func noStore(for object: NSManagedObject, _ stores: [EngineStore]) -> any Error {
        if stores.isEmpty {
            return CoreDataException.internalInconsistency(
                "This NSPersistentStoreCoordinator has no persistent stores. It cannot perform a save operation."
            )
        }
        if let holder = stores.first(where: { $0.holds(entity: object.binding.layout.number) }) {
            return readOnly(holder)
        }
        return error(
            NSPersistentStoreSaveError,
            "No store of the coordinator has a configuration with the entity \"\(object.entity.name ?? "")\". "
                + "Add one, or add the entity to a configuration.", [NSAffectedObjectsErrorKey: [object]])
    }

    private static func name(_ object: NSManagedObject) -> String {
        "\(object.entity.name ?? "") <\(object.objectID.uriRepresentation())>"
    }

    private static func error(_ code: Int, _ text: String, _ facts: [String: Any]) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: code,
            userInfo: facts.merging([NSLocalizedDescriptionKey: text]) { first, _ in first })
    }
}
