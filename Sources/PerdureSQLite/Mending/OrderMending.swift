// SPDX-License-Identifier: Apache-2.0
// Members of ordered relationships without a place get one behind the others. Part of SQLiteStoreMender.swift.

import PerdureSQL
import PerdureStore

enum OrderMending: StoreMending {
    /// A list of members: in a table, by the owner's key and the place.
    private struct Places: Hashable {
        let table: String
        let key: String
        let order: String
        /// The column that decides between equal places.
        let member: String
    }

    static func run(_ run: inout MendingRun) throws {
        var seen: Set<Places> = []
        for places in places(run.mapping) where seen.insert(places).inserted { try mend(places, &run) }
    }

    private static func places(_ mapping: StoreMapping) -> [Places] {
        var found: [Places] = []
        for entity in mapping.entities.compactMap({ $0 }) {
            for columns in entity.slots {
                if case .toOne(let ends) = columns, let order = ends.order {
                    found.append(
                        Places(
                            table: mapping.tables[entity.table].name, key: ends.key, order: order,
                            member: mapping.system.key))
                }
                if case .toMany(.foreignKey(let key)) = columns, let order = key.order {
                    found.append(
                        Places(
                            table: mapping.tables[key.table].name, key: key.key, order: order,
                            member: mapping.system.key))
                }
                if case .toMany(.joinTable(let link)) = columns, let order = link.order {
                    found.append(
                        Places(
                            table: mapping.joinTables[link.table].name, key: link.own, order: order,
                            member: link.member))
                }
            }
        }
        return found
    }

    /// A member without a place, with the highest place among the members of its owner.
    private struct Missing {
        let row: Int64
        let owner: Int64
        let last: Int64?
    }

    private static func mend(_ places: Places, _ run: inout MendingRun) throws {
        var last: [Int64: Int64] = [:]
        var full: Set<Int64> = []
        var written = 0
        for member in try missing(places, run) where !full.contains(member.owner) {
            guard let place = place(behind: last[member.owner] ?? member.last) else {
                full.insert(member.owner)
                continue
            }
            last[member.owner] = place
            try put(member.row, at: place, places, run)
            written += 1
        }
        for owner in full.sorted() { written += try renew(owner, places, run) }
        guard written > 0 else { return }
        run.note(
            StoreRepair(
                places.table, "members without a place in \(places.order) come behind the others",
                rows: written))
    }

    private static func missing(_ places: Places, _ run: MendingRun) throws -> [Missing] {
        let (table, key, order) = (quotedName(places.table), quotedName(places.key), quotedName(places.order))
        return try run.connection.all(
            "SELECT rowid, \(key), (SELECT MAX(\(order)) FROM \(table) o WHERE o.\(key) = s.\(key)) FROM \(table) s"
                + " WHERE \(key) IS NOT NULL AND \(order) IS NULL ORDER BY \(key), rowid"
        ) { Missing(row: $0.integer(0), owner: $0.integer(1), last: $0.isNull(2) ? nil : $0.integer(2)) }
    }

    /// The next place; nil where no integer is left.
    private static func place(behind last: Int64?) -> Int64? {
        guard let last else { return OrderKeys.first }
        let (place, overflows) = last.addingReportingOverflow(OrderKeys.step)
        return overflows ? nil : place
    }

    /// Gives the members of an owner places with room behind the last one, and returns how many it moved.
    private static func renew(_ owner: Int64, _ places: Places, _ run: MendingRun) throws -> Int {
        let order = quotedName(places.order)
        let members = try run.connection.all(
            "SELECT rowid, \(order) FROM \(quotedName(places.table)) WHERE \(quotedName(places.key)) = ?"
                + " ORDER BY \(order) IS NULL, \(order), \(quotedName(places.member)), rowid",
            [.integer(owner)]
        ) { (row: $0.integer(0), place: $0.isNull(1) ? nil : $0.integer(1)) }
        var moved = 0
        for (member, place) in zip(members, OrderKeys.keys(members.map(\.place))) where member.place != place
        {
            try put(member.row, at: place, places, run)
            moved += 1
        }
        return moved
    }

    private static func put(_ row: Int64, at place: Int64, _ places: Places, _ run: MendingRun) throws {
        try run.connection.run(
            "UPDATE \(quotedName(places.table)) SET \(quotedName(places.order)) = ? WHERE rowid = ?",
            [.integer(place), .integer(row)])
    }
}
