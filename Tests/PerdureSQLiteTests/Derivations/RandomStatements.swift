// SPDX-License-Identifier: Apache-2.0
// Random SQL for DerivedRandomTests.swift: insertions in any order, updates of many rows, moves, deletions, pairs.

import PerdureSQL
import PerdureStore

@testable import PerdureSQLite

/// Statements that write the tables of the model, the same for the same seed.
struct RandomStatements {
    private var generator: SeededGenerator
    private let tables: [String: TableShape]
    private let joins: [JoinTableMapping]
    private let orderNumbers: [Int]
    private var nextKey = 1000

    private struct TableShape {
        var entity: Int
        var numbers: [String]
        /// Key columns, and the tables that they point to.
        var keys: [(column: String, table: String)]
    }

    init(_ store: OpenStore, seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        let mapping = store.engine.mapping
        func number(_ name: String) -> Int {
            Int(store.schema.entity(named: name).flatMap { mapping[$0.number]?.fileNumber } ?? 0)
        }
        let notes = "Z\(number("Order"))NOTES"
        orderNumbers = [number("Order"), number("Rush")]
        joins = mapping.joinTables
        tables = [
            "ZORDER": TableShape(
                entity: number("Order"), numbers: ["ZDUE", "ZCODE"], keys: [("ZCUSTOMER", "ZCUSTOMER")]),
            "ZITEM": TableShape(
                entity: number("Item"), numbers: ["ZPOINTS", "ZWEIGHT", "ZPRICE", "ZMADE"],
                keys: [("ZORDER", "ZORDER"), ("ZPRODUCT", "ZPRODUCT")]),
            "ZPRODUCT": TableShape(entity: number("Product"), numbers: ["ZCOST"], keys: []),
            "ZCUSTOMER": TableShape(entity: number("Customer"), numbers: ["ZAGE", "ZNAME"], keys: []),
            "ZTAG": TableShape(entity: number("Tag"), numbers: ["ZWEIGHT"], keys: [("ZPARENT", "ZTAG")]),
            "ZNOTE": TableShape(entity: number("Note"), numbers: ["ZSIZE"], keys: [(notes, "ZORDER")]),
        ]
    }

