// SPDX-License-Identifier: Apache-2.0
// The messages of a context's errors.

import Foundation
import PerdureBase
import PerdureFoundationGaps

/// The errors of contexts, by cause.
package enum ContextErrors {
    static var contextInUse: CoreDataException {
        .internalInconsistency(
            "Context already has a coordinator, a parent or registered objects; cannot replace the coordinator or the "
                + "parent. Reset the context first, or make a new one.")
    }

    static var parentCycle: CoreDataException {
        .invalidArgument(
            "Parent NSManagedObjectContexts must not form a cycle. Choose a context that is not below this.")
    }

    static var pinnedChild: CoreDataException {
        .invalidArgument(
            "A context with a parent cannot be pinned to a query generation: it reads what its parent reads. "
                + "Pin the context at the root.")
    }

    /// Whether a save failed with an optimistic lock conflict or a constraint conflict.
    static func isConflict(_ error: NSError) -> Bool {
        error.domain == NSCocoaErrorDomain
            && [NSManagedObjectMergeError, NSManagedObjectConstraintMergeError].contains(error.code)
    }

    package static var noCoordinator: CoreDataException {
        .internalInconsistency(
            "This NSManagedObjectContext has no persistent store coordinator. It cannot perform a save or fetch "
                + "operation. Set persistentStoreCoordinator first.")
    }

    static var adoptingWithoutQueue: CoreDataException {
        .invalidArgument(
            "Automatic merging is not supported by contexts of the confinement type: they have no queue on which to "
                + "merge. Use a private or main queue context.")
    }

    static var fetchingWithoutQueue: CoreDataException {
        .invalidArgument(
            "A context of the confinement type cannot execute an asynchronous fetch request: it has no queue on which "
                + "the completion block could run. Use a private or main queue context.")
    }

    static var executorWithoutQueue: CoreDataException {
        .invalidArgument(
            "A context of the confinement type has no queue on which an actor could run. Use a private or main queue "
                + "context.")
    }

    static func noPolicy(_ value: Any) -> CoreDataException {
        .invalidArgument(
            "A context's mergePolicy must be an NSMergePolicy, and not a \(type(of: value)). Use one of its constants, "
                + "or an object of a subclass.")
    }

    static var reassigned: CoreDataException {
        .invalidArgument("Can't reassign an object to a different store once it has been saved.")
    }

    static var wrongStore: CoreDataException {
        .invalidArgument("Can't assign an object to a store that does not contain the object's entity.")
    }

    static var foreignDeletion: CoreDataException {
        .invalidArgument("An NSManagedObjectContext cannot delete objects in other contexts.")
    }

    static func inaccessible(_ id: NSManagedObjectID) -> CoreDataException {
        CoreDataException(
            name: .objectInaccessibleException, reason: "CoreData could not fulfill a fault for '\(id)'",
            userInfo: [NSAffectedObjectsErrorKey: [id]])
    }

    static var savingAlready: CoreDataException {
        .internalInconsistency(
            "save() was called from a hook of the same context's save. Change objects there; they are part of it."
        )
    }

    static var endlessSave: CoreDataException {
        .internalInconsistency(
            "Failed to process pending changes before save.  The context is still dirty after 1000 attempts.  "
                + "Typically this recursive dirtying is caused by a bad validation method, -willSave, or "
                + "notification handler.")
    }

    static func wrongResult(_ found: Any.Type, _ wanted: Any.Type) -> CoreDataException {
        .invalidArgument(
            "A fetch request for \(wanted) found a \(found). Check resultType and the entity's class.")
    }

    static var batchesWithoutObjects: CoreDataException {
        .invalidArgument(
            "fetchBatches(_:) makes a list of objects: use a request with managedObjectResultType, or fetch(_:)."
        )
    }

    package static func unknownEntity(_ name: String) -> CoreDataException {
        .invalidArgument(
            "FetchedMembers watches the entity \"\(name)\", which the context's model does not have. "
                + "Check the name.")
    }

    static func notARelationship(_ path: String, _ entity: NSEntityDescription) -> CoreDataException {
        .invalidArgument(
            "relationshipKeyPathsForPrefetching has \"\(path)\", which is no path of relationships of the entity "
                + "\"\(entity.name ?? "")\".")
    }

    static func noSuchObject(_ id: NSManagedObjectID) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: NSManagedObjectReferentialIntegrityError,
            userInfo: [
                NSLocalizedDescriptionKey: "There is no object with the ID \(id).",
                NSAffectedObjectsErrorKey: [id],
            ])
    }
}
