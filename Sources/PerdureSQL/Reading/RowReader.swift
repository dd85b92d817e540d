// SPDX-License-Identifier: Apache-2.0
// Reads rows by their keys. The members of relationships are MemberReader.swift's.

import PerdureStore

/// Reads rows by their keys, on a borrowed connection.
package struct RowReader {
    let mapping: StoreMapping
    let plans: TablePlans
    let connection: any SQLConnection

    package init(mapping: StoreMapping, plans: TablePlans, connection: any SQLConnection) {
        self.mapping = mapping
        self.plans = plans
        self.connection = connection
    }

    /// Keys in one statement: lists of these lengths are padded with their last key, so that few texts are enough.
    private static let lengths = [1, 8, 64, 512]

    package func rows(for keys: [ObjectKey]) throws -> [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(keys.count)
        for (table, numbers) in grouped(keys) {
            var rest = numbers[...]
            while !rest.isEmpty {
                let length = Self.lengths.first { $0 >= rest.count } ?? Self.lengths[Self.lengths.count - 1]
                try read(rest.prefix(length), length: length, plan: plans[table], into: &rows)
                rest = rest.dropFirst(length)
            }
        }
        return rows
    }

    package func row(for key: ObjectKey) throws -> Row? { try rows(for: [key]).first }

    private func grouped(_ keys: [ObjectKey]) -> [Int: [Int64]] {
        if keys.count == 1, let table = mapping[keys[0].root]?.table { return [table: [keys[0].number]] }
        var groups: [Int: [Int64]] = [:]
        var seen: Set<ObjectKey> = []
        // A key of an entity that the store does not hold has no row here.
        for key in keys where seen.insert(key).inserted {
            guard let table = mapping[key.root]?.table else { continue }
            groups[table, default: []].append(key.number)
        }
        return groups
    }

    private func read(
        _ numbers: ArraySlice<Int64>, length: Int, plan: TablePlans.Plan, into rows: inout [Row]
    )
        throws
    {
        let text = length == 1 ? plan.oneKey : plan.select + TablePlans.keyList(length)
        let statement = try connection.statement(text)
        var last: Int64 = 0
        var iterator = numbers.makeIterator()
        for index in 1...length {
            last = iterator.next() ?? last
            try statement.bind(last, at: index)
        }
        try statement.readRows(plan.rows, into: &rows)
    }
}
