// SPDX-License-Identifier: Apache-2.0
// All that an object knows of its context. Object files name nothing else of Context/, except the parameter
// of the initializer that Apple's API asks for.

import PerdureStore

/// What an object tells its context, and asks of it.
protocol ChangeSink: AnyObject {
    /// A modeled property of an object changed: the context pins the object and records the change.
    ///
    /// Called at the first change of a slot in an event, with the value before it; nil for an unmodeled key.
    func didChange(_ object: NSManagedObject, slot: Int?, from oldValue: consuming SlotValue)

    /// Holds a view of an object of the event until the event ends.
    func keep(_ view: AnyObject)

    /// A save gave a property another value than the object had: observers are told when the save has finished with
    /// its objects.
    func didSaveOtherValue(_ object: NSManagedObject, _ key: String)

    /// A property of an object is used; in the debug mode a wrong queue is reported (QueueCheck.swift).
    ///
    /// - Parameters:
    ///   - object: the object.
    ///   - property: its property, or what else is asked of it.
    func checkQueue(of object: NSManagedObject, _ property: @autoclosure () -> String)

    /// What the context's objects of an entity and a store have in common.
    func family(_ binding: EntityBinding, in origin: ObjectIDOrigin?) -> ObjectFamily

    /// The values that slots of an object had before the current event.
    func oldValues(of object: NSManagedObject) -> [SlotContent]

    /// The row behind a fault; nil when the object is gone.
    ///
    /// - Parameter object: the fault.
    /// - Returns: the row, or nil.
    /// - Throws: what the store reports.
    func row(forFault object: NSManagedObject) throws -> Row?

    /// Gives a new object that is a fault what it was inserted with.
    func fillNew(_ object: NSManagedObject)

    /// An object whose row is gone is treated as deleted.
    ///
    /// - Parameters:
    ///   - object: the fault.
    ///   - slot: the property that is needed, if only one is.
    /// - Throws: the exception of an inaccessible object, if the context wants no such deletion.
    func loseRow(of object: NSManagedObject, reading slot: Int?) throws

    /// Does what the program has decided about an object that cannot be read; false when the process shall stop.
    ///
    /// - Parameters:
    ///   - object: the object.
    ///   - error: why, with the object in its words.
    /// - Returns: whether the decision has been carried out.
    func settle(_ object: NSManagedObject, unreadable error: any Error) -> Bool

    /// The members of a to-many relationship that is still a fault.
    func members(of relationship: NSRelationshipDescription, for object: NSManagedObject) throws
        -> [NSManagedObject]

    /// The same members by their IDs; makes no objects.
    func memberIDs(of relationship: NSRelationshipDescription, for object: NSManagedObject) throws
        -> [NSManagedObjectID]

    /// What a fetched property of an object finds now.
    func objects(of property: NSFetchedPropertyDescription, for object: NSManagedObject) throws
        -> [NSManagedObject]

    /// The context's one instance for a key in the object's own store: registered already, or a new fault.
    func object(for key: ObjectKey, relatedTo object: NSManagedObject) -> NSManagedObject
}
