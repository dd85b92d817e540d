// SPDX-License-Identifier: Apache-2.0
// Reads rows by their keys. MemberReader.swift reads the members of relationships.

import PerdureStore

/// Reads rows by their keys, on a borrowed connection.
package struct RowReader {
    let mapping: StoreMapping
    let queries: TableRowQueries
    let connection: any SQLConnection

    package init(mapping: StoreMapping, queries: TableRowQueries, connection: any SQLConnection) {
        self.mapping = mapping
        self.queries = queries
        self.connection = connection
    }

    package func rows(for keys: [ObjectKey]) throws -> [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(keys.count)
        // Most reads are of one object.
        if keys.count == 1 {
            guard let table = mapping[keys[0].root]?.table else { return [] }
            let query = queries[table]
            try read([keys[0].number], query.oneKey, query.rows, &rows)
            return rows
        }
        for (table, numbers) in grouped(keys) {
            try read(numbers, query: queries[table], into: &rows)
        }
        return rows
    }

    package func row(for key: ObjectKey) throws -> Row? { try rows(for: [key]).first }

    /// The numbers of keys by table, each once.
    private func grouped(_ keys: [ObjectKey]) -> [Int: [Int64]] {
        // Many keys are mostly those of one hierarchy, and sorted.
        let isSorted = zip(keys, keys.dropFirst()).allSatisfy { $0.root == $1.root && $0.number < $1.number }
        if isSorted, let first = keys.first {
            return mapping[first.root].map { [$0.table: keys.map(\.number)] } ?? [:]
        }
        var groups: [Int: [Int64]] = [:]
        var seen: Set<ObjectKey> = []
        // A key has no row here when the store does not hold its entity.
        for key in keys where seen.insert(key).inserted {
            guard let table = mapping[key.root]?.table else { continue }
            groups[table, default: []].append(key.number)
        }
        return groups
    }

    private func read(_ numbers: [Int64], query: TableRowQueries.Query, into rows: inout [Row]) throws {
        if numbers.count == 1 { return try read(numbers, query.oneKey, query.rows, &rows) }
        guard !queries.bindsLists, let length = TableRowQueries.lengths.first(where: { $0 >= numbers.count })
        else {
            let statement = try connection.statement(query.anyKeys)
            try statement.bind(.list(.integers(numbers)), at: 1)
            return try statement.readRows(query.rows, into: &rows)
        }
        let padded = numbers + Array(repeating: numbers[numbers.count - 1], count: length - numbers.count)
        try read(padded, queries.text(query, keys: length), query.rows, &rows)
    }

    /// Reads the rows of as many keys as the statement has placeholders.
    private func read(_ numbers: [Int64], _ text: String, _ decoder: RowDecoder, _ rows: inout [Row]) throws {
        let statement = try connection.statement(text)
        for (offset, number) in numbers.enumerated() { try statement.bind(number, at: offset + 1) }
        if numbers.count == 1 { return try statement.readRow(decoder, into: &rows) }
        try statement.readRows(decoder, into: &rows)
    }
}
