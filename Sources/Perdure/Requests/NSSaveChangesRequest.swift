// SPDX-License-Identifier: Apache-2.0
// A save as a request, for stores that users write. Built-in stores get a ChangeSet instead.

import Foundation

/// The changes of a context, as a request to a store.
open class NSSaveChangesRequest: NSPersistentStoreRequest {
    /// The objects to insert.
    open var insertedObjects: Set<NSManagedObject>? { inserted }
    /// The objects to update.
    open var updatedObjects: Set<NSManagedObject>? { updated }
    /// The objects to delete.
    open var deletedObjects: Set<NSManagedObject>? { deleted }
    /// The objects whose versions must not have changed.
    open var lockedObjects: Set<NSManagedObject>? { locked }

    private let inserted: Set<NSManagedObject>?
    private let updated: Set<NSManagedObject>?
    private let deleted: Set<NSManagedObject>?
    private let locked: Set<NSManagedObject>?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - insertedObjects: the objects to insert.
    ///   - updatedObjects: the objects to update.
    ///   - deletedObjects: the objects to delete.
    ///   - lockedObjects: the objects whose versions must not have changed.
    public init(
        inserted insertedObjects: Set<NSManagedObject>?, updated updatedObjects: Set<NSManagedObject>?,
        deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
    ) {
        inserted = insertedObjects
        updated = updatedObjects
        deleted = deletedObjects
        locked = lockedObjects
        super.init()
    }

    open override var requestType: NSPersistentStoreRequestType { .saveRequestType }

    /// Makes an equal request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSSaveChangesRequest(
            inserted: inserted, updated: updated, deleted: deleted, locked: locked)
        copy.affectedStores = affectedStores
        return copy
    }
}
