// SPDX-License-Identifier: Apache-2.0
// References that lead to no row become nil, and pairs of join tables go. Part of SQLiteStoreMender.swift.

import PerdureSQL
import PerdureStore

enum ReferenceMending: StoreMending {
    static func run(_ run: inout MendingRun) throws {
        for table in run.mapping.tables {
            var seen: Set<String> = []
            for entity in table.entities.compactMap({ run.mapping[$0] }) {
                for columns in entity.slots {
                    if case .toOne(let ends) = columns, seen.insert(ends.key).inserted {
                        try mend(ends, of: table, &run)
                    }
                    if case .toMany(.foreignKey(let key)) = columns, key.slot == nil {
                        try mend(key, owner: table, &run)
                    }
                }
            }
        }
        for join in run.mapping.joinTables { try mend(join, &run) }
    }

    private static func mend(_ ends: ToOneColumns, of table: TableMapping, _ run: inout MendingRun) throws {
        guard let destination = run.mapping[ends.destination] else { return }
        let target = run.mapping.tables[destination.table]
        let known = Set(target.entities.compactMap { run.mapping[$0]?.fileNumber })
        // A number that no entity of the table has is of an earlier model: programs may read such a row.
        let others = known.subtracting(destination.subtree)
        let row = "d.Z_PK = \(quotedName(table.name)).\(quotedName(ends.key))"
        let rows = "FROM \(quotedName(target.name)) d WHERE \(row)"
        try clear(
            [ends.key, ends.entity, ends.order], of: table.name,
            unless: "SELECT 1 \(rows) AND IFNULL(d.Z_ENT, 0) NOT IN (\(others.sqlList))",
            "references in \(ends.key) that lead to no row of \(target.name) become nil", &run)
        guard let entity = ends.entity else { return }
        let right = "(SELECT d.Z_ENT \(rows))"
        try run.change(
            table.name, "the entity in \(entity) becomes that of the row which \(ends.key) leads to",
            "UPDATE \(quotedName(table.name)) SET \(quotedName(entity)) = \(right)"
                + " WHERE \(quotedName(ends.key)) IS NOT NULL AND \(right) IN (\(known.sqlList))"
                + " AND \(quotedName(entity)) IS NOT \(right)")
    }

    /// The key of a to-many relationship without an inverse, in the table of its members.
    private static func mend(_ key: MemberKey, owner: TableMapping, _ run: inout MendingRun) throws {
        let table = run.mapping.tables[key.table].name
        try clear(
            [key.key, key.entity, key.order], of: table,
            unless:
                "SELECT 1 FROM \(quotedName(owner.name)) d WHERE d.Z_PK = \(quotedName(table)).\(quotedName(key.key))",
            "references in \(key.key) that lead to no row of \(owner.name) become nil", &run)
    }

    private static func clear(
        _ columns: [String?], of table: String, unless condition: String, _ text: String,
        _ run: inout MendingRun
    ) throws {
        let names = columns.compactMap { $0 }.map(quotedName)
        try run.change(
            table, text,
            "UPDATE \(quotedName(table)) SET \(names.map { "\($0) = NULL" }.joined(separator: ", ")), Z_OPT = Z_OPT + 1"
                + " WHERE \(names[0]) IS NOT NULL AND NOT EXISTS (\(condition))")
    }

    private static func mend(_ join: JoinTableMapping, _ run: inout MendingRun) throws {
        let name = quotedName(join.name)
        for (end, target) in run.mapping.ends(of: join) {
            try run.change(
                join.name, "pairs whose \(end.key) leads to no row of \(target.name) are removed",
                "DELETE FROM \(name) WHERE NOT EXISTS (SELECT 1 FROM \(quotedName(target.name)) d"
                    + " WHERE d.Z_PK = \(name).\(quotedName(end.key)))")
        }
    }
}
