// SPDX-License-Identifier: Apache-2.0
// Which changes of rows and links can change which derived attributes. Compiled once for a store; AffectedDerivations.swift
// asks it about each change set.

import PerdurePredicates

/// The derived attributes of a schema, indexed by what they depend on.
struct DerivationDependencies: Sendable {
    /// All derivations but the clocks.
    let paths: [DerivedPath]
    let hasClocks: Bool
    /// By entity, inherited ones included.
    private var kinds: [Kind]
    private var links: [RelationshipSide: [LinkWatch]] = [:]

    /// A place on a path: how many steps away from the object with the attribute.
    struct PathPosition: Sendable {
        let path: Int
        let position: Int
    }

    /// A slot that a path reads.
    struct Watch: Sendable {
        let place: PathPosition
        /// Whether a change of the slot removes the object from its owners, one step before.
        let leavesOwners: Bool
    }

    /// A relationship with pairs that a path follows.
    struct LinkWatch: Sendable {
        /// Where the owners stand.
        let place: PathPosition
        let isForward: Bool
        let isMutual: Bool
    }

    /// What depends on the rows of an entity.
    private struct Kind: Sendable {
        var clocks: [Int] = []
        var hasDerived = false
        var places: [PathPosition] = []
        var watches: [Int: [Watch]] = [:]
        /// Slots whose whole numbers are added up.
        var summands: Set<Int> = []
    }

    /// Compiles the derivations; nil when there are none.
    ///
    /// - Parameters:
    ///   - schema: the schema.
    ///   - entities: the entities of the store's configuration; nil for all. A derivation that leads to other entities is not
    ///     computed.
    init?(_ schema: Schema, _ entities: Set<Int32>? = nil) {
        let derivations = Self.derivations(schema, entities)
        guard !derivations.isEmpty else { return nil }
        paths = derivations.filter { $0.form != .clock }.map { DerivedPath($0, in: schema) }
        hasClocks = paths.count < derivations.count
        kinds = schema.entities.map { _ in Kind() }
        for derivation in derivations {
            change(derivation.entity, schema) {
                $0.hasDerived = true
                if derivation.form == .clock { $0.clocks.append(derivation.slot) }
            }
        }
        for (index, path) in paths.enumerated() { add(path, index, schema) }
    }

    /// The derivations whose path lies in a configuration; ancestors of its entities belong to it, as in a file.
    private static func derivations(_ schema: Schema, _ entities: Set<Int32>?) -> [Derivation] {
        guard var held = entities else { return schema.derivations }
        for var number in held {
            while let ancestor = schema[number].superentity {
                held.insert(ancestor)
                number = ancestor
            }
        }
        return schema.derivations.filter { derivation in
            held.contains(derivation.entity) && derivation.steps.allSatisfy { held.contains($0.destination) }
        }
    }

    private mutating func add(_ path: DerivedPath, _ index: Int, _ schema: Schema) {
        for position in 0...path.steps.count {
            let place = PathPosition(path: index, position: position)
            let slot = path.slot(at: position)
            let memberSlot = position > 0 ? path.steps[position - 1].memberSlot : nil
            let isSummand = position == path.steps.count && path.addsIntegers
            change(path.entity(at: position), schema) { kind in
                kind.places.append(place)
                if let slot {
                    kind.watches[slot, default: []].append(Watch(place: place, leavesOwners: false))
                    if isSummand { kind.summands.insert(slot) }
                }
                if let memberSlot {
                    kind.watches[memberSlot, default: []].append(Watch(place: place, leavesOwners: true))
                }
            }
        }
        for (position, step) in path.steps.enumerated() where step.isLinked {
            links[step.side, default: []].append(
                LinkWatch(
                    place: PathPosition(path: index, position: position), isForward: step.isForward,
                    isMutual: step.isMutual))
        }
    }

    private mutating func change(_ entity: Int32, _ schema: Schema, _ body: (inout Kind) -> Void) {
        for number in entity...schema[entity].lastDescendant { body(&kinds[Int(number) - 1]) }
    }

    // MARK: Questions

    /// Whether the rows of an entity have derived attributes, inherited ones included.
    func hasDerived(_ entity: Int32) -> Bool { kinds[Int(entity) - 1].hasDerived }

    /// The slots that take the time of each save.
    func clocks(of entity: Int32) -> [Int] { kinds[Int(entity) - 1].clocks }

    /// The places where rows of an entity may stand.
    func places(of entity: Int32) -> [PathPosition] { kinds[Int(entity) - 1].places }

    func watches(of entity: Int32, slot: Int) -> [Watch] { kinds[Int(entity) - 1].watches[slot] ?? [] }

    func watches(of side: RelationshipSide) -> [LinkWatch] { links[side] ?? [] }

    /// The slots whose whole numbers are added up.
    func summands(of entity: Int32) -> Set<Int> { kinds[Int(entity) - 1].summands }
}
