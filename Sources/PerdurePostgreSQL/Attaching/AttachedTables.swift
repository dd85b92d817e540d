// SPDX-License-Identifier: Apache-2.0
// All tables of others that a store is attached to, for the makers of statements. AttachedChecks.swift makes them.

#if PostgreSQL
import PerdureSQL
import PerdureStore

/// The tables of an attached store, by their names in the mapping.
struct AttachedTables: Sendable {
    let tables: [String: AttachedTable]
    let pairs: [String: RelationName]
    /// The selects of join tables whose keys are no numbers; all others are read as they are.
    let pairSources: [String: String]
    /// Each table comes behind those that it refers to.
    let ranks: [String: Int]
    /// Every column that is a key and no number, by the names of tables and columns.
    let shapes: [String: [String: KeyShape]]
    /// Exchanges keys that are no numbers; nil where all are.
    let keys: KeyedStatements?

    init(
        tables: [String: AttachedTable], pairs: [String: RelationName], pairSources: [String: String],
        ranks: [String: Int], shapes: [String: [String: KeyShape]]
    ) {
        self.tables = tables
        self.pairs = pairs
        self.pairSources = pairSources
        self.ranks = ranks
        self.shapes = shapes
        keys = shapes.isEmpty ? nil : KeyedStatements(KeyDirectory())
    }

    subscript(table: String) -> AttachedTable? { tables[table] }

    /// The table itself, for writes.
    func target(_ name: String) -> String {
        tables[name]?.name.quoted ?? pairs[name]?.quoted ?? ServerName.quoted(name)
    }

    /// What stands for the table in a statement that names it.
    func source(_ name: String) -> String {
        if let table = tables[name] { return "(\(table.source))" }
        return pairSources[name].map { "(\($0))" } ?? target(name)
    }

    /// Orders tables by their to-one relationships: others' foreign keys are looked at by each statement.
    static func ranks(_ mapping: StoreMapping) -> [String: Int] {
        var needs: [Int: Set<Int>] = [:]
        for entity in mapping.entities.compactMap({ $0 }) {
            for case .toOne(let ends) in entity.slots {
                if let other = mapping[ends.destination]?.table, other != entity.table {
                    needs[entity.table, default: []].insert(other)
                }
            }
        }
        var ranks: [Int: Int] = [:]
        while ranks.count < mapping.tables.count {
            let left = mapping.tables.indices.filter { ranks[$0] == nil }
            // A circle has no order; its first table goes first.
            let next =
                left.first { (needs[$0] ?? []).allSatisfy { ranks[$0] != nil } } ?? left[0]
            ranks[next] = ranks.count
        }
        return Dictionary(
            ranks.map { (mapping.tables[$0.key].name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
#endif
