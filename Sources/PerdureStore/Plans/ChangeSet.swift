// SPDX-License-Identifier: Apache-2.0
// A save as an engine sees it: what to insert, change and delete in one store. Perdure's ChangeSetBuilder makes it, an engine's
// commit writes it, and CommitResult.swift is the answer.

import Foundation

/// The changes of one save in one store.
///
/// An engine writes all of them or none, so that the store is as if deletions came first, then new and changed rows, then
/// links, then orders.
///
/// ## Stability
/// May change in any version before 0.1.0.
public struct ChangeSet: Sendable {
    /// The new rows.
    public var insertions: [RowInsertion] = []
    /// The changed rows.
    public var updates: [RowUpdate] = []
    /// The deleted rows.
    public var deletions: [RowDeletion] = []
    /// Pairs of relationships that no row holds.
    public var links: [LinkChange] = []
    /// The orders of ordered relationships.
    public var orders: [OrderChange] = []
    /// Rows that must not have changed, though the save does not write them.
    public var checks: [VersionCheck] = []
    /// The relationships of deleted rows that must have no members left.
    public var memberChecks: [MemberCheck] = []
    /// The mark by which the commit can be recognised; a store chooses one for a change set with deltas that has none.
    public var identifier: Int64?
    /// An earlier try of the same save, whose commit is in doubt.
    public var inDoubtSave: InDoubtSave?
    /// What the store's history records of the save; nil for a store without history.
    public var history: HistoryNotes?
    /// What else is done in the transaction; only for the engine whose module has made it.
    package var companion: (any SaveCompanion)?

    /// A change set without changes.
    public init() {}

    /// Whether nothing is written or checked.
    public var isEmpty: Bool {
        insertions.isEmpty && updates.isEmpty && deletions.isEmpty && links.isEmpty && orders.isEmpty
            && checks.isEmpty && companion == nil
    }
}

/// A new row, under a key from `reserveKeys`.
///
/// It holds the row itself, which becomes the snapshot after the commit: no value is copied on the way. The version is 1,
/// except for a row that existed before and is written again.
public struct RowInsertion: Sendable {
    /// The new row.
    public private(set) var row: Row

    /// Takes a row.
    public init(_ row: Row) { self.row = row }

    /// Takes one value per slot; transient and to-many slots are null.
    public init(key: ObjectKey, version: Int64 = 1, values: ContiguousArray<StoredValue>) {
        row = Row(key: key, version: version, values: values)
    }

    /// The row's key.
    public var key: ObjectKey { row.key }
    /// The row's version.
    public var version: Int64 { row.version }

    /// A copy of the values; setting them makes another row.
    public var values: ContiguousArray<StoredValue> {
        get { row.values }
        set { row = Row(key: key, version: version, values: newValue) }
    }
}

/// New values for a row that is still at `expectedVersion`.
///
/// With no slots, only the version moves.
public struct RowUpdate: Sendable {
    /// The key, and the new values of the slots in `slots`; the store ignores the values of other slots.
    ///
    /// A caller that knows the whole new row passes it, and can keep it as the new snapshot.
    public let row: Row
    /// The slots that are written, in ascending order.
    ///
    /// Updates of one shape share the array.
    public let slots: [Int]
    /// The version for the optimistic lock; nil writes without a check.
    public let expectedVersion: Int64?
    /// The changes of mergeable attributes, in ascending order of slots; the store applies them to the newest values.
    ///
    /// None of their slots is in `slots`. The row holds the values that the writer expects.
    public let deltas: [SlotDelta]
    /// Whether the write raises the row's version.
    ///
    /// A write of deltas alone does not raise the version, and is not checked: it neither causes nor suffers conflicts
    /// (MRG-94).
    public let movesVersion: Bool

    /// Makes an update.
    public init(
        _ row: Row, slots: [Int], expectedVersion: Int64?, deltas: [SlotDelta] = [], movesVersion: Bool = true
    ) {
        self.row = row
        self.slots = slots
        self.expectedVersion = expectedVersion
        self.deltas = deltas
        self.movesVersion = movesVersion
    }

    /// Makes an update of values alone, in ascending order of slots.
    public init(key: ObjectKey, expectedVersion: Int64?, changes: [SlotChange]) {
        var values = ContiguousArray<StoredValue>(repeating: .null, count: (changes.last?.slot ?? -1) + 1)
        for change in changes { values[change.slot] = change.value }
        self.init(
            Row(key: key, version: (expectedVersion ?? 0) &+ 1, values: values), slots: changes.map(\.slot),
            expectedVersion: expectedVersion)
    }

