// SPDX-License-Identifier: Apache-2.0
// All that an object knows of its context. Object files name nothing else of Context/.

import PerdureStore

/// What an object tells its context, and asks of it.
protocol ChangeSink: AnyObject {
    /// An object is about to be read or written off the context's queue, or is going away: debug checks hook here.
    func willAccess(_ object: NSManagedObject)

    /// A modeled property of an object changed: the context pins the object and records the change.
    func didChange(_ object: NSManagedObject, slot: Int?, from oldValue: SlotValue)

    /// The row behind a fault; nil when the object is gone and may be treated as deleted.
    ///
    /// - Throws: what the store reports, or 133000 when the object is gone and faults may not be inaccessible.
    func row(forFault object: NSManagedObject) throws -> Row?

    /// The members of a to-many relationship that is still a fault.
    func members(of relationship: NSRelationshipDescription, for object: NSManagedObject) throws
        -> [NSManagedObject]

    /// The context's one instance for a key in the object's own store: registered already, or a new fault.
    func object(for key: ObjectKey, relatedTo object: NSManagedObject) -> NSManagedObject
}
