// SPDX-License-Identifier: Apache-2.0
// A derivation as tables and columns: the derived column, and the path from it to the source of its values. A backend turns
// it into SQL text, as PerdureSQLite/AppleFile/Derivations does.

import PerdurePredicates
import PerdureStore

/// The path of one derivation through the tables of a store.
///
/// Depth 0 is the table with the derived column (home); each hop adds one.
package struct DerivationRoute: Sendable {
    package let form: DerivationForm
    package let attribute: String
    /// The attribute's label in the names of triggers: the declaring entity and the attribute.
    ///
    /// SQLite ignores the case of names; when two labels would be equal, the column is added.
    package let label: String
    package let column: AttributeColumn
    /// The names of the tables, by depth.
    package let tables: [String]
    package let hops: [Hop]
    /// The column that is read at the end; nil for a count and for the clock.
    package let source: AttributeColumn?
    /// The file's numbers of the entities that have the attribute; nil when all entities of the table have it.
    package let entities: [Int32]?

    /// One relationship.
    package enum Hop: Sendable {
        /// The key is in the table above.
        case toOne(key: String)
        /// The key is in the table below.
        case members(key: String)
        /// A join table stands between the two tables.
        case links(Links)

        package var isToMany: Bool {
            if case .toOne = self { false } else { true }
        }
    }

    /// A join table.
    package struct Links: Sendable {
        package let name: String
        /// The table and its columns, quoted for a text.
        package let table: String
        package let own: String
        package let member: String
        /// Whether the relationship is its own inverse: a pair then stands for both directions.
        package let isReflexive: Bool

        init(_ mapping: StoreMapping, _ link: JoinLink) {
            name = mapping.joinTables[link.table].name
            table = SQLIdentifier.quoted(name)
            own = SQLIdentifier.quoted(link.own)
            member = SQLIdentifier.quoted(link.member)
            isReflexive = link.isReflexive
        }
    }

    /// - Returns: nil when the store lacks the attribute's column or a table on the path.
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

    /// The depth of the first to-many hop; nil when there is none.
    package var ownerDepth: Int? { hops.firstIndex(where: \.isToMany) }

    /// The column that the path reads in the rows at a depth.
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
