// SPDX-License-Identifier: Apache-2.0
// The columns of attributes as a list that readers and writers walk: one, or one for each leaf of a composite. What leaves
// there are is in CompositeLeaves.swift.

import PerdureStore

/// A column with its place in the value of a slot.
package struct LeafColumn: Sendable {
    package let column: AttributeColumn
    /// The place among the parts of the value; nil where the column has all of it.
    package let leaf: Int?
}

extension SlotColumns {
    /// The columns of an attribute.
    init(_ columns: [AttributeColumn], of attribute: AttributeDefinition?) {
        if attribute?.type == .composite {
            self = .composite(columns)
        } else {
            self = columns.first.map(SlotColumns.attribute) ?? .none
        }
    }

    /// The columns of an attribute, in the order of the layout; none of a relationship.
    package var leaves: [LeafColumn] {
        switch self {
        case .attribute(let column): [LeafColumn(column: column, leaf: nil)]
        case .composite(let columns): columns.enumerated().map { LeafColumn(column: $1, leaf: $0) }
        case .none, .toOne, .toMany: []
        }
    }

    /// Whether several columns make one value.
    var hasParts: Bool {
        if case .composite = self { true } else { false }
    }

    /// The column of an attribute, or of the part of it at a path of names.
    package func column(at path: some Collection<String>) -> AttributeColumn? {
        leaves.first { $0.column.path.elementsEqual(path) }?.column
    }
}

extension StoredValue {
    /// The part that a column of several has; the value itself where there are no parts.
    func part(_ place: Int) -> StoredValue {
        guard case .composite(let leaves) = self, leaves.indices.contains(place) else { return self }
        return leaves[place]
    }

    /// The parts for as many columns; nil for a value that has others.
    func parts(_ count: Int) -> [StoredValue]? {
        switch self {
        case .null: Array(repeating: .null, count: count)
        case .composite(let leaves) where leaves.count == count: leaves
        default: nil
        }
    }
}

extension StoreError {
    /// A value of several parts where one is needed.
    static let wholeParts = StoreError.unsupported(
        "a composite attribute can be compared only by its elements")
}
