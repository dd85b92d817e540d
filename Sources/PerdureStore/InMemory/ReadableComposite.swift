// SPDX-License-Identifier: Apache-2.0
// Composite attributes in memory: predicates read their elements by name. Where an element's leaves are is in
// Schema/ElementPaths.swift.

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
}
