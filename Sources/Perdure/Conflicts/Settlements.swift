// SPDX-License-Identifier: Apache-2.0
// What merge policies decide about objects in conflict: VersionConflictResolution.swift and ConstraintConflictResolution.swift.

import PerdureStore

/// The outcome of an optimistic lock conflict for the object.
enum VersionConflictOutcome {
    /// The object's differences from the newest row are written; none if its changes were dropped.
    case written
    /// The object's row is gone and is inserted again.
    case rewritten
    /// The object's row is gone, and the object leaves the context.
    case abandoned
    /// The object is deleted, although its row has changed meanwhile.
    case deleted
    /// The object's deletion is taken back.
    case undeleted
}

/// The outcome of a constraint conflict for one object.
enum ConstraintConflictOutcome {
    /// The object's differences from its snapshot are written; none if its changes were dropped.
    case written
    /// A new object that becomes the object of the stored row.
    case becomesStoredObject(NSManagedObjectID, Row)
    /// A stored object that is deleted; relationships lead to its replacement.
    case replaced(by: NSManagedObjectID)
    /// A new object that is not saved; relationships lead to its replacement.
    case abandoned(replacement: NSManagedObjectID?)
}
