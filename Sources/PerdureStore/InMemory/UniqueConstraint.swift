// SPDX-License-Identifier: Apache-2.0
// Uniqueness constraints of the in-memory store, compiled to slots (MOD-70 to MOD-75).

import Foundation

/// One uniqueness constraint, compiled.
struct UniqueConstraint: Sendable, Hashable {
    /// The entity that declares the constraint, which holds for the whole subtree.
    let entity: Int32
    let attributes: [String]
    private let members: [Member]

    private struct Member: Sendable, Hashable {
        let slot: Int
        /// The index of one of the value's leaves.
        let leaf: Int?
    }

    /// The constraints of an entity and of its ancestors.
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
        guard let path = layout.path(of: name), let slot = path.first else { return nil }
        let attribute = layout.properties[slot].attribute
        // A composite with one leaf is null where its leaf is.
        if let attribute, attribute.hasLeaves, let leaf = attribute.onlyLeafIndex(at: path.dropFirst()) {
            return Member(slot: slot, leaf: leaf)
        }
        return path.count == 1 ? Member(slot: slot, leaf: nil) : nil
    }

    /// The values that must be unique; nil when one of them is null, because such rows never conflict (MOD-73).
    func values(of row: Row) -> UniqueValues? {
        var values: [StoredValue] = []
        for member in members {
            var value = row[member.slot]
            if let leaf = member.leaf {
                value = value.leaf(leaf)
            }
            if value.isNull { return nil }
            values.append(value)
        }
        return UniqueValues(values: values)
    }
}

/// The values of one row under a constraint; texts are equal by their bytes, as in the unique indexes of databases.
package struct UniqueValues: Sendable, Hashable {
    let values: [StoredValue]

    package init(values: [StoredValue]) { self.values = values }

    // Each table of such values would be compiled with copies of both, which are long.
    @inline(never)
    package static func == (left: UniqueValues, right: UniqueValues) -> Bool { left.values == right.values }

    @inline(never)
    package func hash(into hasher: inout Hasher) {
        for value in values { value.hashContent(into: &hasher) }
    }
}
