// SPDX-License-Identifier: Apache-2.0
// New values for all rows that a fetch finds. Part of Batch.swift.

import PerdurePredicates

/// New values for many rows.
public struct BatchUpdate: Sendable {
    /// Which rows: only entity, predicate and subentities count.
    public var rows: FetchPlan
    /// In ascending order of slots; no two assignments write the same column.
    public var assignments: [BatchAssignment]

    /// Makes an update.
    public init(_ rows: FetchPlan, _ assignments: [BatchAssignment]) {
        self.rows = rows
        self.rows.shape = .keys
        self.assignments = assignments
    }
}

/// The new value of one property.
public struct BatchAssignment: Sendable {
    /// The property's slot.
    public var slot: Int
    /// The place of an element among the leaves of a composite attribute; nil for a whole property.
    public var leaf: Int?
    /// What the property becomes.
    public var value: Value

    /// Where the new value comes from.
    public enum Value: Sendable {
        /// The same for all rows.
        case constant(StoredValue)
        /// Computed from the attributes that each row had before.
        case expression(ExpressionNode)
        /// A change that the store applies to each row's value of a mergeable attribute.
        ///
        /// The other two cases replace the value of such an attribute. A batch that writes only mergeable attributes raises no
        /// version; neither does such a save.
        case delta(SlotDelta)
    }

    /// Makes an assignment.
    public init(slot: Int, leaf: Int? = nil, _ value: Value) {
        self.slot = slot
        self.leaf = leaf
        self.value = value
    }
}
