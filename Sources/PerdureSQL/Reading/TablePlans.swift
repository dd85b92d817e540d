// SPDX-License-Identifier: Apache-2.0
// One statement per table that reads whole rows of any of its entities. Compiled when a store is
// opened; RowReader.swift adds the keys.

import PerdureStore

/// How to read whole rows of each table.
package struct TablePlans: Sendable {
    package struct Plan: Sendable {
        /// `SELECT … FROM …`, without a condition.
        package let select: String
        /// The statement for one key, the most frequent one.
        package let oneKey: String
        /// The statement for any number of keys, bound as one list.
        package let anyKeys: String
        package let rows: RowPlan
    }

    private let plans: [Plan]
    private let key: String

    package subscript(table: Int) -> Plan { plans[table] }

    package init(mapping: StoreMapping, dialect: SQLDialect) {
        let list = dialect.listSelect(.integers, dialect.placeholder(1))
        let key = mapping.system.key
        self.key = key
        plans = mapping.tables.map { table in
            let columns = table.columns.map(\.name)
            let places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
            let expressions = columns.map {
                $0 == mapping.system.version ? mapping.rowVersion(of: table) : quotedName($0)
            }
            let select =
                "SELECT \(expressions.joined(separator: ", ")) FROM \(quotedName(table.name))"
            return Plan(
                select: select, oneKey: select + " WHERE \(key) = ?",
                anyKeys: select + " WHERE \(key) IN (\(list))",
                rows: Self.rowPlan(table, places: places, mapping: mapping))
        }
    }

    /// A condition for as many keys.
    func keyMarks(_ length: Int) -> String {
        " WHERE \(key) IN (" + Array(repeating: "?", count: length).joined(separator: ", ") + ")"
    }

    private static func rowPlan(_ table: TableMapping, places: [String: Int], mapping: StoreMapping)
        -> RowPlan
    {
        var layouts: [RowPlan.Layout?] = []
        for number in table.entities {
            guard let entity = mapping[number] else { continue }
            let fileNumber = Int(entity.fileNumber)
            while layouts.count <= fileNumber { layouts.append(nil) }
            layouts[fileNumber] = layout(entity, places: places, mapping: mapping)
        }
        return RowPlan(mapping: mapping, layouts: layouts, subject: mapping.schema[table.root].name)
    }

    private static func layout(_ entity: EntityMapping, places: [String: Int], mapping: StoreMapping)
        -> RowPlan.Layout
    {
        let moves = entity.slots.enumerated().compactMap { slot, columns in
            columns.source(places).map { ColumnMove(slot: slot, source: $0) }
        }
        let layout = mapping.schema[entity.entity]
        return RowPlan.Layout(
            EntityRowPlan(
                entity: entity.entity, root: layout.root, slotCount: layout.properties.count, moves: moves),
            mapping: mapping)
    }
}

/// A name as a quoted identifier.
package func quotedName(_ name: String) -> String {
    // Apple's names are plain words; those of a file or of a model in another script may hold anything.
    guard name.utf8.contains(UInt8(ascii: "\"")) else { return "\"\(name)\"" }
    return "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        + "\""
}
