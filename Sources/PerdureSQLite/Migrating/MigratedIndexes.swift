// SPDX-License-Identifier: Apache-2.0
// The indexes of a file in a migration: those that name what changes go first and are made last. Indexes that the model does not
// know stay where they can.

import CSQLite
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

        /// Whether the index forbids equal values.
        var isUnique: Bool { text.uppercased().hasPrefix("CREATE UNIQUE ") }

        /// Whether the index may name one of some columns; a condition or an expression may name any.
        func names(anyOf moved: Set<String>) -> Bool {
            guard !moved.isEmpty else { return false }
            let mayNameAny = columns.contains("") || text.uppercased().contains(" WHERE ")
            return mayNameAny || !columns.isDisjoint(with: moved)
        }
    }

    /// Removes the indexes of the old version that the new one does not have, and those in the way of renames and removals.
    func drop() throws {
        let old = Set(try SchemaDefinition.indexes(of: plan.entities.old).map { $0.name.lowercased() })
        let wanted = try texts(plan.entities.new)
        let dropped = Set(plan.droppedTables)
        let new = plan.entities.new
        let tables = Set((new.tables.map(\.name) + new.joinTables.map(\.name)).map { $0.uppercased() })
        for index in try all() {
            let isOurs = old.contains(index.name.lowercased())
            if dropped.contains(index.table) {
                // A table that stays for a while must not keep names that others need.
                if plan.defersRemovals, isOurs {
                    try connection.execute("DROP INDEX \(quotedName(index.name))")
                }
                continue
            }
            let isWanted = wanted[index.name.lowercased()] == index.text
            let isInTheWay =
                (isOurs && plan.movedTables.contains(index.table))
                || index.names(anyOf: obstructed(by: index, isOurs: isOurs))
            // An index cannot be renamed, so one with a name of the new version goes, whoever made it.
            let hasTakenName =
                wanted[index.name.lowercased()] != nil || tables.contains(index.name.uppercased())
            guard isInTheWay || ((isOurs || hasTakenName) && !isWanted) else { continue }
            try connection.execute("DROP INDEX \(quotedName(index.name))")
        }
    }

    /// The columns whose change an index is in the way of.
    private func obstructed(by index: Index, isOurs: Bool) -> Set<String> {
        // Renames carry along what the model does not know; only what is removed is in its way.
        guard isOurs else { return plan.droppedColumns(of: index.table) }
        let moved = plan.movedColumns(of: index.table)
        // Values that become equal are found by the checks, which name the rows.
        return index.isUnique ? moved.union(plan.rewrittenColumns(of: index.table)) : moved
    }

    /// Makes the missing indexes of the new version that allow equal values.
    func make() throws {
        for index in try missing() where !index.isUnique { try connection.execute(index.sql) }
    }

    /// Makes the missing unique indexes, when all values are there.
    ///
    /// - Throws: `MigrationFailure` for values that are equal; an index spans the whole table, as in Core Data's files.
    func makeUnique() throws {
        for index in try missing() where index.isUnique {
            do { try connection.execute(index.sql) } catch StoreError.database(let code, _, _, _)
                where code == SQLITE_CONSTRAINT
            {
                throw duplicates(index)
            }
        }
    }

    private func missing() throws -> [SQLDefinition] {
        let present = Set(try all().map { $0.name.lowercased() })
        return try SchemaDefinition.indexes(of: plan.entities.new).filter {
            !present.contains($0.name.lowercased())
        }
    }

    private func duplicates(_ index: SQLDefinition) -> MigrationFailure {
        var found = (length: 0, failure: MigrationFailure(.duplicates([]), entity: index.name, rows: []))
        for layout in plan.entities.new.schema.entities {
            for names in layout.uniquenessConstraints {
                // One name may begin with another; a number follows where names are not free.
                let start = "Z_\(layout.name)_UNIQUE_\(names.joined(separator: "_"))"
                guard start.count > found.length, index.name.hasPrefix(start),
                    index.name.dropFirst(start.count).allSatisfy(\.isNumber)
                else { continue }
                found = (start.count, MigrationFailure(.duplicates(names), entity: layout.name, rows: []))
            }
        }
        return found.failure
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

extension SQLDefinition {
    fileprivate var isUnique: Bool { sql.hasPrefix("CREATE UNIQUE ") }
}
