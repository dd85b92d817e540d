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
    private struct List {
        /// A slice of one read's result; the lists of that read share its memory.
        let keys: ArraySlice<ObjectKey>
        let time: Double
    }

    private var lists: [MemberSide: [Int64: List]] = [:]
    private var count = 0
    var capacity: Int
    /// How often lists were dropped: a read that was under way at that time may hold old members.
    private(set) var changes = 0

    /// Whether lists stay beyond the capacity, because reads that belong together are under way.
    var keepsAll = false

    init(capacity: Int) { self.capacity = capacity }

    func keys(_ side: MemberSide, _ owner: Int64, oldest: Double) -> ArraySlice<ObjectKey>? {
        guard let list = lists[side]?[owner], list.time >= oldest else { return nil }
        return list.keys
    }

    /// Keeps the members that were read for some owners; an owner without members gets an empty list.
    mutating func insert(_ side: MemberSide, _ owners: [Int64], _ found: MemberRows, time: Double) {
        if count > capacity, !keepsAll { removeAll() }
        var table = lists[side] ?? [:]
        table.reserveCapacity(table.count + owners.count)
        for owner in owners { table[owner] = List(keys: [], time: time) }
        var places: [Int64: Range<Int>] = [:]
        let keys = Self.grouped(found, &places)
        for (owner, range) in places { table[owner] = List(keys: keys[range], time: time) }
        count += keys.count + owners.count
        lists[side] = table
    }

    /// The members' keys, grouped by owner; each group keeps the order of the read.
    private static func grouped(_ found: MemberRows, _ places: inout [Int64: Range<Int>]) -> [ObjectKey] {
        var counts: [Int64: Int] = [:]
        for owner in found.owners { counts[owner, default: 0] += 1 }
        var start = 0
        for (owner, count) in counts {
            places[owner] = start..<start
            start += count
        }
        var order = [Int](repeating: 0, count: found.rows.count)
        for (index, owner) in found.owners.enumerated() {
            guard let place = places[owner] else { continue }
            order[place.upperBound] = index
            places[owner] = place.lowerBound..<place.upperBound + 1
        }
        return order.map { found.rows[$0].key }
    }

    /// Drops the lists that a change of objects of one entity hierarchy may have made wrong.
    mutating func removeAll(touching root: Int32) {
        changes += 1
        guard !lists.isEmpty else { return }
        for side in lists.keys where side.touches(root) {
            let gone = lists.removeValue(forKey: side)
            count -= gone?.values.reduce(0) { $0 + $1.keys.count + 1 } ?? 0
        }
    }

    mutating func removeAll() {
        changes += 1
        lists = [:]
        count = 0
    }
}
