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

/// The columns of an attribute: a list without memory of its own, because opening a store walks it for each slot.
package struct LeafColumns: RandomAccessCollection, Sendable {
    fileprivate let slot: SlotColumns

    package var startIndex: Int { 0 }

    package var endIndex: Int {
        switch slot {
        case .attribute: 1
        case .composite(let columns): columns.count
        case .none, .toOne, .toMany: 0
        }
    }

    package subscript(index: Int) -> LeafColumn {
        switch slot {
        case .attribute(let column) where index == 0: LeafColumn(column: column, leaf: nil)
        case .composite(let columns): LeafColumn(column: columns[index], leaf: index)
        case .attribute, .none, .toOne, .toMany: fatalError("the slot has no column \(index)")
        }
    }
}

extension SlotColumns {
    /// What an attribute has before its columns are known.
    init(of property: PropertyLayout) { self = property.hasSeveralColumns ? .composite([]) : .none }

    /// Adds a column of the attribute.
    mutating func add(_ column: AttributeColumn) {
        if case .composite(let columns) = self {
            self = .composite(columns + [column])
        } else {
            self = .attribute(column)
        }
    }

    /// The columns of an attribute, in the order of the layout; none of a relationship.
    package var leaves: LeafColumns { LeafColumns(slot: self) }

    /// Whether several columns make one value.
    var hasSeveralColumns: Bool {
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
