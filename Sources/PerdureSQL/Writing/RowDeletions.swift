// SPDX-License-Identifier: Apache-2.0
// Removes rows, and everything about them that is no slot of another row: their pairs in join
// tables, the keys of relationships without inverse, their external files.

import PerdureStore

/// The statements that remove a row of one entity.
struct DeletionPlan {
    let table: String
    /// With the key alone; the checked form adds the version.
    let text: String
    let checkedText: String
    let external: [String]
    /// Run before, each with the row's key as its only value.
    let links: [String]

    init(_ entity: EntityMapping, mapping: StoreMapping) {
        table = quotedName(mapping.tables[entity.table].name)
        text = "DELETE FROM \(table) WHERE Z_PK = ?1"
        checkedText = text + " AND IFNULL(Z_OPT, 0) = ?2"
        external = entity.slots.enumerated().flatMap { WriteColumn.columns(of: $0, $1) }
            .filter { $0.part == .externalValue }.map(\.name)
        links = entity.slots.flatMap { Self.links($0, mapping) }
    }

    private static func links(_ columns: SlotColumns, _ mapping: StoreMapping) -> [String] {
        guard case .toMany(let members) = columns else { return [] }
        switch members {
        case .joinTable(let link):
            let join = quotedName(mapping.joinTables[link.table].name)
            let other = link.isReflexive ? " OR \(quotedName(link.member)) = ?1" : ""
            return ["DELETE FROM \(join) WHERE \(quotedName(link.own)) = ?1\(other)"]
        case .foreignKey(let key):
            // A key that is a slot of the members is changed by their own updates.
            guard key.slot == nil else { return [] }
            let cleared = ([key.key, key.entity, key.order].compactMap { $0 }).map {
                quotedName($0) + " = NULL"
            }
            return [
                "UPDATE \(quotedName(mapping.tables[key.table].name)) SET \(cleared.joined(separator: ", "))"
                    + " WHERE \(quotedName(key.key)) = ?1"
            ]
        }
    }
}

extension WritePipeline {
    mutating func delete(_ deletions: [RowDeletion]) throws {
        var plans: [Int32: DeletionPlan] = [:]
        for deletion in deletions {
            let plan =
                try plans[deletion.key.entity]
                ?? DeletionPlan(try mapping.entity(deletion.key.entity), mapping: mapping)
            plans[deletion.key.entity] = plan
            try delete(deletion, plan)
        }
    }

    private mutating func delete(_ deletion: RowDeletion, _ plan: DeletionPlan) throws {
        for column in plan.external { try releaseExternal(column, table: plan.table, key: deletion.key) }
        for text in plan.links {
            let statement = try connection.statement(text)
            try statement.bind(deletion.key.number, at: 1)
            try statement.run()
        }
        let isChecked = deletion.expectedVersion != nil
        let statement = try connection.statement(isChecked ? plan.checkedText : plan.text)
        try statement.bind(deletion.key.number, at: 1)
        if let expected = deletion.expectedVersion { try statement.bind(expected, at: 2) }
        // A row that is gone already conflicts with a checked deletion only.
        if try statement.run() == 0 && isChecked { conflicts.append(.version(deletion.key)) }
    }
}
