// SPDX-License-Identifier: Apache-2.0
// What an executor (WriteExecutor.swift) has to do for a change set: rows of one shape that one statement can write, however
// the engine writes them. WriteSchedule.swift puts the steps into their order.

import PerdureStore

/// One step of writing a change set.
///
/// The slices share the memory of the change set.
package enum WriteStep: Sendable {
    /// Rows of one entity that must not have changed.
    case check(ArraySlice<VersionCheck>, entity: Int32)
    /// Rows of one entity, with all that is known of them outside of other rows' slots: pairs, keys of members without
    /// inverse, values that lie apart.
    case delete(ArraySlice<RowDeletion>, entity: Int32)
    /// Rows of one entity whose same slots change; deltas are values already.
    case update(ArraySlice<RowUpdate>, UpdateShape)
    /// Rows of one table whose update has moved no version.
    case countMerges([Int64], table: Int)
    /// New rows of one entity.
    case insert(ArraySlice<RowInsertion>, entity: Int32)
    /// Rows of one table that were deleted before and are written again: what was counted of them counts no more.
    case forgetMerges([Int64], table: Int)
    /// Pairs of one relationship that go, or that come.
    case unlink(ArraySlice<LinkChange>, RelationshipEnd)
    case link(ArraySlice<LinkChange>, RelationshipEnd)
    /// The order of all members of an owner.
    case order(OrderChange)
    /// Places behind all others, for rows that have come to an owner whose order is not given.
    case append(ArraySlice<NewMember>, RelationshipEnd)
}

/// What updates have in common that one statement writes.
package struct UpdateShape: Hashable, Sendable {
    package let entity: Int32
    package let slots: [Int]
    /// Whether each row names the version that it expects.
    package let isChecked: Bool
}

/// A relationship, seen from one of its entities.
package struct RelationshipEnd: Hashable, Sendable {
    package let entity: Int32
    package let slot: Int
}

/// A row that has come to an owner by a to-one slot of its own, where the owner's members are ordered.
package struct NewMember: Hashable, Sendable {
    package let member: ObjectKey
    package let slot: Int
    package let owner: ObjectKey
}

extension RowUpdate {
    var shape: UpdateShape {
        UpdateShape(entity: key.entity, slots: slots, isChecked: expectedVersion != nil)
    }
}

extension LinkChange {
    var end: RelationshipEnd { RelationshipEnd(entity: owner.entity, slot: slot) }
}

extension Array {
    /// Goes through neighbours that have something in common, in their order.
    @inline(__always)
    func forEachRun<Key: Equatable>(by key: (Element) -> Key, _ body: (ArraySlice<Element>, Key) -> Void) {
        guard let first else { return }
        var (start, common) = (0, key(first))
        for index in indices.dropFirst() {
            let next = key(self[index])
            if next == common { continue }
            body(self[start..<index], common)
            (start, common) = (index, next)
        }
        body(self[start...], common)
    }
}
