// SPDX-License-Identifier: Apache-2.0
// Which uniqueness constraints the rows of the source may break.

/// A constraint that rows must be checked against.
package struct ConstraintCheck: Sendable, Hashable {
    /// The entity of the destination that has the constraint; those below it have it too.
    package let entity: Int32
    /// The attributes: a slot each, followed by places of elements inside of composites.
    package let paths: [[Int]]
}

/// Compares constraints by what they are made of.
struct ConstraintInference {
    let source: Schema
    let destination: Schema
    let entities: EntityPairing

    /// The constraints of an entity that the source did not keep for all of its rows.
    func checks(of entity: EntityLayout, origins: [PropertyOrigin]) -> [ConstraintCheck] {
        guard !entity.uniquenessConstraints.isEmpty else { return [] }
        let partners = (entity.number...entity.lastDescendant).compactMap(entities.source)
        guard !partners.isEmpty else { return [] }
        let own = entities.source(of: entity.number)
        let kept = own.map { constraints(keptFor: partners, from: source[$0]) } ?? []
        return entity.uniquenessConstraints.compactMap { names in
            let paths = names.compactMap { entity.path(of: $0) }
            let former = paths.compactMap { Self.source(of: $0, origins) }
            guard former.count < paths.count || !kept.contains(Set(former)) else { return nil }
            return ConstraintCheck(entity: entity.number, paths: paths)
        }
    }

    /// The constraints of an entity of the source, inherited ones too, that hold for all of several entities.
    private func constraints(keptFor partners: [Int32], from partner: EntityLayout) -> Set<Set<[Int]>> {
        var found: Set<Set<[Int]>> = []
        var next: EntityLayout? = partner
        while let owner = next {
            if !owner.uniquenessConstraints.isEmpty, partners.allSatisfy(owner.contains) {
                for names in owner.uniquenessConstraints { found.insert(Set(names.compactMap(owner.path))) }
            }
            next = owner.superentity.map { source[$0] }
        }
        return found
    }

    /// The path that unchanged values had; nil for values that may have become equal.
    private static func source(of path: [Int], _ origins: [PropertyOrigin]) -> [Int]? {
        guard let slot = path.first, origins.indices.contains(slot) else { return nil }
        switch origins[slot] {
        case .attribute(let origin): return source(of: path.dropFirst(), origin)
        case .relationship(let origin): return origin.source.map { [$0] }
        case .transient: return nil
        }
    }

    private static func source(of rest: ArraySlice<Int>, _ origin: AttributeOrigin) -> [Int]? {
        guard let place = origin.source, origin.conversion == nil, origin.nulls == .kept,
            !origin.isComputedAnew
        else { return nil }
        guard let element = rest.first else { return [place] }
        return source(of: rest.dropFirst(), origin.elements[element]).map { [place] + $0 }
    }
}
