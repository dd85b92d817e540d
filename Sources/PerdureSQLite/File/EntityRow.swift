// SPDX-License-Identifier: Apache-2.0
// The entities of a file, as its bookkeeping lists them: a store can be counted and compared without its model.

import PerdureSQL

/// A row of Z_PRIMARYKEY.
struct EntityRow {
    let number: Int64
    let name: String
    let superentity: Int64
    let largestKey: Int64

    static func all(_ connection: SQLiteConnection) throws -> [EntityRow] {
        try connection.all("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT") {
            EntityRow(
                number: $0.integer(0), name: $0.text(1), superentity: $0.integer(2), largestKey: $0.integer(3)
            )
        }
    }

    /// Writes the row of one of a store's entities.
    ///
    /// - Parameters:
    ///   - entity: The entity.
    ///   - mapping: The tables of the store.
    ///   - largestKey: The largest key that was given out.
    ///   - connection: The connection with the open transaction.
    /// - Throws: Any error of the database.
    static func insert(
        _ entity: EntityMapping, _ mapping: StoreMapping, largestKey: Int64 = 0,
        _ connection: SQLiteConnection
    ) throws {
        let layout = mapping.schema[entity.entity]
        let superentity = layout.superentity.flatMap { mapping[$0]?.fileNumber } ?? 0
        try connection.run(
            "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)",
            [
                .integer(Int64(entity.fileNumber)), .text(layout.name), .integer(Int64(superentity)),
                .integer(largestKey),
            ])
    }

    /// The name of the table by a rule without exceptions: Z and the root's name in upper case.
    var tableName: String { "Z" + name.uppercased() }

    static func counts(_ entities: [EntityRow], _ connection: SQLiteConnection) throws -> [(
        entity: EntityRow, rows: Int
    )] {
        let tables = Set(
            try connection.all("SELECT name FROM sqlite_master WHERE type = 'table'") { $0.text(0) })
        var counts: [Int64: Int] = [:]
        for root in entities where root.superentity == 0 && tables.contains(root.tableName) {
            let found = try connection.all(
                "SELECT Z_ENT, COUNT(*) FROM \(root.tableName.quotedName) GROUP BY Z_ENT"
            ) { ($0.integer(0), Int($0.integer(1))) }
            counts.merge(found) { $0 + $1 }
        }
        return entities.filter { $0.number < historyNumbers }.map { ($0, counts[$0.number] ?? 0) }
    }

    /// The numbers of the three entities of persistent history start here.
    static let historyNumbers: Int64 = 16_000
}

extension String {
    /// The name as a quoted identifier: names from a file may hold anything.
    var quotedName: String { PerdureSQL.quotedName(self) }
}
