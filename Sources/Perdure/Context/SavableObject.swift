// SPDX-License-Identifier: Apache-2.0
// What a save reads of an object, and what a merge policy writes back. NSManagedObject implements it
// (Objects/NSManagedObject+Saving.swift); ChangeSetBuilder and the merges of conflicts use nothing else.

import PerdureStore

/// An object as the coordinator sees it while it saves.
protocol SavableObject: AnyObject {
    /// The row that the object's changes are relative to; nil for an object that was never saved.
    ///
    /// A merge policy sets it to the newest row; the slots keep their values then.
    var snapshot: Row? { get set }

    /// Whether a slot that rows store has a value other than the snapshot's.
    func isChanged(storedSlot slot: Int) -> Bool

    /// The value that a row stores for a slot: persistent attributes and to-one relationships.
    ///
    /// A destination that has no permanent ID yet comes as `.object`, every other one as `.reference`.
    /// - Returns: a value for a row.
    /// - Throws: when a value cannot be stored: a transformer failed.
    func storedValue(at slot: Int) throws -> SlotValue

    /// Takes a row's value into a slot, without announcements, inverses or undo.
    func setStoredValue(_ value: SlotValue, at slot: Int)

    /// How a to-many relationship differs from the stored one; nil when it does not.
    func toManyChange(at slot: Int) -> ToManyChange?

    /// Forgets the changes of a to-many relationship: its members are read again when they are asked for.
    func dropToManyChange(at slot: Int)
}

/// The difference between a to-many relationship of an object and the stored one.
struct ToManyChange {
    var added: [NSManagedObject] = []
    var removed: [NSManagedObject] = []
    /// All members in their order, when the relationship is ordered; nil otherwise.
    var order: [NSManagedObject]?
}
