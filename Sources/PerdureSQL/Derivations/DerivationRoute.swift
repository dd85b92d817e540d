// SPDX-License-Identifier: Apache-2.0
// A derivation as tables and columns: where its value stands, and the way from there to what it is computed from.
// The other files of this folder write it as text.

import PerdurePredicates
import PerdureStore

/// The way of one derivation through the tables of a store.
///
/// Depth 0 is the table that has the derived column (home); each hop leads one deeper.
struct DerivationRoute {
    let form: DerivationForm
    let attribute: String
    /// Stands for the attribute in the names of triggers: the entity, which declares it, and the attribute; for one that
    /// would be taken for an earlier one, because SQLite ignores the case of names, its column too.
    let label: String
    let column: AttributeColumn
    /// The names of the tables, by depth.
    let tables: [String]
    let hops: [Hop]
    /// The column that is read at the end; nil for a count and for the clock.
    let source: AttributeColumn?
    /// The file's numbers of the entities that have the attribute, where others live in the same table.
    let entities: [Int32]?

    /// One relationship.
    enum Hop {
        /// A key in the table above.
        case toOne(key: String)
        /// A key in the table below.
        case members(key: String)
        /// Pairs in a table between the two.
        case links(Links)

        var isToMany: Bool {
            if case .toOne = self { false } else { true }
        }
    }

    /// A table of pairs.
    struct Links {
        let name: String
        /// The table and its columns, as they stand in a text.
        let table: String
        let own: String
        let member: String
        /// A pair stands for both directions.
        let isReflexive: Bool

        init(_ mapping: StoreMapping, _ link: JoinLink) {
            name = mapping.joinTables[link.table].name
            table = SQLIdentifier.quoted(name)
            own = SQLIdentifier.quoted(link.own)
            member = SQLIdentifier.quoted(link.member)
            isReflexive = link.isReflexive
        }
    }

    /// - Returns: nil when the store has no column for the attribute, or lacks a table of the way.
    init?(_ mapping: StoreMapping, _ derivation: Derivation) {
        guard let home = mapping[derivation.entity], case .attribute(let column) = home.slots[derivation.slot]
        else { return nil }
        self.column = column
        form = derivation.form
        attribute = derivation.name
        let label = "\(mapping.schema[derivation.entity].name)_\(derivation.name)"
        self.label = derivation.hasNamesake ? "\(label)_\(column.name)" : label
        entities = mapping.schema[derivation.entity].superentity == nil ? nil : home.subtree
        var tables = [mapping.tables[home.table].name]
        var hops: [Hop] = []
        for step in derivation.steps {
            guard let hop = Hop(mapping, step), let next = mapping[step.destination] else { return nil }
            hops.append(hop)
            tables.append(mapping.tables[next.table].name)
        }
        self.tables = tables
        self.hops = hops
        source = derivation.source.flatMap { source in
            guard case .attribute(let column)? = mapping[source.owner]?.slots[source.slot] else { return nil }
            return column
        }
        if derivation.source != nil && source == nil { return nil }
    }

    var home: String { tables[0] }

    /// The depth at whose end the way becomes many; nil where it does not.
    var ownerDepth: Int? { hops.firstIndex(where: \.isToMany) }

    /// The column that the way reads in the rows at a depth.
    func columnRead(at depth: Int) -> String? {
        guard depth < hops.count else { return source?.name }
        if case .toOne(let key) = hops[depth] { return key }
        return nil
    }
}

extension DerivationRoute.Hop {
    fileprivate init?(_ mapping: StoreMapping, _ step: Derivation.Step) {
        switch mapping[step.owner]?.slots[step.slot] {
        case .toOne(let columns): self = .toOne(key: columns.key)
        case .toMany(.foreignKey(let key)): self = .members(key: key.key)
        case .toMany(.joinTable(let link)): self = .links(DerivationRoute.Links(mapping, link))
        default: return nil
        }
    }
}
