// SPDX-License-Identifier: Apache-2.0
// What a migration takes away, for a dry run and for programs that refuse it.

/// Something of the source that the destination does not have.
package struct MigrationLoss: Sendable, Hashable {
    /// What goes.
    package enum Kind: Sendable, Hashable {
        /// All rows of exactly this entity.
        case rows
        /// The values of an attribute, or of an element.
        case values
        /// What a number has beyond the new type: a fraction, digits.
        case precision
        /// Members of a relationship, or all of them.
        case members
        case order
        /// Changes that other writers may have made to an attribute that merges.
        case deltas
    }

    package let kind: Kind
    /// The entity in the source.
    package let entity: Int32
    /// The slot in the source and places of elements; empty for rows.
    package let path: [Int]
}

extension MigrationLoss.Kind {
    /// What goes, in the words of a refusal.
    package var words: String {
        switch self {
        case .rows: "all rows of the entity"
        case .values: "the values"
        case .precision: "fractions or digits of the values"
        case .members: "members of the relationship"
        case .order: "the order of the members"
        case .deltas: "changes that have not been merged yet"
        }
    }
}

/// Collects losses, each at the highest entity that has it.
struct LossCollector {
    private struct Loss: Hashable {
        let kind: MigrationLoss.Kind
        let path: [Int]
    }

    private let source: Schema
    private(set) var losses: [MigrationLoss] = []
    private var known: [Int32: Set<Loss>] = [:]

    /// Collects the losses of steps, which may have any order.
    init(_ steps: [EntityStep], from source: Schema) {
        self.source = source
        let ordered = steps.filter { $0.source != nil }.sorted { $0.source ?? 0 < $1.source ?? 0 }
        for step in ordered {
            guard let number = step.source else { continue }
            add(step, source[number])
        }
    }

    private mutating func add(_ step: EntityStep, _ entity: EntityLayout) {
        if step.destination == nil {
            let rows = MigrationLoss(kind: .rows, entity: entity.number, path: [])
            if !entity.isAbstract { losses.append(rows) }
            return
        }
        let found = Self.losses(of: step, entity)
        let inherited = entity.superentity.flatMap { known[$0] } ?? []
        for loss in found where !inherited.contains(loss) {
            losses.append(MigrationLoss(kind: loss.kind, entity: entity.number, path: loss.path))
        }
        known[entity.number] = Set(found)
    }

    private static func losses(of step: EntityStep, _ entity: EntityLayout) -> [Loss] {
        // What the store computes is no loss.
        let removed = step.removedSlots.map { entity.properties[$0] }.filter { !$0.isComputed }
        let gone = removed.map { Loss(kind: $0.attribute == nil ? .members : .values, path: [$0.slot]) }
        return gone + step.origins.flatMap { losses(of: $0, entity) }
    }

    private static func losses(of origin: PropertyOrigin, _ entity: EntityLayout) -> [Loss] {
        switch origin {
        case .attribute(let origin):
            guard let slot = origin.source, !entity.properties[slot].isComputed else { return [] }
            return losses(of: origin, [slot])
        case .relationship(let origin): return losses(of: origin)
        case .transient: return []
        }
    }

    private static func losses(of origin: AttributeOrigin, _ path: [Int]) -> [Loss] {
        if origin.isComputedAnew { return [Loss(kind: .values, path: path)] }
        var found: [Loss] = []
        if origin.conversion?.keepsValues == false { found.append(Loss(kind: .precision, path: path)) }
        if origin.dropsDeltas { found.append(Loss(kind: .deltas, path: path)) }
        found += origin.removedElements.map { Loss(kind: .values, path: path + [$0]) }
        for element in origin.elements {
            if let place = element.source { found += losses(of: element, path + [place]) }
        }
        return found
    }

    private static func losses(of origin: RelationshipOrigin) -> [Loss] {
        guard let slot = origin.source else { return [] }
        var found: [Loss] = []
        if origin.becomesExclusive || origin.members == .narrowed || origin.members == .dropped {
            found.append(Loss(kind: .members, path: [slot]))
        }
        if origin.order == .dropped { found.append(Loss(kind: .order, path: [slot])) }
        return found
    }
}
