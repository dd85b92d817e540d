// SPDX-License-Identifier: Apache-2.0
// The tables of numbers beside those of entities: Z_PRIMARYKEY, and the counts of merging writes.

import PerdureSQL
import PerdureStore

/// The bookkeeping of one migration.
struct MigratedBookkeeping {
    let connection: SQLiteConnection
    let plan: RestructuringPlan

    private var entities: MigratedEntities { plan.entities }

    func run() throws {
        let largest = try largestKeys()
        try moveMerges()
        let known = entities.old.entities.compactMap { $0?.fileNumber }
        let coming = entities.new.entities.compactMap { $0?.fileNumber }
        try connection.execute(
            "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT IN (\(Set(known + coming).sqlList))")
        for entity in entities.new.entities.compactMap({ $0 }) {
            // Only the row of a root counts keys.
            try EntityRow.insert(
                entity, entities.new, largestKey: largest[entity.entity] ?? 0, connection)
        }
    }

    /// Z_MAX of each new root: no key that was given out is given out again.
    private func largestKeys() throws -> [Int32: Int64] {
        let rows = try EntityRow.all(connection)
        let known = Dictionary(rows.map { ($0.number, $0.largestKey) }, uniquingKeysWith: { $1 })
        var largest: [Int32: Int64] = [:]
        for table in plan.tables {
            let roots = Set(table.pairs.map { entities.oldTable(of: $0).root })
            let former = roots.compactMap { entities.old[$0]?.fileNumber }.compactMap { known[Int64($0)] }
                .max()
            let present = try connection.first("SELECT MAX(Z_PK) FROM \(quotedName(table.table.name))") {
                $0.integer(0)
            }
            largest[table.table.root] = max(former ?? 0, present ?? 0)
        }
        return largest
    }

    // MARK: - Merging writes

    /// Gives the counts of merging writes the new numbers of their roots.
    private func moveMerges() throws {
        guard try connection.hasTable(MergeTable.name) else { return }
        // Negative numbers in between keep old and new ones apart.
        for table in plan.tables {
            let root = entities.new[table.table.root]?.fileNumber ?? 0
            for former in Set(table.pairs.map { entities.oldTable(of: $0).root }).sorted() {
                guard let number = entities.old[former]?.fileNumber else { continue }
                try connection.execute(
                    "UPDATE \(MergeTable.name) SET ENTITY = -\(root) WHERE ENTITY = \(number)"
                        + " AND PK IN (SELECT Z_PK FROM \(quotedName(table.table.name)))")
            }
        }
        try connection.execute("DELETE FROM \(MergeTable.name) WHERE ENTITY > 0")
        try connection.execute("UPDATE \(MergeTable.name) SET ENTITY = -ENTITY")
    }
}
