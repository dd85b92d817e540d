// SPDX-License-Identifier: Apache-2.0
// From two relationships to what becomes of the members. An end keeps the members it had, wherever they were stored.

/// Infers the origins of relationships.
struct RelationshipInference {
    private struct Ends: Hashable {
        let old: Int32
        let new: Int32
    }

    /// What an inherited property has in common in all entities: who declares it, and its slot.
    private struct Place: Hashable {
        let entity: Int32
        let slot: Int

        init(_ entity: EntityLayout, _ slot: Int) {
            (self.entity, self.slot) = (entity.properties[slot].declaringEntity, slot)
        }
    }

    private let source: Schema
    private let destination: Schema
    private let entities: EntityPairing
    private let properties: [PropertyPairing?]
    /// Many relationships lead to the same entities, whose descendants are looked through once.
    private var known: [Ends: RelationshipOrigin.Members] = [:]
    /// All entities below an owner ask for the same inverse.
    private var knownInverses: [Place: Set<Place>] = [:]

    init(
        from source: Schema, to destination: Schema, _ entities: EntityPairing,
        _ properties: [PropertyPairing?]
    ) {
        self.source = source
        self.destination = destination
        self.entities = entities
        self.properties = properties
    }

    /// The origin of a relationship that has no source.
    mutating func added(_ property: PropertyLayout, _ relationship: RelationshipLayout) -> RelationshipOrigin
    {
        var origin = RelationshipOrigin(source: nil)
        origin.isChecked = !property.isOptional && !relationship.isToMany
        origin.inverse = origins(ofInverseOf: relationship).isEmpty ? .kept : .mirrored
        return origin
    }

    /// The origin of a relationship that was another one; nil where many members would become one.
    mutating func origin(
        of new: PropertyLayout, _ relationship: RelationshipLayout, from old: PropertyLayout,
        _ former: RelationshipLayout
    ) -> RelationshipOrigin? {
        guard relationship.isToMany || !former.isToMany else { return nil }
        var origin = RelationshipOrigin(source: old.slot)
        origin.isRenamed = old.name != new.name
        origin.becomesToMany = relationship.isToMany && !former.isToMany
        origin.members = members(of: former.destination, in: relationship.destination)
        origin.order = Self.order(of: relationship, from: former)
        origin.inverse = inverse(of: relationship, from: former)
        origin.becomesExclusive = relationship.isExclusive && !former.isExclusive
        origin.changesStorage = relationship.hasPairs != former.hasPairs
        let mayLoseMembers =
            origin.becomesExclusive || origin.inverse == .united
            || (relationship.isReflexive && !former.isReflexive)
        let mayBeEmpty =
            old.isOptional || origin.members == .narrowed || origin.members == .dropped || mayLoseMembers
        origin.isChecked = !new.isOptional && !relationship.isToMany && mayBeEmpty
        return origin
    }

    private static func order(of new: RelationshipLayout, from old: RelationshipLayout)
        -> RelationshipOrigin.Order
    {
        if new.isOrdered { return old.isOrdered ? .kept : .byKey }
        return old.isOrdered ? .dropped : .kept
    }

    private mutating func members(of old: Int32, in new: Int32) -> RelationshipOrigin.Members {
        let ends = Ends(old: old, new: new)
        if let members = known[ends] { return members }
        let members = findMembers(of: old, in: destination[new])
        known[ends] = members
        return members
    }

    private func findMembers(of old: Int32, in new: EntityLayout) -> RelationshipOrigin.Members {
        let partner = entities.destination(of: old)
        let isInside = partner.map(new.contains) == true
        let rows = (old...source[old].lastDescendant).filter { !source[$0].isAbstract }
        let staying = rows.count { entities.destination(of: $0).map(new.contains) == true }
        if staying == 0, !(rows.isEmpty && isInside) { return .dropped }
        if staying < rows.count { return .narrowed }
        return isInside && partner != new.number ? .raised : .kept
    }

    // MARK: - Inverses

    private mutating func inverse(of new: RelationshipLayout, from old: RelationshipLayout)
        -> RelationshipOrigin.Inverse
    {
        let former = old.inverseSlot.map { Place(source[old.destination], $0) }
        guard new.inverseSlot != nil else { return former == nil ? .kept : .removed }
        let origins = origins(ofInverseOf: new)
        guard let origin = origins.first else { return former == nil ? .added : .replaced }
        return origins.count == 1 && origin == former ? .kept : .united
    }

    /// The properties of the source that the inverse comes from; none without inverse, and for an added one.
    private mutating func origins(ofInverseOf relationship: RelationshipLayout) -> Set<Place> {
        guard let slot = relationship.inverseSlot else { return [] }
        let inverse = Place(destination[relationship.destination], slot)
        if let origins = knownInverses[inverse] { return origins }
        let origins = findOrigins(of: inverse)
        knownInverses[inverse] = origins
        return origins
    }

    /// One that has moved up is new to the entity that declares it, and comes from those below; they may have had several.
    private func findOrigins(of property: Place) -> Set<Place> {
        let owners = property.entity...destination[property.entity].lastDescendant
        return Set(
            owners.compactMap { owner in
                guard let partner = entities.source(of: owner),
                    let slot = properties[Int(owner) - 1]?.sources[property.slot]
                else { return nil }
                return Place(source[partner], slot)
            })
    }
}
