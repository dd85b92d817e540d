// SPDX-License-Identifier: Apache-2.0
// Checks the bookkeeping tables alone, without a model: metadata, the entities' parents, and the entities of rows in tables
// outside of the model.

import PerdureSQL
import PerdureStore

extension StoreCheck {
    /// Checks that the metadata row names the store and its model.
    mutating func metadataRow() throws {
        let faults = [
            ("Z_PLIST IS NULL", "Z_PLIST is NULL: the store does not say which model it was made with"),
            ("typeof(Z_PLIST) NOT IN ('null', 'blob')", "Z_PLIST is no data"),
            ("Z_UUID IS NULL OR Z_UUID = ''", "Z_UUID is empty: the store has no identity"),
        ]
        for (condition, message) in faults {
            try addRows(of: "Z_METADATA", "SELECT Z_VERSION FROM Z_METADATA WHERE \(condition)") { _ in
                message + "; restore the row from a backup"
            }
        }
    }

    /// Checks that every chain of parents ends at a root.
    mutating func hierarchies() throws {
        let entities = try EntityRow.all(connection)
        let parents = Dictionary(entities.map { ($0.number, $0.superentity) }) { first, _ in first }
        var outcomes: [Int64: Outcome] = [:]
        for entity in entities {
            switch Self.outcome(of: entity.number, parents, &outcomes) {
            case .root: continue
            case .ring: parent(of: entity, "leads back to itself through Z_SUPER \(entity.superentity)")
            case .missing:
                guard entity.superentity != 0, parents[entity.superentity] == nil else { continue }
                parent(of: entity, "has the Z_SUPER \(entity.superentity), which is no Z_ENT of the table")
            }
        }
    }

    /// The end of a chain of parents.
    private enum Outcome { case root, ring, missing }

    /// Walks up from an entity, and notes the outcome for all entities on the way.
    private static func outcome(
        of start: Int64, _ parents: [Int64: Int64], _ outcomes: inout [Int64: Outcome]
    ) -> Outcome {
        var walk: [Int64] = []
        var seen: Set<Int64> = []
        var current = start
        var outcome: Outcome?
        while outcome == nil {
            if let known = outcomes[current] {
                outcome = known
            } else if current == 0 {
                outcome = .root
            } else if parents[current] == nil {
                outcome = .missing
            } else if !seen.insert(current).inserted {
                outcome = .ring
            } else {
                walk.append(current)
                current = parents[current] ?? 0
            }
        }
        for number in walk { outcomes[number] = outcome }
        return outcome ?? .root
    }

    private mutating func parent(of entity: EntityRow, _ message: String) {
        guard problems.filter({ $0.object == "Z_PRIMARYKEY" }).count < Self.limit else { return }
        add(
            StoreProblem(
                .error, object: "Z_PRIMARYKEY", row: entity.number,
                "\(entity.name) \(message); restore the row from a backup"))
    }

    /// Reports rows whose entity is not in Z_PRIMARYKEY, in tables outside of the model.
    mutating func checkUnknownEntities(_ known: Set<String>) throws {
        let tables = Set(
            try connection.all("SELECT name FROM sqlite_master WHERE type = 'table'") { $0.text(0) })
        for root in try EntityRow.all(connection) where root.superentity == 0 {
            let table = root.tableName
            guard tables.contains(table), !known.contains(table), try hasEntities(table) else { continue }
            try addRows(
                of: table,
                "SELECT Z_PK, Z_ENT FROM \(table.quotedName)"
                    + " WHERE Z_ENT IS NULL OR Z_ENT NOT IN (SELECT Z_ENT FROM Z_PRIMARYKEY)"
            ) {
                $0.isNull(1) ? "has no entity" : "is of entity \($0.integer(1)), which is not in Z_PRIMARYKEY"
            }
        }
    }

    private func hasEntities(_ table: String) throws -> Bool {
        let columns = try connection.first(
            "SELECT COUNT(*) FROM pragma_table_info(?) WHERE name IN ('Z_PK', 'Z_ENT')", [.text(table)]
        ) { $0.integer(0) }
        return columns == 2
    }
}
