// SPDX-License-Identifier: Apache-2.0
// The columns of an attribute as a list for readers and writers: one column, or one for each leaf of a composite.
// CompositeLeaves.swift defines the leaves.

import PerdureStore

/// A column with its place in the value of a slot.
package struct LeafColumn: Sendable {
    package let column: AttributeColumn
    /// The place among the parts of the value; nil when the column holds the whole value.
    package let leaf: Int?
}

/// The columns of an attribute.
///
/// The list allocates no memory, because opening a store walks it for each slot.
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
    /// The value for an attribute before its columns are known.
    init(of property: PropertyLayout) { self = property.hasSeveralColumns ? .composite([]) : .none }

    /// Adds a column of the attribute.
    mutating func add(_ column: AttributeColumn) {
        if case .composite(let columns) = self {
            self = .composite(columns + [column])
        } else {
            self = .attribute(column)
        }
    }

    /// The columns of an attribute, in the order of the layout; empty for a relationship.
    package var leaves: LeafColumns { LeafColumns(slot: self) }

    /// Whether several columns make one value.
    var hasSeveralColumns: Bool {
        if case .composite = self { true } else { false }
    }

    /// The column of an attribute, or of the composite's element at a path of names.
    package func column(at path: some Collection<String>) -> AttributeColumn? {
        leaves.first { $0.column.path.elementsEqual(path) }?.column
    }

    /// The same for an index or a constraint: a composite with one leaf, as an enum's raw value is, stands for that leaf.
    package func onlyColumn(at path: some Collection<String>) -> AttributeColumn? {
        let found = leaves.filter { $0.column.path.starts(with: path) }
        return found.count == 1 ? found[0].column : nil
    }
}

extension StoredValue {
    /// The part at a place of a composite value; the value itself when it has no parts.
    func part(_ place: Int) -> StoredValue {
        guard case .composite(let leaves) = self, leaves.indices.contains(place) else { return self }
        return leaves[place]
    }

    /// The parts of a value for this number of columns; nil for a value with another number of parts.
    func parts(_ count: Int) -> [StoredValue]? {
        switch self {
        case .null: Array(repeating: .null, count: count)
        case .composite(let leaves) where leaves.count == count: leaves
        default: nil
        }
    }
}

extension StoreError {
    /// The error for a composite value in a place that needs a single value.
    static let wholeParts = StoreError.unsupported(
        "a composite attribute can be compared only by its elements")
}
