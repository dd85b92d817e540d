// SPDX-License-Identifier: Apache-2.0
// The counters of a store that is replaced by one made anew: numbers of objects and of transactions go on from there.

import PerdureStore

extension SQLiteStoreFile {
    /// The last numbers that a store has given out.
    ///
    /// - Parameter path: The store's file.
    /// - Returns: The numbers; a counter that is lower than the table's highest key does not count.
    /// - Throws: `StoreError.notAStore`, and any error of a read.
    package static func givenNumbers(at path: String) throws -> GivenNumbers {
        try readingAtOnce(path, 10) { connection in
            let entities = try EntityRow.all(connection)
            let keys = try highestKeys(entities, connection)
            var given = GivenNumbers()
            for root in entities where root.superentity == 0 && root.number < EntityRow.historyNumbers {
                given.objects[root.name] = max(root.largestKey, keys[root.number] ?? 0)
            }
            let table = HistoryFormat.Table.transaction
            let rows = try connection.hasTable(table.table) ? highest(table.table, connection) : 0
            let counter = entities.first { $0.number == table.rawValue }?.largestKey ?? 0
            given.transaction = max(counter, rows)
            given.hasHistory = rows > 0
            return given
        }
    }

    /// The highest key of each root's table, by the root's number.
    private static func highestKeys(_ entities: [EntityRow], _ connection: SQLiteConnection) throws
        -> [Int64: Int64]
    {
        let known = Dictionary(entities.map { ($0.number, $0) }) { first, _ in first }
        var highest: [Int64: Int64] = [:]
        for table in try EntityRow.tables(connection) {
            let last = try connection.first(
                "SELECT Z_PK, Z_ENT FROM \(table.quotedName) ORDER BY Z_PK DESC LIMIT 1"
            ) { (key: $0.integer(0), entity: $0.integer(1)) }
            guard let last else { continue }
            // The entity of a damaged row says nothing of the table.
            let root =
                root(of: last.entity, known)
                ?? entities.first { $0.superentity == 0 && $0.tableName == table }?.number
            if let root { highest[root] = max(highest[root] ?? 0, last.key) }
        }
        return highest
    }

    /// The root above an entity; nil for an unknown entity, and where the chain of parents has no end.
    private static func root(of entity: Int64, _ known: [Int64: EntityRow]) -> Int64? {
        var found = known[entity]
        for _ in known {
            guard let current = found, current.superentity != 0 else { return found?.number }
            found = known[current.superentity]
        }
        return nil
    }

    private static func highest(_ table: String, _ connection: SQLiteConnection) throws -> Int64 {
        try connection.first("SELECT IFNULL(MAX(Z_PK), 0) FROM \(table.quotedName)") { $0.integer(0) } ?? 0
    }

    /// Lets a store without a history begin its own after that of another store.
    ///
    /// One number is left out, so that every token of the other history is before the first transaction that is kept, and
    /// hence expired: what has changed since cannot be told.
    ///
    /// - Parameters:
    ///   - transaction: The newest transaction of the other history.
    ///   - path: The store's file.
    /// - Throws: Any error of a write.
    package static func beginHistory(after transaction: Int64, at path: String) throws {
        let connection = try StoreOpening(options: SQLiteOptions(path: path)).writer()
        try requireStore(connection)
        try connection.beginWriting()
        do {
            let table = HistoryFormat.Table.transaction
            try connection.run(
                "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, ?)"
                    + " ON CONFLICT (Z_ENT) DO UPDATE SET Z_MAX = MAX(Z_MAX, excluded.Z_MAX)",
                [.integer(table.rawValue), .text(table.name), .integer(transaction + 1)])
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }
}
