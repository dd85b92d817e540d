// SPDX-License-Identifier: Apache-2.0
// Measures a store. PartSizes.swift measures tables and indexes.

import Foundation
import PerdureSQL
import PerdureStore

extension StoreLook {
    /// Measures the store; reads all rows.
    ///
    /// - Parameters:
    ///   - schema: The model.
    ///   - counting: Whether pages are counted, if SQLite can do that; without it sizes are estimated.
    /// - Returns: The sizes.
    /// - Throws: `StoreError.schemaMismatch`, and the errors of reads.
    package func statistics(_ schema: Schema, counting: Bool = true) throws -> StoreStatistics {
        try read { connection in
            var found = StoreStatistics()
            let mapping = try StoreMapping(
                schema: schema, entities: StoreMetadata.entities(of: schema, connection),
                existing: try ExistingSchemaReader.read(connection))
            let number = { (pragma: String) -> Int64 in
                try connection.first("PRAGMA \(pragma)") { $0.integer(0) } ?? 0
            }
            found.pageSize = try number("page_size")
            found.pages = try number("page_count")
            found.freePages = try number("freelist_count")
            found.journalMode = try StoreOpening.content(at: path).isInWALMode ? "wal" : "rollback journal"
            found.logBytes = try SideFiles(beside: path).wal?.size ?? 0
            found.entities = try mapping.entities.compactMap { $0 }.filter { !schema[$0.entity].isAbstract }
                .map { try EntitySizes(mapping: mapping, connection: connection).entity($0) }
            try PartSizes(connection: connection).measure(&found, counting: counting)
            try measureFiles(&found)
            return found
        }
    }

    private func measureFiles(_ found: inout StoreStatistics) throws {
        let folder = ExternalDataFolder(store: path)
        for name in folder.fileNames {
            var status = stat()
            guard lstat("\(folder.path)/\(name)", &status) == 0 else { continue }
            found.externalFiles += 1
            found.externalBytes += Int64(status.st_size)
        }
    }
}

/// Measures the values of entities.
private struct EntitySizes {
    let mapping: StoreMapping
    let connection: SQLiteConnection
    /// SQLite has a limit of columns in one result.
    private static let mostColumns = 200

    func entity(_ entity: EntityMapping) throws -> StoreStatistics.Entity {
        let layout = mapping.schema[entity.entity]
        let table = mapping.tables[entity.table].name.quotedName
        let condition = "WHERE Z_ENT = \(entity.fileNumber)"
        let rows = try connection.first("SELECT COUNT(*) FROM \(table) \(condition)") { $0.integer(0) } ?? 0
        let columns = layout.properties.flatMap { property in
            Self.columns(entity.slots[property.slot]).map { path, column in
                (([property.name] + path).joined(separator: "."), column)
            }
        }.sorted { $0.0 < $1.0 }
        var attributes: [StoreStatistics.Attribute] = []
        for start in stride(from: 0, to: columns.count, by: Self.mostColumns) {
            let some = columns[start..<min(start + Self.mostColumns, columns.count)]
            let sums = some.map { "COUNT(\($0.1.quotedName)), \(ValueSize.sum($0.1))" }.joined(
                separator: ", ")
            let found = try connection.first("SELECT \(sums) FROM \(table) \(condition)") { row in
                some.indices.map { (row.integer(2 * ($0 - start)), row.integer(2 * ($0 - start) + 1)) }
            }
            attributes += zip(some, found ?? []).map {
                StoreStatistics.Attribute(name: $0.0, values: $1.0, bytes: $1.1)
            }
        }
        return StoreStatistics.Entity(name: layout.name, rows: rows, attributes: attributes)
    }

    private static func columns(_ slot: SlotColumns) -> [(path: [String], column: String)] {
        switch slot {
        case .toOne(let ends): [([], ends.key)]
        default: slot.attributes.map { ($0.path, $0.name) }
        }
    }
}

/// The bytes of values in SQLite's format of records.
enum ValueSize {
    /// The sum of a column's bytes.
    static func sum(_ column: String) -> String {
        let name = column.quotedName
        return """
            IFNULL(SUM(CASE typeof(\(name)) WHEN 'text' THEN length(CAST(\(name) AS BLOB)) WHEN 'blob' THEN length(\(name)) \
            WHEN 'real' THEN 8 WHEN 'integer' THEN CASE WHEN \(name) IN (0, 1) THEN 0 WHEN \(name) BETWEEN -128 AND 127 THEN 1 \
            WHEN \(name) BETWEEN -32768 AND 32767 THEN 2 WHEN \(name) BETWEEN -8388608 AND 8388607 THEN 3 \
            WHEN \(name) BETWEEN -2147483648 AND 2147483647 THEN 4 \
            WHEN \(name) BETWEEN -140737488355328 AND 140737488355327 THEN 6 ELSE 8 END ELSE 0 END), 0)
            """
    }
}
