// SPDX-License-Identifier: Apache-2.0
// New values for all rows that a fetch finds. Part of Batch.swift.

import PerdurePredicates

/// New values for many rows.
package struct BatchUpdate: Sendable {
    /// Which rows: only entity, predicate and subentities count.
    package var rows: FetchPlan
    /// In ascending order of slots; no two assignments write the same column.
    package var assignments: [BatchAssignment]

    package init(_ rows: FetchPlan, _ assignments: [BatchAssignment]) {
        self.rows = rows
        self.rows.shape = .keys
        self.assignments = assignments
    }
}

/// The new value of one property.
package struct BatchAssignment: Sendable {
    package var slot: Int
    /// The place of an element among the leaves of a composite attribute; nil for a whole property.
    package var leaf: Int?
    package var value: Value

    package enum Value: Sendable {
        /// The same for all rows.
        case constant(StoredValue)
        /// Computed from the attributes that each row had before.
        case expression(ExpressionNode)
        /// A change that the store applies to each row's value of a mergeable attribute.
        ///
        /// The other two cases replace the value of such an attribute. A batch that writes only mergeable attributes raises no
        /// version; neither does such a save.
        case delta(AttributeDelta)
    }

    package init(slot: Int, leaf: Int? = nil, _ value: Value) {
        self.slot = slot
        self.leaf = leaf
        self.value = value
    }
}
