// SPDX-License-Identifier: Apache-2.0
// Uniqueness constraints of the in-memory store, compiled to slots (MOD-70 to MOD-75).

import Foundation

/// One uniqueness constraint, compiled.
struct UniqueConstraint: Sendable, Hashable {
    /// The entity that declares it; it holds for the whole subtree.
    let entity: Int32
    let attributes: [String]
    private let members: [Member]

    private struct Member: Sendable, Hashable {
        let slot: Int
        /// The index of a composite's leaf.
        let leaf: Int?
    }

    /// The constraints of an entity and of those above it.
    static func all(for layout: EntityLayout, in schema: Schema) -> [UniqueConstraint] {
        let inherited = layout.superentity.map { all(for: schema[$0], in: schema) } ?? []
        return inherited + layout.uniquenessConstraints.compactMap { UniqueConstraint($0, layout) }
    }

    private init?(_ attributes: [String], _ layout: EntityLayout) {
        let members = attributes.compactMap { Self.member($0, layout) }
        // A constraint with a name that the entity lacks is refused when the model is compiled.
        guard !attributes.isEmpty, members.count == attributes.count else { return nil }
        entity = layout.number
        self.attributes = attributes
        self.members = members
    }

    private static func member(_ name: String, _ layout: EntityLayout) -> Member? {
        if let slot = layout.slots[name] { return Member(slot: slot, leaf: nil) }
        let path = name.split(separator: ".").map(String.init)
        guard let first = path.first, let slot = layout.slots[first],
            let attribute = layout.properties[slot].attribute,
            let leaf = attribute.leafIndex(of: Array(path.dropFirst()))
        else { return nil }
        return Member(slot: slot, leaf: leaf)
    }

    /// The values that must be unique, or nil when one of them is null: such rows never conflict (MOD-73).
    func values(of row: Row) -> UniqueValues? {
        var values: [StoredValue] = []
        for member in members {
            var value = row[member.slot]
            if let leaf = member.leaf {
                guard case .composite(let leaves) = value, leaves.indices.contains(leaf) else { return nil }
                value = leaves[leaf]
            }
            if value.isNull { return nil }
            values.append(value)
        }
        return UniqueValues(values: values)
    }
}

/// The values of one row under a constraint.
package struct UniqueValues: Sendable, Hashable {
    let values: [StoredValue]

    package init(values: [StoredValue]) { self.values = values }

    package func hash(into hasher: inout Hasher) {
        for value in values { value.hashContent(into: &hasher) }
    }
}

extension StoredValue {
    /// Feeds what `==` compares.
    fileprivate func hashContent(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .integer(let value): hasher.combine(value)
        case .double(let value), .date(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .data(let value): hasher.combine(value)
        case .uuid(let value): hasher.combine(value)
        case .decimal(let value): hasher.combine(value)
        case .reference(let value): hasher.combine(value)
        case .composite(let values): for value in values { value.hashContent(into: &hasher) }
        }
    }
}

extension AttributeDefinition {
    /// How many values a slot of this attribute holds.
    var leafCount: Int {
        type == .composite ? elements.reduce(0) { $0 + ($1.attribute?.leafCount ?? 0) } : 1
    }

    /// Where a composite's row value keeps the element at a path of names; nil when no leaf is there.
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
