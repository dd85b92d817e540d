// SPDX-License-Identifier: Apache-2.0
// All rows of all tables of a file, for comparison before and after a change.

import Foundation
import PerdureTestSupport

/// The whole content of a database.
struct TableDump {
    /// Table → row identity → column → value as text.
    private var tables: [String: [String: [String: String]]] = [:]
    private var definitions: [String] = []

    init(_ file: URL) throws {
        let database = try RawDatabase(file)
        definitions = try database.rows("SELECT type, name, IFNULL(sql, '') FROM sqlite_master ORDER BY 1, 2")
            .map { $0.joined(separator: "|") }
        let names = try database.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
        for name in names.map({ $0[0] }) { tables[name] = try Self.rows(of: name, in: database) }
    }

    private static func rows(of table: String, in database: RawDatabase) throws -> [String: [String: String]]
    {
        let columns = try database.rows("PRAGMA table_info(\"\(table)\")").map { $0[1] }
        let identity = ["Z_PK", "Z_ENT"].first(where: columns.contains) ?? "rowid"
        let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        var rows: [String: [String: String]] = [:]
        for row in try database.rows("SELECT \(identity), \(list) FROM \"\(table)\"") {
            rows[row[0]] = Dictionary(uniqueKeysWithValues: zip(columns, row.dropFirst()))
        }
        // A join row has no identity but its values.
        let isJoinTable = identity == "rowid" && table.dropFirst(2).first?.isNumber == true
        return isJoinTable ? rowsByContent(rows) : rows
    }

    private static func rowsByContent(_ rows: [String: [String: String]]) -> [String: [String: String]] {
        Dictionary(rows.values.map { (describe($0), $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func describe(_ row: [String: String]) -> String {
        row.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }

    /// One line per difference, sorted: "ZTABLE 3 ZNAME", "ZTABLE 7 inserted", "ZTABLE 9 deleted", or a definition.
    func differences(from before: TableDump) -> [String] {
        var lines = Set(definitions).symmetricDifference(before.definitions).map { "definition \($0)" }
        for table in Set(tables.keys).union(before.tables.keys) {
            lines += Self.differences(in: table, tables[table] ?? [:], before.tables[table] ?? [:])
        }
        return lines.sorted()
    }

    private static func differences(
        in table: String, _ now: [String: [String: String]], _ before: [String: [String: String]]
    ) -> [String] {
        Set(now.keys).union(before.keys).flatMap { id -> [String] in
            guard let old = before[id] else { return ["\(table) \(id) inserted"] }
            guard let new = now[id] else { return ["\(table) \(id) deleted"] }
            return Set(new.keys).union(old.keys).filter { new[$0] != old[$0] }.map { "\(table) \(id) \($0)" }
        }
    }
}
