// SPDX-License-Identifier: Apache-2.0
// The indexes of a file in a migration: those that name what changes go first and are made last. Indexes that the model does not
// know stay where they can.

import PerdureSQL
import PerdureStore

/// The indexes of one migration.
struct MigratedIndexes {
    let connection: SQLiteConnection
    let plan: RestructuringPlan

    private struct Index {
        let name: String
        let table: String
        let text: String
        let columns: Set<String>
    }

    /// Removes the indexes of the old version that the new one does not have, and those in the way of renames and removals.
    func drop() throws {
        let old = Set(try SchemaDefinition.indexes(of: plan.entities.old).map { $0.name.lowercased() })
        let wanted = try texts(plan.entities.new)
        let dropped = Set(plan.droppedTables)
        for index in try all() where !dropped.contains(index.table) {
            let isWanted = wanted[index.name.lowercased()] == index.text
            let isInTheWay =
                plan.movedTables.contains(index.table)
                || !plan.movedColumns(of: index.table).isDisjoint(with: index.columns)
            guard isInTheWay || (old.contains(index.name.lowercased()) && !isWanted) else { continue }
            try connection.execute("DROP INDEX \(quotedName(index.name))")
        }
    }

    /// Makes the missing indexes of the new version.
    func make() throws {
        let present = Set(try all().map { $0.name.lowercased() })
        for index in try SchemaDefinition.indexes(of: plan.entities.new)
        where !present.contains(index.name.lowercased()) {
            try connection.execute(index.sql)
        }
    }

    private func texts(_ mapping: StoreMapping) throws -> [String: String] {
        Dictionary(
            try SchemaDefinition.indexes(of: mapping).map { ($0.name.lowercased(), $0.sql) },
            uniquingKeysWith: { first, _ in first })
    }

    private func all() throws -> [Index] {
        let rows = try connection.all(
            "SELECT m.name, m.tbl_name, m.sql, i.name FROM sqlite_master m, pragma_index_info(m.name) i"
                + " WHERE m.type = 'index' AND m.sql IS NOT NULL ORDER BY m.name"
        ) { (name: $0.text(0), table: $0.text(1), sql: $0.text(2), column: $0.text(3)) }
        return Dictionary(grouping: rows, by: \.name).values.map { parts in
            Index(
                name: parts[0].name, table: parts[0].table, text: parts[0].sql,
                columns: Set(parts.map(\.column)))
        }.sorted { $0.name < $1.name }
    }
}
