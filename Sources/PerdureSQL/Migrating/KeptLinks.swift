// SPDX-License-Identifier: Apache-2.0
// Which relationships keep their columns or their join table, so that no row is touched. All others are collected and written
// anew (LinkRebuild.swift).

import PerdureStore

/// Decides whether the storage of a relationship stays.
package struct KeptLinks {
    let entities: MigratedEntities

    private var old: StoreMapping { entities.old }
    private var new: StoreMapping { entities.new }

    /// A to-one relationship, or a to-many one without inverse, that keeps its columns.
    package struct Key: Sendable {
        package let key: String
        package let entity: String?
        /// The column of positions; nil where there was none, or where the order changes.
        package let order: String?
    }

    /// The columns that a to-one relationship keeps; nil where it has to be written anew.
    func key(_ place: RelationshipPlace) -> Key? {
        var found: ToOneColumns?
        for pair in entities.pairs(below: place.entity) {
            guard entities.stays(pair), let origin = entities.relationship(pair, place.slot),
                Self.keepsMembers(origin), !origin.becomesExclusive, let source = origin.source,
                case .toOne(let columns) = pair.old.slots[source], found.map({ $0 == columns }) ?? true
            else { return nil }
            found = columns
        }
        return found.map {
            Key(key: $0.key, entity: $0.entity, order: keepsOrder(ofInverseOf: place) ? $0.order : nil)
        }
    }

    /// The columns that a to-many relationship without inverse keeps in its members' table.
    func memberKey(_ place: RelationshipPlace) -> Key? {
        guard case .toMany(.foreignKey(let wanted)) = new.columns(place), wanted.slot == nil,
            ownersStay(place)
        else { return nil }
        var found: MemberKey?
        for pair in entities.pairs(below: place.entity) {
            guard let origin = entities.relationship(pair, place.slot), Self.keepsMembers(origin),
                let source = origin.source, case .toMany(.foreignKey(let columns)) = pair.old.slots[source],
                columns.slot == nil, found.map({ $0 == columns }) ?? true
            else { return nil }
            found = columns
        }
        guard let found, entities.base(of: new.tables[wanted.table])?.name == old.tables[found.table].name
        else { return nil }
        return Key(key: found.key, entity: nil, order: keepsOrder(of: place) ? found.order : nil)
    }

    /// The view of the join table that a relationship keeps, seen from its own end.
    func joinTable(_ place: RelationshipPlace) -> JoinLink? {
        guard let inverse = new.inverse(of: place), keepsOrder(of: place), keepsOrder(of: inverse),
            let own = joinLink(place), let other = joinLink(inverse), own.table == other.table,
            own.isReflexive == (place == inverse), !own.isReflexive || hasPlaces(own) == needsPlaces(place)
        else { return nil }
        return own
    }

    private func hasPlaces(_ link: JoinLink) -> Bool { link.order != nil }

    /// Whether a relationship that is its own inverse has a row for each direction of a pair, with a place.
    private func needsPlaces(_ place: RelationshipPlace) -> Bool {
        guard case .toMany(.joinTable(let link)) = new.columns(place) else { return false }
        return hasPlaces(link)
    }

    /// Whether the ends of a join table change their roles: its primary key would begin with the other key.
    func isTurned(_ link: JoinLink, _ former: JoinLink) -> Bool {
        let isOwner = new.joinTables[link.table].owner.key == link.own
        return isOwner != (old.joinTables[former.table].owner.key == former.own)
    }

    private func joinLink(_ place: RelationshipPlace) -> JoinLink? {
        var found: JoinLink?
        for pair in entities.pairs(below: place.entity) {
            guard let origin = entities.relationship(pair, place.slot), Self.keepsMembers(origin),
                origin.inverse == .kept, let source = origin.source,
                case .toMany(.joinTable(let link)) = pair.old.slots[source],
                found.map({ $0.table == link.table && $0.own == link.own }) ?? true
            else { return nil }
            found = link
        }
        return found
    }

    private static func keepsMembers(_ origin: RelationshipOrigin) -> Bool {
        (origin.members == .kept || origin.members == .raised) && origin.inverse != .mirrored
            && origin.inverse != .united
    }

    // MARK: - Order

    /// Whether members that had positions keep them; true for a relationship without an order.
    ///
    /// Owners that gain the relationship have no members yet, so they do not count.
    private func keepsOrder(of place: RelationshipPlace) -> Bool {
        guard new.relationship(place).isOrdered else { return true }
        let origins = entities.pairs(below: place.entity).compactMap { entities.relationship($0, place.slot) }
            .filter { $0.source != nil }
        return !origins.isEmpty && origins.allSatisfy { $0.order == .kept }
    }

    private func keepsOrder(ofInverseOf place: RelationshipPlace) -> Bool {
        guard let inverse = new.inverse(of: place) else { return false }
        let isSame = entities.pairs(below: place.entity).allSatisfy {
            entities.relationship($0, place.slot)?.inverse == .kept
        }
        return isSame && keepsOrder(of: inverse)
    }

    /// Whether all owners of the old relationship still have it: the keys of others would lead nowhere.
    private func ownersStay(_ place: RelationshipPlace) -> Bool {
        guard let first = entities.pairs(below: place.entity).first,
            let source = entities.relationship(first, place.slot)?.source
        else { return false }
        let declaring = old.schema[old.schema[first.old.entity].properties[source].declaringEntity]
        let layout = new.schema[place.entity]
        return (declaring.number...declaring.lastDescendant).compactMap { old[$0] }.allSatisfy { owner in
            guard let pair = entities.pair(oldNumber: owner.fileNumber) else {
                return old.schema[owner.entity].isAbstract
            }
            return layout.contains(entity: pair.new.entity)
        }
    }
}
