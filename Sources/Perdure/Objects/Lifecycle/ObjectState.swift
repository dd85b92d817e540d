// SPDX-License-Identifier: Apache-2.0
// The life-cycle flags of an object, in one word. The context sets them; the properties in
// NSManagedObject+State.swift read them.

/// The life-cycle flags of an object; the upper half is the journal's, for the current event.
struct ObjectState: OptionSet {
    let rawValue: UInt32

    /// The object is in the context's insertedObjects.
    static let inserted = ObjectState(rawValue: 1)
    /// A change made the object dirty; reported as isUpdated and, unless inserted or deleted, in updatedObjects.
    static let updated = ObjectState(rawValue: 2)
    static let deleted = ObjectState(rawValue: 4)
    /// The object was touched since the last processPendingChanges.
    static let inEvent = ObjectState(rawValue: 8)
    /// Changes are not tracked, as in awakeFromFetch and while refreshing.
    static let untracked = ObjectState(rawValue: 16)
    /// The object was filled with nils because its row is gone; exempt from validation.
    static let inaccessible = ObjectState(rawValue: 32)
    /// This deletion has applied its delete rules to the object.
    static let propagated = ObjectState(rawValue: 64)
    /// The object's fault is being fired.
    static let firing = ObjectState(rawValue: 128)
    /// The next save checks the object's version although the object is unchanged.
    static let locked = ObjectState(rawValue: 256)
    /// The context's journal holds the object.
    static let pinned = ObjectState(rawValue: 512)
    /// The object was deleted before it was ever saved; it leaves the context at the end of the event.
    static let leaving = ObjectState(rawValue: 1024)
    /// The object was made to follow a key path; it belongs to no context.
    static let probe = ObjectState(rawValue: 2048)
    /// The object may have observers: ObservationTable knows.
    static let observed = ObjectState(rawValue: 4096)

    /// The object is a fault, but PartialValues has some of its values.
    static let partial = ObjectState(rawValue: 8192)
    /// The object is deleted, and another context has already deleted its row.
    static let gone = ObjectState(rawValue: 16384)

    /// The object was filled with nils because its row exists but cannot be read.
    static let unreadable = ObjectState(rawValue: 32768)

    /// In the upper half, but not the journal's: `prepareForDeletion` of the object runs.
    static let preparing = ObjectState(rawValue: 1 << 31)

    static let dirty: ObjectState = [.inserted, .updated, .deleted]

    /// In the upper half: inserted in this event, without undo recording.
    ///
    /// For such an object the journal notes no initial values: the mask of noted slots says which slots changed.
    static let insertedInEvent = ObjectState(rawValue: 64 << 16)
    /// An inserted object whose first change the context knows; further changes need no message.
    static let changedInsertion: ObjectState = [.insertedInEvent, .updated, .inEvent]
}
