// SPDX-License-Identifier: Apache-2.0
// What becomes of the values of a destination's property. AttributeInference.swift and RelationshipInference.swift make these
// values; engines carry them out without looking at names.

import PerdurePredicates

/// Where the values of one property of a destination entity come from.
package enum PropertyOrigin: Sendable, Hashable {
    case attribute(AttributeOrigin)
    case relationship(RelationshipOrigin)
    /// Nothing is stored.
    case transient

    /// Whether a store has nothing to do for the property.
    package var isKept: Bool {
        switch self {
        case .attribute(let origin): origin.isKept
        case .relationship(let origin): origin.isKept
        case .transient: true
        }
    }

    /// The source's slot; nil for what is added or not stored.
    package var source: Int? {
        switch self {
        case .attribute(let origin): origin.source
        case .relationship(let origin): origin.source
        case .transient: nil
        }
    }
}

/// What becomes of the values of an attribute, or of an element of a composite one.
package struct AttributeOrigin: Sendable, Hashable {
    /// What a row without a value gets.
    package enum NullRule: Sendable, Hashable {
        case kept
        case filled(ConstantValue)
        /// Such a row makes the migration fail.
        case checked
    }

    /// The source's slot, or the element's place; nil for an added one, whose rows have no value yet.
    package var source: Int?
    /// Whether the property had another name.
    package var isRenamed = false
    /// How the values are converted; nil where their type stays, and where they are computed.
    package var conversion: AttributeConversion?
    package var nulls = NullRule.kept
    package var files = FileChange.kept
    /// Whether the store computes all values again.
    package var isComputedAnew = false
    /// Whether histories keep the last value of deleted rows, where that changes.
    package var preservation: Bool?
    /// Whether deltas that were not folded into the value go.
    package var dropsDeltas = false
    /// The origins of a composite's elements, in the destination's order.
    package var elements: [AttributeOrigin] = []
    /// The elements' origins in rows without a value of the composite; nil where `elements` are those of all rows.
    package var elementsOfNone: [AttributeOrigin]?
    /// The places of the composite's elements whose values go.
    package var removedElements: [Int] = []

    package init(source: Int?) { self.source = source }

    /// Notes what lies beside the values: files, preserved values in histories, deltas.
    mutating func noteStorage(of new: AttributeDefinition, from old: AttributeDefinition) {
        files = FileChange(to: new, from: old)
        preservation = old.isPreserved == new.isPreserved ? nil : new.isPreserved
        dropsDeltas = old.merge != nil && old.merge?.kind != new.merge?.kind
    }

    /// The origin in rows without a value of the composite; nil where it is the same in all rows.
    package var ofNone: AttributeOrigin? {
        elementsOfNone.map { elements in
            var origin = AttributeOrigin(source: nil)
            origin.elements = elements
            return origin
        }
    }

    /// Whether a store has nothing to do for the attribute.
    package var isKept: Bool {
        var same = AttributeOrigin(source: source)
        same.elements = elements
        return source != nil && self == same && elements.allSatisfy(\.isKept)
    }
}

/// What becomes of the members of a relationship.
package struct RelationshipOrigin: Sendable, Hashable {
    /// Which members stay.
    package enum Members: Sendable, Hashable {
        case kept
        /// All stay, but the relationship leads to an entity above theirs.
        case raised
        /// Those that are not of the new destination entity go.
        case narrowed
        case dropped
    }

    /// What becomes of the members' order.
    package enum Order: Sendable, Hashable {
        case kept
        /// The order is that of the members' keys.
        case byKey
        case dropped
    }

    /// What becomes of the other end.
    package enum Inverse: Sendable, Hashable {
        case kept, added, removed, replaced
        /// An added relationship has the members of its inverse, which is not new.
        case mirrored
        /// Two relationships of the source become inverses: the members are the union, a to-one keeps its own.
        case united
    }

    /// The source's slot; nil for an added relationship, which has no members.
    package var source: Int?
    /// Whether the property had another name.
    package var isRenamed = false
    package var members = Members.kept
    /// Whether the destination of a to-one relationship becomes the single member of a to-many one.
    package var becomesToMany = false
    package var order = Order.kept
    package var inverse = Inverse.kept
    /// Whether links lie in pairs where they lay in rows, or the other way round.
    package var changesStorage = false
    /// Whether a member may belong to one owner only, where it could belong to several.
    package var becomesExclusive = false
    /// Whether a row without a destination makes the migration fail.
    package var isChecked = false

    package init(source: Int?) { self.source = source }

    /// Whether a store has nothing to do for the relationship.
    package var isKept: Bool { source != nil && self == RelationshipOrigin(source: source) }
}
