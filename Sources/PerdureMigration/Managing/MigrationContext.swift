// SPDX-License-Identifier: Apache-2.0
// The context of one side of a migration: it knows which objects hooks have deleted, because associations name objects by keys, and
// a key alone would make a fault of an object that is gone.

import Foundation
import Perdure
import PerdureBase
import PerdureModel
import PerdureStore

/// The context of a migration's source or destination.
final class MigrationContext: NSManagedObjectContext, @unchecked Sendable {
    // Sendable as its superclass is: what it keeps is used on its queue.

    /// The keys of the objects that were deleted here.
    private var gone = KeySet()
    /// Whether the passes run: what is not written must not be dropped then.
    var isAtWork = false

    override func delete(_ object: NSManagedObject) {
        super.delete(object)
        noteGone(object)
    }

    override func insert(_ object: NSManagedObject) {
        super.insert(object)
        if !object.objectID.isTemporaryID { gone.remove(object.objectID.key) }
    }

    override func save() throws {
        // Delete rules take objects along.
        processPendingChanges()
        for object in deletedObjects { noteGone(object) }
        try super.save()
    }

    /// Drops all objects.
    ///
    /// Raises `CoreDataException` in a hook, where objects wait to be written: the migration would lose them.
    override func reset() {
        if isAtWork, hasChanges { return ExceptionTrap.raise(MigrationErrors.droppedObjects) }
        super.reset()
    }

    private func noteGone(_ object: NSManagedObject) {
        if !object.objectID.isTemporaryID { gone.insert(object.objectID.key) }
    }

    /// Whether the object of a key was deleted.
    func isGone(_ key: ObjectKey) -> Bool { gone.contains(key) }
}
