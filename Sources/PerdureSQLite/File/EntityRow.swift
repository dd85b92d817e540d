// SPDX-License-Identifier: Apache-2.0
// The entities of a file, as its bookkeeping lists them: a store can be counted and compared without its model.

import PerdureSQL
import PerdureStore

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

    /// The usual name of a root's table: Z and the name in upper case.
    ///
    /// Of two roots whose names differ by case only, one has a table with a number, and the table of a renamed entity may keep
    /// its former name.
    var tableName: String { "Z" + name.uppercased() }

    /// The tables with rows of entities; those that a migration has left are not among them.
    static func tables(_ connection: SQLiteConnection) throws -> [String] {
        // Metadata that cannot be read are a problem of their own.
        let left = (try? StoreMetadata.read(connection)).map { DeferredRemovals($0).all } ?? []
        let unused = Set(left.filter { $0.column == nil }.map(\.table))
        return try connection.all(
            "SELECT t.name FROM sqlite_master t WHERE t.type = 'table' AND t.name GLOB 'Z*'"
                + " AND (SELECT COUNT(*) FROM pragma_table_info(t.name) WHERE name = 'Z_PK' AND pk > 0"
                + " OR name = 'Z_ENT') = 2 ORDER BY t.name"
        ) { $0.text(0) }.filter { !unused.contains($0) }
    }

    static func counts(_ entities: [EntityRow], _ connection: SQLiteConnection) throws -> [(
        entity: EntityRow, rows: Int
    )] {
        var counts: [Int64: Int] = [:]
        for table in try tables(connection) {
            let found = try connection.all(
                "SELECT Z_ENT, COUNT(*) FROM \(table.quotedName) GROUP BY Z_ENT"
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
