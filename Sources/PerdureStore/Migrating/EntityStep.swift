// SPDX-License-Identifier: Apache-2.0
// What becomes of the rows of one entity, by numbers and slots of both schemas. MigrationInference.swift makes the steps.

/// A pair of entities, an added one or a removed one.
package struct EntityStep: Sendable, Hashable {
    /// The kinds, as mapping models name them.
    package enum Kind: Sendable, Hashable {
        /// The version hashes are equal.
        case copied
        case transformed, added, removed
    }

    package let kind: Kind
    /// The number in the source; nil for an added entity.
    package let source: Int32?
    /// The number in the destination; nil for a removed entity.
    package let destination: Int32?
    /// Whether the entity had another name.
    package var isRenamed = false
    /// One origin for each slot of the destination, in order; none for added and removed entities.
    package var origins: [PropertyOrigin] = []
    /// The persistent slots of the source whose values go.
    package var removedSlots: [Int] = []
    /// The root in the source whose storage the rows leave; nil when they stay.
    package var rootLeft: Int32?
    /// Whether a row of exactly this entity makes the migration fail: the entity has become abstract.
    package var mustBeEmpty = false
    /// The constraints that rows must be checked against.
    package var constraints: [ConstraintCheck] = []

    package init(_ kind: Kind, source: Int32?, destination: Int32?) {
        self.kind = kind
        self.source = source
        self.destination = destination
    }

    /// Whether rows carry another number afterwards.
    package var isRenumbered: Bool { source != nil && destination != nil && source != destination }

    /// Whether a store has nothing to do for the entity.
    package var isIdle: Bool {
        var same = EntityStep(kind, source: source, destination: source)
        same.origins = origins
        return source != nil && self == same && origins.allSatisfy(\.isKept)
    }
}