    /// The row's key.
    public var key: ObjectKey { row.key }

    /// Replaces old values by the new ones.
    public func write(to values: inout ContiguousArray<StoredValue>) {
        for slot in slots { values[slot] = row[slot] }
    }
}

/// A change of a mergeable attribute.
///
/// `RowUpdate.resolved(on:_:)` turns changes into values; a store that keeps a history stores them as `encoded()`.
public struct SlotDelta: Sendable {
    /// The attribute's slot.
    public var slot: Int
    package var delta: AttributeDelta
    /// The stored value that the writer expects; set only where the rule does not let the later commit win.
    ///
    /// Where the store has another value, the rule decides: `.theirs` keeps the stored value, `.merge` and `.error` are version
    /// conflicts.
    public var expected: StoredValue?

    package init(slot: Int, delta: AttributeDelta, expected: StoredValue? = nil) {
        self.slot = slot
        self.delta = delta
        self.expected = expected
    }

    /// Reads a change that `encoded()` has written.
    ///
    /// - Throws: `StoreError.invalidValue` when the bytes are none.
    public init(slot: Int, encoded data: Data) throws {
        do { self.init(slot: slot, delta: try AttributeDelta(encoded: data)) } catch {
            throw StoreError.invalidValue(
                entity: "", property: "", reason: "the change of the slot \(slot) cannot be read: \(error)")
        }
    }

    /// The change as bytes, without the slot and the expected value.
    ///
    /// - Throws: `StoreError.invalidValue` for a change with a value that has no stored form.
    public func encoded() throws -> Data {
        do { return try delta.encoded() } catch {
            throw StoreError.invalidValue(
                entity: "", property: "",
                reason: "the change of the slot \(slot) has no stored form: \(error)")
        }
    }
}

/// The new value of a slot.
public struct SlotChange: Sendable {
    /// The slot.
    public var slot: Int
    /// The value.
    public var value: StoredValue

    /// Makes a change.
    public init(slot: Int, value: StoredValue) {
        self.slot = slot
        self.value = value
    }
}

/// A row that goes.
public struct RowDeletion: Sendable {
    /// The row's key.
    public var key: ObjectKey
    /// The version for the optimistic lock; nil deletes without a check.
    public var expectedVersion: Int64?

    /// Makes a deletion.
    public init(key: ObjectKey, expectedVersion: Int64?) {
        self.key = key
        self.expectedVersion = expectedVersion
    }
}

/// A row that must not have changed.
public struct VersionCheck: Sendable {
    /// The row's key.
    public var key: ObjectKey
    /// nil checks only whether the row exists.
    public var expectedVersion: Int64?

    /// Makes a check.
    public init(key: ObjectKey, expectedVersion: Int64?) {
        self.key = key
        self.expectedVersion = expectedVersion
    }
}

/// One pair of a relationship that no slot of a row holds: many-to-many, or to-many without inverse.
///
/// A many-to-many pair is listed once, under the end whose layout says `listsLinks`; a pair of a reflexive
/// relationship is listed once in either direction. Links of deleted rows are removed by the engine itself.
public struct LinkChange: Sendable, Hashable {
    /// The object that has the relationship.
    public var owner: ObjectKey
    /// The relationship's slot.
    public var slot: Int
    /// The object at the other end.
    public var member: ObjectKey
    /// Whether the pair is added; otherwise it is removed.
    public var isInsertion: Bool

    /// Makes a change.
    public init(owner: ObjectKey, slot: Int, member: ObjectKey, isInsertion: Bool) {
        self.owner = owner
        self.slot = slot
        self.member = member
        self.isInsertion = isInsertion
    }
}

/// The order that the members of an ordered relationship have after the save (all of them).
///
/// The engine keeps position keys where it can and writes only those that must move. Applied after rows and links.
public struct OrderChange: Sendable {
    /// The object that has the relationship.
    public var owner: ObjectKey
    /// The relationship's slot.
    public var slot: Int
    /// All members, in their order.
    public var members: [ObjectKey]

    /// Makes an order.
    public init(owner: ObjectKey, slot: Int, members: [ObjectKey]) {
        self.owner = owner
        self.slot = slot
        self.members = members
    }
}
