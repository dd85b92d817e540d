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

    /// Lists of these lengths are padded with their last key, so that few texts are enough; longer ones are one value.
    private static let lengths = [1, 8, 64, 512]

    package func rows(for keys: [ObjectKey]) throws -> [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(keys.count)
        for (table, numbers) in grouped(keys) {
            try read(numbers, plan: plans[table], into: &rows)
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

    private func read(_ numbers: [Int64], plan: TablePlans.Plan, into rows: inout [Row]) throws {
        guard let length = Self.lengths.first(where: { $0 >= numbers.count }) else {
            let statement = try connection.statement(plan.anyKeys)
            try statement.bind(BoundLists.json(numbers), at: 1)
            return try statement.readRows(plan.rows, into: &rows)
        }
        let text = length == 1 ? plan.oneKey : plan.select + plans.keyMarks(length)
        let statement = try connection.statement(text)
        for index in 1...length {
            try statement.bind(numbers[min(index, numbers.count) - 1], at: index)
        }
        try statement.readRows(plan.rows, into: &rows)
    }
}