    mutating func next() -> [String] {
        let name = tables.keys.sorted().randomElement(using: &generator)!
        let table = tables[name]!
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...3: return [insertion(name, table, key: key(isNew: true))]
        case 4: return withOwner(name, table)
        case 5, 6: return [update(name, table)]
        case 7, 8: return table.keys.isEmpty ? [update(name, table)] : [move(name, table)]
        case 9: return deletion(name)
        default: return [pair()]
        }
    }

    private mutating func key(isNew: Bool = false) -> Int {
        guard isNew else { return Int.random(in: 1000...max(nextKey, 1001), using: &generator) }
        nextKey += 1
        return nextKey
    }

    private mutating func value() -> String {
        Int.random(in: 0..<6, using: &generator) == 0
            ? "NULL" : "\(Int.random(in: -9...9, using: &generator))"
    }

    /// The key of a row; it may not be there, and NULL now and then.
    private mutating func reference(_ table: String) -> String {
        Int.random(in: 0..<5, using: &generator) == 0
            ? "NULL" : "(SELECT Z_PK FROM \(table) WHERE Z_PK >= \(key()) LIMIT 1)"
    }

    private mutating func insertion(_ name: String, _ table: TableShape, key: Int, owner: Int? = nil)
        -> String
    {
        let entity = name == "ZORDER" ? orderNumbers.randomElement(using: &generator)! : table.entity
        var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
        var values = ["\(key)", "\(entity)", "1"]
        for column in table.numbers {
            columns.append(column)
            values.append(value())
        }
        for (index, link) in table.keys.enumerated() {
            columns.append(link.column)
            values.append(
                index == 0 ? owner.map(String.init) ?? reference(link.table) : reference(link.table))
        }
        return
            "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
    }

    /// A row, and after it the row that it points to.
    private mutating func withOwner(_ name: String, _ table: TableShape) -> [String] {
        guard let target = table.keys.first?.table else { return [update(name, table)] }
        let owner = key(isNew: true)
        let member =
            Int.random(in: 0..<4, using: &generator) == 0 && target == name ? owner : key(isNew: true)
        let first = insertion(name, table, key: member, owner: owner)
        return member == owner ? [first] : [first, insertion(target, tables[target]!, key: owner)]
    }

    private mutating func update(_ name: String, _ table: TableShape) -> String {
        let column = table.numbers.randomElement(using: &generator)!
        return "UPDATE \(name) SET \(column) = \(value()), Z_OPT = Z_OPT + 1 WHERE Z_PK % \(modulus()) = 0"
    }

    private mutating func move(_ name: String, _ table: TableShape) -> String {
        let link = table.keys.randomElement(using: &generator)!
        let number = table.numbers.randomElement(using: &generator)!
        return "UPDATE \(name) SET \(link.column) = \(reference(link.table)), \(number) = \(value()) "
            + "WHERE Z_PK % \(modulus()) = 0"
    }

    private mutating func modulus() -> Int { Int.random(in: 1...7, using: &generator) }

    /// Rows go, and what points to them is cleared before or after.
    private mutating func deletion(_ name: String) -> [String] {
        let condition =
            "IN (SELECT Z_PK FROM \(name) WHERE Z_PK % 9 = \(Int.random(in: 0..<9, using: &generator)))"
        let keys = "SELECT Z_PK FROM temp.doomed"
        var clearing: [String] = []
        for (other, shape) in tables.sorted(by: { $0.key < $1.key }) {
            for link in shape.keys where link.table == name {
                clearing.append("UPDATE \(other) SET \(link.column) = NULL WHERE \(link.column) IN (\(keys))")
            }
        }
        for join in joins {
            for (column, entity) in [(join.owner.key, name), (join.member.key, name)]
            where points(column, join, to: entity) {
                clearing.append("DELETE FROM \(join.name) WHERE \(column) IN (\(keys))")
            }
        }
        let deletion = ["DELETE FROM \(name) WHERE Z_PK IN (\(keys))"]
        let doomed = [
            "CREATE TEMP TABLE IF NOT EXISTS doomed (Z_PK INTEGER)", "DELETE FROM temp.doomed",
            "INSERT INTO temp.doomed SELECT Z_PK FROM \(name) WHERE Z_PK \(condition)",
        ]
        let isFirst = Bool.random(using: &generator)
        return doomed + (isFirst ? deletion + clearing : clearing + deletion)
    }

    /// Which table a key column of a join table points to, by the names of the model.
    private func points(_ column: String, _ join: JoinTableMapping, to table: String) -> Bool {
        target(column, join) == table
    }

    private func target(_ column: String, _ join: JoinTableMapping) -> String {
        if join.isReflexive { return "ZCUSTOMER" }
        return column.hasSuffix("ITEMS") ? "ZITEM" : "ZTAG"
    }

    private mutating func pair() -> String {
        let join = joins.randomElement(using: &generator)!
        let (own, member) = (join.owner.key, join.member.key)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return "DELETE FROM \(join.name) WHERE \(own) % \(modulus()) = 0"
        case 1:
            return
                "UPDATE OR IGNORE \(join.name) SET \(member) = IFNULL(\(present(target(member, join))), \(member)) "
                + "WHERE \(own) % \(modulus()) = 0"
        default:
            return "INSERT OR IGNORE INTO \(join.name) (\(own), \(member)) SELECT one.Z_PK, other.Z_PK "
                + "FROM \(target(own, join)) AS one, \(target(member, join)) AS other "
                + "WHERE one.Z_PK % \(modulus()) = 0 AND other.Z_PK % \(modulus() + 2) = 0"
        }
    }

    private mutating func present(_ table: String) -> String {
        "(SELECT Z_PK FROM \(table) WHERE Z_PK >= \(key()) LIMIT 1)"
    }
}
