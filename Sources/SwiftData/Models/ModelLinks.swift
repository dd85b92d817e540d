// SPDX-License-Identifier: Apache-2.0
// Relationships of a model without a context. They lead to models, which they keep alive; inserting the model turns them into
// relationships of managed objects, and tells both sides.

import PerdureBase

/// What an object knows of its relationships beside its slots.
final class ModelLinks {
    /// The destinations of to-one relationships by slot.
    var destinations: [Int: AnyObject] = [:]
    /// The members of to-many relationships by slot.
    var members: [Int: [AnyObject]] = [:]
    /// The orders in which members were set, by slot; members that came otherwise follow.
    ///
    /// The relationship holds the members. An order that did so too would keep objects that lead to each other after their context.
    var orders: [Int: [WeakObjectReference<_ModelObject>]] = [:]
    /// Models beside the object's own, which had its unique value (SD-83).
    var twins: [WeakObjectReference<AnyObject>] = []
    /// What the model has lent and keeps for the next change in place; the model owns it, lest objects own models.
    weak var loans: MembersLoans?
    /// How often members of a model without a context were set.
    var changes: Int64 = 0
    /// How many members were walked over, for tests of what appends cost.
    var walked = 0

    /// All models that are linked.
    var models: [AnyObject] { Array(destinations.values) + members.values.flatMap(\.self) }
}
