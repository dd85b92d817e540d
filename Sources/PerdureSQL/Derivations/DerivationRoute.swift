// SPDX-License-Identifier: Apache-2.0
// A derivation as tables and columns: where its value stands, and the way from there to what it is computed from.
// A backend writes it as text, as PerdureSQLite/AppleFile/Derivations does.

import PerdurePredicates
import PerdureStore

/// The way of one derivation through the tables of a store.
///
/// Depth 0 is the table that has the derived column (home); each hop leads one deeper.
package struct DerivationRoute: Sendable {
    package let form: DerivationForm
    package let attribute: String
    /// Stands for the attribute in the names of triggers: the entity, which declares it, and the attribute; for one that
    /// would be taken for an earlier one, because SQLite ignores the case of names, its column too.
    package let label: String
    package let column: AttributeColumn
    /// The names of the tables, by depth.
    package let tables: [String]
    package let hops: [Hop]
    /// The column that is read at the end; nil for a count and for the clock.
    package let source: AttributeColumn?
    /// The file's numbers of the entities that have the attribute, where others live in the same table.
    package let entities: [Int32]?

    /// One relationship.
    package enum Hop: Sendable {
        /// A key in the table above.
        case toOne(key: String)
        /// A key in the table below.
        case members(key: String)
        /// Pairs in a table between the two.
        case links(Links)

        package var isToMany: Bool {
            if case .toOne = self { false } else { true }
        }
    }

    /// A table of pairs.
    package struct Links: Sendable {
        package let name: String
        /// The table and its columns, as they stand in a text.
        package let table: String
        package let own: String
        package let member: String
        /// A pair stands for both directions.
        package let isReflexive: Bool

        init(_ mapping: StoreMapping, _ link: JoinLink) {
            name = mapping.joinTables[link.table].name
            table = SQLIdentifier.quoted(name)
            own = SQLIdentifier.quoted(link.own)
            member = SQLIdentifier.quoted(link.member)
            isReflexive = link.isReflexive
        }
    }

    /// - Returns: nil when the store has no column for the attribute, or lacks a table of the way.
    package init?(_ mapping: StoreMapping, _ derivation: Derivation) {
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

    package var home: String { tables[0] }

    /// The depth at whose end the way becomes many; nil where it does not.
    package var ownerDepth: Int? { hops.firstIndex(where: \.isToMany) }

    /// The column that the way reads in the rows at a depth.
    package func columnRead(at depth: Int) -> String? {
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
