// SPDX-License-Identifier: Apache-2.0
// The seam of an object's slots: what a value does that lives in an object. Destinations, members, transformed, composite and
// merged values conform, each in a file of its own; nobody else asks which of them a slot holds.

import PerdureStore

/// A value that lives in the slot of an object: a change, and the way back to a snapshot.
///
/// A kind of property whose values are more than what rows hold conforms once. Every walk over the slots of an object asks
/// these questions: comparing with the snapshot, refreshing, saving, undoing, handing to another context.
protocol LiveValue: AnyObject {
    // MARK: Snapshot and change

    /// Whether the value is another one than the snapshot's, which for transients is nil.
    func isChanged(from snapshot: SlotValue) -> Bool

    /// Whether both are the same to who looks at them.
    func shows(_ other: SlotValue) -> Bool

    /// The form that rows keep.
    ///
    /// - Throws: `CoreDataException` for a value that cannot be archived.
    func storedForm(_ place: ValuePlace) throws -> StoredValue

    /// What programs see of the value in a snapshot or in the notes of an event.
    func visible(_ coding: AttributeCoding?) -> Any?

    // MARK: Refreshing

    /// The change that a refresh keeps, to be put on another snapshot.
    func keptByRefresh() -> any LiveValue

    /// Whether a refresh keeps the value of a transient; without nulls, NSNull counts as nil (TRN-37).
    func isKeptTransient(withNulls: Bool) -> Bool

    /// Whether a transient has another value than the one that it began with.
    func isSet(besides initial: SlotValue) -> Bool

    /// The row that a save wrote has the value's bytes now.
    func adopt(_ stored: StoredValue)

    // MARK: Other owners

    /// The same for the slot of an object of another context.
    func copied() -> any LiveValue

    /// The same as the default value of its attribute.
    func asDefault() -> any LiveValue

    /// What tells the value from others, for who computes something of it.
    var sourceState: SourceState { get }

    /// The value in the text of its object, for people who debug.
    var slotSummary: String { get }

    // MARK: Kinds that others lead through

    /// The resolved destination of a to-one relationship.
    var asDestination: NSManagedObject? { get }
    /// The members of a to-many relationship.
    var asMembers: ToManyValue? { get }
    /// The snapshot and the change of an attribute that merges.
    var asMerged: MergedValue? { get }
    /// Whether it leads to what is not there yet: a fault, or members that nobody has read.
    var leadsToFault: Bool { get }
}

/// Where a value stands, for errors.
struct ValuePlace {
    let entity: String
    let property: String
}

extension LiveValue {
    /// The value in a slot, where it is of this kind: for the kind's own use.
    static func inSlot(_ value: SlotValue) -> Self? { value.live as? Self }

    func isChanged(from snapshot: SlotValue) -> Bool { !shows(snapshot) }
    func shows(_ other: SlotValue) -> Bool { other.live === self }
    func storedForm(_ place: ValuePlace) throws -> StoredValue { .null }
    func visible(_ coding: AttributeCoding?) -> Any? { self }
    func keptByRefresh() -> any LiveValue { self }
    func isKeptTransient(withNulls: Bool) -> Bool { true }
    func isSet(besides initial: SlotValue) -> Bool { !shows(initial) }
    func adopt(_ stored: StoredValue) {}
    func copied() -> any LiveValue { self }
    func asDefault() -> any LiveValue { self }
    var sourceState: SourceState { .object(self) }
    var slotSummary: String { visible(nil).map { "\($0)" } ?? "nil" }
    var asDestination: NSManagedObject? { nil }
    var asMembers: ToManyValue? { nil }
    var asMerged: MergedValue? { nil }
    var leadsToFault: Bool { false }
}
