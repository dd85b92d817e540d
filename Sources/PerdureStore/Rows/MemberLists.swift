// SPDX-License-Identifier: Apache-2.0
// Prefetched members of to-many relationships. They lie beside the rows (RowCache.swift), so that the relationships can be read
// without the store. A save that may change a relationship drops all of its lists.

/// A relationship whose members are kept.
package struct MemberSide: Sendable, Hashable {
    /// The root entity of the owners.
    let owner: Int32
    /// The root entity of the members.
    let member: Int32
    /// The entity that declares the relationship, and its slot there.
    let declaring: Int32
    let slot: Int

    package init?(_ property: PropertyLayout, in schema: Schema) {
        guard let relationship = property.relationship, relationship.isToMany else { return nil }
        owner = schema[property.declaringEntity].root
        member = schema[relationship.destination].root
        declaring = property.declaringEntity
        slot = property.slot
    }

    func touches(_ root: Int32) -> Bool { owner == root || member == root }
}

/// Keys of members, by relationship and owner; every call is made under the cache's lock.
struct MemberLists {
    private var sides: [MemberSide: MemberPages] = [:]
    /// The relationship that was read last: programs read one of many objects.
    private var recent: (side: MemberSide, pages: MemberPages)?
    private var count = 0
    var capacity: Int
    /// How often lists were dropped: a read that was under way at that time may hold old members.
    private(set) var changes = 0

    /// Whether lists stay beyond the capacity, because reads that belong together are under way.
    var keepsAll = false

    init(capacity: Int) { self.capacity = capacity }

    mutating func keys(_ side: MemberSide, _ owner: Int64, oldest: Double) -> ArraySlice<ObjectKey>? {
        if recent?.side != side { recent = sides[side].map { (side, $0) } }
        guard let list = recent?.pages[owner], list.time >= oldest else { return nil }
        return list.keys
    }

    /// Keeps the members that were read for some owners; an owner without members gets an empty list.
    mutating func insert(_ side: MemberSide, _ owners: [Int64], _ found: MemberRows, time: Double) {
        if count > capacity, !keepsAll { removeAll() }
        let pages = sides[side] ?? MemberPages()
        sides[side] = pages
        let places = pages.places
        for owner in owners { pages[owner] = MemberList(keys: [], time: time) }
        count += pages.places - places + found.rows.count
        let members = GroupedMembers(found)
        for group in members.groups {
            pages[group.owner] = MemberList(keys: members.keys[group.places], time: time)
        }
    }

    /// Drops the lists that a change of objects of one entity hierarchy may have made wrong.
    mutating func removeAll(touching root: Int32) {
        changes += 1
        guard !sides.isEmpty else { return }
        recent = nil
        for side in sides.keys where side.touches(root) {
            count -= sides.removeValue(forKey: side)?.count ?? 0
        }
    }

    mutating func removeAll() {
        changes += 1
        (sides, recent, count) = ([:], nil, 0)
    }
}
