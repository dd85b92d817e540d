// SPDX-License-Identifier: Apache-2.0
// The protocol of values that live in an object's slots. Destinations, members, and transformed, composite and merged
// values conform, each in a file of its own. Other code does not ask which of them a slot holds.

import PerdureStore

/// A value that lives in the slot of an object: a change, and the way back to a snapshot.
///
/// A kind of property whose values are more than stored values conforms once. Every walk over an object's slots calls
/// these methods: comparing with the snapshot, refreshing, saving, undoing, copying to another context.
protocol LiveValue: AnyObject {
    // MARK: Snapshot and change

    /// Whether the value differs from the snapshot's; a transient's snapshot is nil.
    func isChanged(from snapshot: SlotValue) -> Bool

    /// Whether both values look the same to programs.
    func shows(_ other: SlotValue) -> Bool

    /// The form that rows keep.
    ///
    /// - Throws: `CoreDataException` for a value that cannot be archived.
    func storedForm(_ place: ValueLocation) throws -> StoredValue

    /// The value as programs see it in a snapshot or in the notes of an event.
    func visible(_ coding: AttributeCoding?) -> Any?

    // MARK: Refreshing

    /// The change that a refresh keeps and applies to the new snapshot.
    func keptByRefresh() -> any LiveValue

    /// Whether a refresh keeps the value of a transient; without nulls, NSNull counts as nil (TRN-37).
    func isKeptTransient(withNulls: Bool) -> Bool

    /// Whether a transient's value differs from its initial value.
    func isSet(besides initial: SlotValue) -> Bool

    /// Takes over the value's bytes from the row that a save wrote.
    func adopt(_ stored: StoredValue)

    // MARK: Other owners

    /// A copy for the slot of an object in another context.
    func copied() -> any LiveValue

    /// A copy that counts as the default value of its attribute.
    func asDefault() -> any LiveValue

    /// A state that differs between values, for code that caches a result computed from the value.
    var sourceState: SourceState { get }

    /// The value's text in the description of its object; a relationship has no coding.
    func slotSummary(_ coding: AttributeCoding?) -> String

    // MARK: Kinds that others lead through

    /// The resolved destination of a to-one relationship.
    var asDestination: NSManagedObject? { get }
    /// The members of a to-many relationship.
    var asMembers: ToManyValue? { get }
    /// The snapshot and the change of an attribute that merges.
    var asMerged: MergedValue? { get }
    /// Whether the value leads to a fault, or to members that are not loaded.
    var leadsToFault: Bool { get }
}

/// The entity and property of a value, for errors.
struct ValueLocation {
    let entity: String
    let property: String
}

extension LiveValue {
    /// The slot's value, if it is of this kind; only for the code of the kind itself.
    static func inSlot(_ value: SlotValue) -> Self? { value.live as? Self }

    func isChanged(from snapshot: SlotValue) -> Bool { !shows(snapshot) }
    func shows(_ other: SlotValue) -> Bool { other.live === self }
    func storedForm(_ place: ValueLocation) throws -> StoredValue { .null }
    func visible(_ coding: AttributeCoding?) -> Any? { self }
    func keptByRefresh() -> any LiveValue { self }
    func isKeptTransient(withNulls: Bool) -> Bool { true }
    func isSet(besides initial: SlotValue) -> Bool { !shows(initial) }
    func adopt(_ stored: StoredValue) {}
    func copied() -> any LiveValue { self }
    func asDefault() -> any LiveValue { self }
    var sourceState: SourceState { .object(self) }
    func slotSummary(_ coding: AttributeCoding?) -> String { NSManagedObject.text(of: visible(coding)) }
    var asDestination: NSManagedObject? { nil }
    var asMembers: ToManyValue? { nil }
    var asMerged: MergedValue? { nil }
    var leadsToFault: Bool { false }
}
