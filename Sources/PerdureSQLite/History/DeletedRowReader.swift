// SPDX-License-Identifier: Apache-2.0
// Reads the rows that a transaction will delete, for the history: which of them exist, their entities, and the values that
// their entities preserve. Part of HistoryRecorder.swift.

import PerdureSQL
import PerdureStore

/// Reads rows before their deletion.
struct DeletedRowReader {
    let history: SQLiteHistory
    let connection: SQLiteConnection

    /// How many keys one statement reads.
    private static let batch = 500

    /// The existing rows, in the order of the keys.
    func rows(_ keys: [ObjectKey]) throws -> [DeletedRow] {
        var found: [ObjectKey: DeletedRow] = [:]
        for (root, keys) in Dictionary(grouping: keys, by: \.root) {
            for start in stride(from: 0, to: keys.count, by: Self.batch) {
                let part = keys[start..<min(start + Self.batch, keys.count)]
                try read(part.map(\.number), root) { found[$0.key] = $0 }
            }
        }
        // A repeated key gives one row.
        return keys.compactMap { found.removeValue(forKey: $0) }
    }

    private func read(_ numbers: [Int64], _ root: Int32, _ body: (DeletedRow) -> Void) throws {
        let columns = columns(root)
        let table = history.mapping.tables[try history.mapping.entity(root).table].name
        let names = (["Z_PK", "Z_ENT"] + columns).map(\.quotedName).joined(separator: ", ")
        let marks = Array(repeating: "?", count: numbers.count).joined(separator: ", ")
        let statement = try connection.prepared(
            "SELECT \(names) FROM \(table.quotedName) WHERE Z_PK IN (\(marks))")
        defer { statement.reset() }
        try statement.bind(numbers.map { .integer($0) })
        while try statement.step() {
            let entity = history.mapping.concreteEntity(fileNumber: statement.integer(1), expected: root)
            let key = history.mapping.schema.key(entity: entity, number: statement.integer(0))
            body(DeletedRow(key: key, values: values(statement, columns, entity)))
        }
    }

    /// The columns that at least one entity of a table preserves.
    private func columns(_ root: Int32) -> [String] {
        let subtree = root...history.mapping.schema[root].lastDescendant
        var seen: Set<String> = []
        return subtree.flatMap { history.layout($0)?.preserved ?? [] }.compactMap(\.column)
            .filter { seen.insert($0).inserted }
    }

    private func values(_ row: SQLiteStatement, _ columns: [String], _ entity: Int32) -> [SQLBinding] {
        (history.layout(entity)?.preserved ?? []).map { attribute in
            guard let column = attribute.column, let index = columns.firstIndex(of: column) else {
                return .null
            }
            return row.value(2 + index)
        }
    }
}
