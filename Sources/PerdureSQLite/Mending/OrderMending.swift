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
                        Places(table: mapping.tables[entity.table].name, key: ends.key, order: order))
                }
                if case .toMany(.foreignKey(let key)) = columns, let order = key.order {
                    found.append(Places(table: mapping.tables[key.table].name, key: key.key, order: order))
                }
                if case .toMany(.joinTable(let link)) = columns, let order = link.order {
                    found.append(
                        Places(table: mapping.joinTables[link.table].name, key: link.own, order: order))
                }
            }
        }
        return found
    }

    private static func mend(_ places: Places, _ run: inout MendingRun) throws {
        let (table, key, order) = (quotedName(places.table), quotedName(places.key), quotedName(places.order))
        let missing = try run.connection.all(
            "SELECT rowid, \(key), (SELECT MAX(\(order)) FROM \(table) o WHERE o.\(key) = s.\(key)) FROM \(table) s"
                + " WHERE \(key) IS NOT NULL AND \(order) IS NULL ORDER BY \(key), rowid"
        ) { (row: $0.integer(0), owner: $0.integer(1), last: $0.isNull(2) ? nil : $0.integer(2)) }
        guard !missing.isEmpty else { return }
        var last: [Int64: Int64] = [:]
        for (row, owner, highest) in missing {
            let before = last[owner] ?? highest
            let place = before.map { $0 + OrderKeys.step } ?? OrderKeys.first
            last[owner] = place
            try run.connection.run(
                "UPDATE \(table) SET \(order) = ? WHERE rowid = ?", [.integer(place), .integer(row)])
        }
        run.note(
            StoreRepair(
                places.table, "members without a place in \(places.order) come behind the others",
                rows: missing.count))
    }
}
