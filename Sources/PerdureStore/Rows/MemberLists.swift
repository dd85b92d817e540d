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
    /// Searched one by one: few relationships are prefetched, and a walk reads them by turns.
    private var sides: [(side: MemberSide, pages: MemberPages)] = []
    private var count = 0
    var capacity: Int
    /// How often lists were dropped: a read that was under way at that time may hold old members.
    private(set) var changes = 0

    /// Whether lists stay beyond the capacity, because reads that belong together are under way.
    var keepsAll = false

    init(capacity: Int) { self.capacity = capacity }

    func keys(_ side: MemberSide, _ owner: Int64, oldest: Double) -> ArraySlice<ObjectKey>? {
        guard let list = pages(side)?[owner], list.time >= oldest else { return nil }
        return list.keys
    }

    private func pages(_ side: MemberSide) -> MemberPages? {
        for place in sides.indices where sides[place].side == side { return sides[place].pages }
        return nil
    }

    /// Keeps the members that were read for some owners; an owner without members gets an empty list.
    mutating func insert(_ side: MemberSide, _ owners: [Int64], _ found: MemberRows, time: Double) {
        if count > capacity, !keepsAll { removeAll() }
        let pages = pages(side) ?? newPages(side)
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
        sides.removeAll { side, pages in
            guard side.touches(root) else { return false }
            count -= pages.count
            return true
        }
    }

    private mutating func newPages(_ side: MemberSide) -> MemberPages {
        let pages = MemberPages()
        sides.append((side, pages))
        return pages
    }

    mutating func removeAll() {
        changes += 1
        (sides, count) = ([], 0)
    }
}
