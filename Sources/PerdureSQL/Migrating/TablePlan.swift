// SPDX-License-Identifier: Apache-2.0
// What becomes of one table: which old column each new one takes over, which are added, and what one UPDATE sets.
// ColumnValues.swift finds the values, NameRoom.swift names that are free.

import PerdureStore

/// The columns of one new table.
package struct TablePlan {
    package let table: TableMapping
    /// The old table that becomes this one; nil for a table that is made.
    package let base: TableMapping?
    /// The entities whose rows stay, or arrive from another table.
    package let pairs: [MigratedEntity]
    /// New column → the old column that becomes it.
    package private(set) var taken: [String: String] = [:]
    /// By the number of the entity in the file before.
    private let values: [Int32: [String: ColumnValue]]
    private let system: Set<String>
    private let words: any MigrationWords

    /// Decides for one table.
    package init(_ table: TableMapping, _ entities: MigratedEntities, _ links: LinkPlan) {
        self.table = table
        words = entities.words
        base = entities.base(of: table)
        system = Set(entities.new.system.names)
        pairs = entities.pairs.filter { entities.newTable(of: $0).root == table.root }
        let shared = Self.memberKeys(table, entities, links)
        values = Dictionary(
            uniqueKeysWithValues: pairs.map { pair in
                let own = ColumnValues(entities: entities, links: links, pair: pair).all()
                return (pair.oldNumber, own.merging(shared) { first, _ in first })
            })
        if base != nil { takeOver() }
    }

    /// The columns of to-many relationships without inverse, which all rows of the members' table have.
    private static func memberKeys(_ table: TableMapping, _ entities: MigratedEntities, _ links: LinkPlan)
        -> [String: ColumnValue]
    {
        var found: [String: ColumnValue] = [:]
        for (place, kept) in links.memberKeys {
            guard case .toMany(.foreignKey(let key)) = entities.new.columns(place),
                entities.new.tables[key.table].root == table.root
            else { continue }
            found[key.key] = ColumnValue(source: kept.key)
            if let order = key.order, let former = kept.order { found[order] = ColumnValue(source: former) }
        }
        return found
    }

    /// The columns that the model knows, without the key, the entity and the version.
    package var columns: [ColumnMapping] { table.columns.filter { !system.contains($0.name) } }

    /// The columns that no old one becomes.
    package var added: [ColumnMapping] { columns.filter { taken[$0.name] == nil } }

    /// The old columns that the model knew and that become no new one.
    package var leftOver: [String] {
        let used = Set(taken.values)
        return (base?.columns ?? []).map(\.name).filter { !system.contains($0) && !used.contains($0) }
    }

    /// What a column gets for the rows of an entity.
    package func value(of column: String, for pair: MigratedEntity) -> ColumnValue {
        values[pair.oldNumber]?[column] ?? .none
    }

    // MARK: - Taking over

    /// Lets each new column take over the old one that most rows have in it; equal names come first.
    private mutating func takeOver() {
        let types = Dictionary(
            (base?.columns ?? []).map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        var free = Set(types.keys)
        var wishes: [(column: String, old: String, isSame: Bool, count: Int)] = []
        for column in columns {
            for (old, count) in sources(of: column.name) where types[old] == column.type {
                wishes.append((column.name, old, column.name == old, count))
            }
        }
        wishes.sort { ($0.isSame ? 0 : 1, -$0.count, $0.column) < ($1.isSame ? 0 : 1, -$1.count, $1.column) }
        for wish in wishes where taken[wish.column] == nil && free.remove(wish.old) != nil {
            taken[wish.column] = wish.old
        }
    }

    /// The old columns that values of a new one come from, by the number of entities.
    private func sources(of column: String) -> [String: Int] {
        var counts: [String: Int] = [:]
        for pair in pairs {
            if let source = value(of: column, for: pair).source { counts[source, default: 0] += 1 }
        }
        return counts
    }

    // MARK: - Values

    /// What an UPDATE has to set in a column, by the entities' numbers before; empty for a column that is right already.
    package func changes(of column: String, _ former: StoreMapping, _ name: (String) -> String)
        -> [(number: Int32, part: SQLPart)]
    {
        let physical = taken[column]
        return pairs.compactMap { pair in
            let value = value(of: column, for: pair)
            if value.source == physical, value.isPlain { return nil }
            if value == .none, !holds(pair, physical, former) { return nil }
            return (pair.oldNumber, value.part(words, name))
        }
    }

    /// The old columns that stay, and whose values an UPDATE sets.
    package func rewritten(_ former: StoreMapping) -> Set<String> {
        Set(taken.filter { column, _ in !changes(of: column, former) { $0 }.isEmpty }.values)
    }

    /// Whether rows of an entity may have had a value in an old column.
    private func holds(_ pair: MigratedEntity, _ column: String?, _ former: StoreMapping) -> Bool {
        guard let column else { return false }
        let own = pair.old.slots.contains { slot in
            if case .toOne(let ends) = slot { return [ends.key, ends.entity, ends.order].contains(column) }
            return slot.leaves.contains { $0.column.name == column }
        }
        return own || former.isMemberKey(column, in: base)
    }
}

extension StoreMapping {
    /// Whether a column belongs to a to-many relationship without inverse, whatever the row's entity.
    fileprivate func isMemberKey(_ column: String, in table: TableMapping?) -> Bool {
        entities.compactMap { $0 }.flatMap(\.slots).contains { slot in
            guard case .toMany(.foreignKey(let key)) = slot, key.slot == nil else { return false }
            return tables[key.table].root == table?.root && (key.key == column || key.order == column)
        }
    }
}
