// SPDX-License-Identifier: Apache-2.0
// Composite attributes in memory: their elements by name, and the leaves of their values. UniqueConstraint.swift and
// RowPath.swift find leaves here, predicates read elements.

import PerdureBase
import PerdurePredicates

/// A composite attribute whose elements can be read by name.
final class ReadableComposite: KeyValueReadable {
    private let leaves: [StoredValue]
    private let attribute: AttributeDefinition
    private let offset: Int

    init(_ leaves: [StoredValue], _ attribute: AttributeDefinition, offset: Int = 0) {
        self.leaves = leaves
        self.attribute = attribute
        self.offset = offset
    }

    func readValue(forKey key: String) throws -> Any? {
        var index = offset
        for element in attribute.elements {
            guard case .attribute(let definition) = element.kind else { continue }
            if element.name == key {
                guard definition.type != .composite else {
                    return ReadableComposite(leaves, definition, offset: index)
                }
                return leaves.indices.contains(index) ? leaves[index].plainValue(of: definition) : nil
            }
            index += definition.leafCount
        }
        throw CoreDataException(
            name: .undefinedKeyException, reason: "the composite attribute has no element \"\(key)\"")
    }
}

extension StoredValue {
    /// One leaf of a composite value; null where there is none.
    func leaf(_ index: Int) -> StoredValue {
        guard case .composite(let leaves) = self, leaves.indices.contains(index) else { return .null }
        return leaves[index]
    }
}

extension AttributeDefinition {
    /// Whether its value is made of leaves.
    var hasLeaves: Bool { type == .composite }

    /// How many values a slot of this attribute holds.
    var leafCount: Int {
        type == .composite ? elements.reduce(0) { $0 + ($1.attribute?.leafCount ?? 0) } : 1
    }

    /// The index of the leaf at a path of element names; nil when the path leads to no leaf.
    package func leafIndex(of path: [String]) -> Int? {
        guard let name = path.first else { return type == .composite ? nil : 0 }
        var index = 0
        for element in elements {
            guard let attribute = element.attribute else { continue }
            if element.name == name {
                return attribute.leafIndex(of: Array(path.dropFirst())).map { index + $0 }
            }
            index += attribute.leafCount
        }
        return nil
    }
}

extension PropertyDefinition {
    fileprivate var attribute: AttributeDefinition? {
        if case .attribute(let attribute) = kind { return attribute }
        return nil
    }
}
