// SPDX-License-Identifier: Apache-2.0
// A step of a change set for an executor (WriteExecutor.swift): rows of one shape that one statement can write. The engine
// chooses how. WriteSchedule.swift puts the steps in order.

import PerdureStore

/// One step of writing a change set.
///
/// The slices share the memory of the change set.
package enum WriteStep: Sendable {
    /// Rows of one entity whose versions must be the expected ones.
    case check(ArraySlice<VersionCheck>, entity: Int32)
    /// Deleted rows of one entity. The step also removes their pairs in join tables, the keys of their members without
    /// inverse, and their values in files.
    case delete(ArraySlice<RowDeletion>, entity: Int32)
    /// Updated rows of one entity that change the same slots; their deltas have become values.
    case update(ArraySlice<RowUpdate>, UpdateShape)
    /// Rows of one table whose update is a merging write, which does not change the version.
    case countMergingWrites([Int64], table: Int)
    /// New rows of one entity.
    case insert(ArraySlice<RowInsertion>, entity: Int32)
    /// Inserted rows of one table whose keys had deleted rows before: the old merge counts are deleted.
    case forgetMergingWrites([Int64], table: Int)
    /// Pairs of one relationship that are removed.
    case unlink(ArraySlice<LinkChange>, RelationshipEnd)
    case link(ArraySlice<LinkChange>, RelationshipEnd)
    /// The order of all members of an owner.
    case order(OrderChange)
    /// Positions at the end, for rows whose new owner's order the change set does not give.
    case append(ArraySlice<NewMember>, RelationshipEnd)
}

/// The common shape of updates that one statement can write.
package struct UpdateShape: Hashable, Sendable {
    package let entity: Int32
    package let slots: [Int]
    /// Whether each update names the version that it expects.
    package let isChecked: Bool
}

/// A relationship, seen from one of its entities.
package struct RelationshipEnd: Hashable, Sendable {
    package let entity: Int32
    package let slot: Int
}

/// A row that gets an owner through its own to-one slot, where the owner's members are ordered.
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
    /// Visits runs of neighbours with the same key, in their order.
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
