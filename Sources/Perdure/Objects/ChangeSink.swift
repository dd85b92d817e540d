// SPDX-License-Identifier: Apache-2.0
// The protocol through which objects reach their context. Object files name few other parts of Context/: mostly the
// parameter of the initializer that Apple's API asks for.

import PerdureStore

/// The messages that an object sends to its context.
protocol ChangeSink: AnyObject {
    /// A modeled property of an object changed: the context pins the object and records the change.
    ///
    /// Objects call it at the first change of a slot in an event, with the value before the change. An unmodeled key has
    /// no slot: nil.
    func didChange(_ object: NSManagedObject, slot: Int?, from oldValue: consuming SlotValue)

    /// Keeps a live view of a relationship alive until the current event ends.
    func keep(_ view: AnyObject)

    /// A save gave a property another value than the object had.
    ///
    /// The context tells observers when the save has finished with its objects.
    func didSaveOtherValue(_ object: NSManagedObject, _ key: String)

    /// Notes the use of a property; in the debug mode, reports a use on a wrong queue (QueueCheck.swift).
    ///
    /// - Parameters:
    ///   - object: the object.
    ///   - property: the property, or another use of the object.
    func checkQueue(of object: NSManagedObject, _ property: @autoclosure () -> String)

    /// The environment of the context's objects of an entity in a store: the facts that they share.
    func environment(_ binding: EntityBinding, in namespace: ObjectIDNamespace?) -> ObjectEnvironment

    /// The values that slots of an object had before the current event.
    func oldValues(of object: NSManagedObject) -> [SlotContent]

    /// The row behind a fault; nil when the object is gone.
    ///
    /// - Parameter object: the fault.
    /// - Returns: the row, or nil.
    /// - Throws: what the store reports.
    func row(forFault object: NSManagedObject) throws -> Row?

    /// Fills a new object that is a fault with the values that it was inserted with.
    func fillNew(_ object: NSManagedObject)

    /// Treats an object as deleted, because its row is gone.
    ///
    /// - Parameters:
    ///   - object: the fault.
    ///   - slot: the property that is needed, if only one is.
    /// - Throws: the exception of an inaccessible object, if the context wants no such deletion.
    func loseRow(of object: NSManagedObject, reading slot: Int?) throws

    /// Carries out the program's decision about an object that cannot be read.
    ///
    /// - Parameters:
    ///   - object: the object.
    ///   - error: the reason; its text names the object.
    /// - Returns: whether there was a decision; after false the process must stop.
    func handle(_ object: NSManagedObject, unreadable error: any Error) -> Bool

    /// The members of a to-many relationship that is still a fault.
    func members(of relationship: NSRelationshipDescription, for object: NSManagedObject) throws
        -> [NSManagedObject]

    /// The IDs of a to-many relationship's members; makes no objects.
    func memberIDs(of relationship: NSRelationshipDescription, for object: NSManagedObject) throws
        -> [NSManagedObjectID]

    /// The objects that a fetched property finds now.
    func objects(of property: NSFetchedPropertyDescription, for object: NSManagedObject) throws
        -> [NSManagedObject]

    /// The context's one instance for a key in the object's own store: registered already, or a new fault.
    func object(for key: ObjectKey, relatedTo object: NSManagedObject) -> NSManagedObject
}
