// SPDX-License-Identifier: Apache-2.0
// What becomes of whole hierarchies: which root's rows stay where they are, and which entities move away.

/// The origin of one hierarchy of the destination.
package struct HierarchyStep: Sendable, Hashable {
    /// The root in the destination.
    package let root: Int32
    /// The root in the source whose storage the hierarchy takes over; nil for new storage.
    package let source: Int32?
}

/// Follows the roots of the source into the destination.
struct HierarchyInference {
    /// An entity whose rows would come together with rows of another hierarchy.
    struct Clash {
        let entity: Int32
        let other: Int32
    }

    /// One step for each root of the destination, in its order.
    private(set) var steps: [HierarchyStep] = []
    private(set) var clashes: [Clash] = []
    private let destination: Schema
    private let entities: EntityPairing
    /// The entities of the source that the store holds; nil for all.
    ///
    /// The rows of others lie elsewhere.
    private let held: Set<Int32>?

    init(
        to destination: Schema, from source: Schema, _ entities: EntityPairing,
        holding held: Set<Int32>? = nil
    ) {
        self.destination = destination
        self.entities = entities
        self.held = held
        for root in destination.entities where root.superentity == nil { follow(root, source) }
    }

    /// The root of the source whose storage the rows of a pair leave; nil when they stay.
    func rootLeft(by old: EntityLayout, to new: EntityLayout) -> Int32? {
        let home = entities.destination(of: old.root).map { destination[$0].root }
        return home == new.root ? nil : old.root
    }

    private mutating func follow(_ root: EntityLayout, _ source: Schema) {
        // The first entity of each source hierarchy, and the hierarchy whose root stays in this one.
        var first: [Int32: Int32] = [:]
        var main: Int32?
        for number in root.number...root.lastDescendant {
            guard let old = entities.source(of: number), held?.contains(old) ?? true else { continue }
            if first[source[old].root] == nil { first[source[old].root] = number }
            if source[old].superentity == nil, main == nil { main = old }
        }
        steps.append(HierarchyStep(root: root.number, source: main))
        let members = first.values.sorted()
        guard members.count > 1, let kept = main.flatMap({ first[$0] }) ?? members.first else { return }
        clashes += members.filter { $0 != kept }.map { Clash(entity: $0, other: kept) }
    }
}
