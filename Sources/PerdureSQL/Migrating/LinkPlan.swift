// SPDX-License-Identifier: Apache-2.0
// What becomes of the storage of all relationships: kept in place, or collected and written anew.

import PerdureStore

/// The relationships of a migration.
package struct LinkPlan {
    /// The columns that to-one relationships keep.
    package private(set) var keys: [RelationshipPlace: KeptLinks.Key] = [:]
    /// The columns that to-many relationships without inverse keep.
    package private(set) var memberKeys: [RelationshipPlace: KeptLinks.Key] = [:]
    /// The join tables that stay: the new view and the old one, from the same end.
    package private(set) var joins: [(new: JoinLink, old: JoinLink)] = []
    package private(set) var rebuilds: [LinkRebuild] = []
    /// Join tables that are made.
    package private(set) var madeJoins: [Int] = []

    /// Decides for all relationships.
    package init(_ entities: MigratedEntities) {
        let kept = KeptLinks(entities: entities)
        var done: Set<RelationshipPlace> = []
        for place in entities.new.relationshipPlaces where !done.contains(place) {
            let inverse = entities.new.inverse(of: place)
            switch entities.new.columns(place) {
            case .toOne: decideKeys(place, inverse, kept, &done)
            case .toMany(.foreignKey(let key)) where key.slot == nil: decideMemberKey(place, kept)
            case .toMany(.joinTable(let link)):
                done.formUnion([place, inverse].compactMap { $0 })
                decideJoin(place, inverse, link, kept)
            default: break
            }
        }
    }

    /// A one-to-one relationship has a key at each end; both stay, or both are written.
    private mutating func decideKeys(
        _ place: RelationshipPlace, _ inverse: RelationshipPlace?, _ kept: KeptLinks,
        _ done: inout Set<RelationshipPlace>
    ) {
        var ends = [place]
        if let inverse, inverse != place, case .toOne = kept.entities.new.columns(inverse) {
            ends.append(inverse)
        }
        done.formUnion(ends)
        let found = ends.map(kept.key)
        if found.allSatisfy({ $0 != nil }) {
            for (end, key) in zip(ends, found) { keys[end] = key }
        } else {
            rebuild(place, inverse, kept)
        }
    }

    private mutating func decideMemberKey(_ place: RelationshipPlace, _ kept: KeptLinks) {
        if let key = kept.memberKey(place) {
            memberKeys[place] = key
        } else {
            rebuild(place, nil, kept)
        }
    }

    private mutating func decideJoin(
        _ place: RelationshipPlace, _ inverse: RelationshipPlace?, _ link: JoinLink, _ kept: KeptLinks
    ) {
        if let old = kept.joinTable(place), !joins.contains(where: { $0.old.table == old.table }),
            !kept.isTurned(link, old)
        {
            joins.append((link, old))
        } else {
            madeJoins.append(link.table)
            rebuild(place, inverse, kept)
        }
    }

    private mutating func rebuild(
        _ place: RelationshipPlace, _ inverse: RelationshipPlace?, _ kept: KeptLinks
    ) {
        rebuilds.append(
            LinkRebuild(entities: kept.entities, place: place, inverse: inverse, number: rebuilds.count))
    }
}
