// SPDX-License-Identifier: Apache-2.0
// What keys need that stay in their rows: the entity of the destination, and positions where there were none.

import PerdureSQL
import PerdureStore

/// The statements beside keys.
struct KeyStatements {
    let entities: MigratedEntities
    let links: LinkPlan

    private var new: StoreMapping { entities.new }

    func all() -> [MigrationStatement] {
        new.relationshipPlaces.flatMap { place -> [MigrationStatement] in
            switch new.columns(place) {
            case .toOne(let columns): statements(columns, place)
            case .toMany(.foreignKey(let key)) where key.slot == nil: statements(key, place)
            default: []
            }
        }
    }

    private func statements(_ columns: ToOneColumns, _ place: RelationshipPlace) -> [MigrationStatement] {
        guard let entity = new[place.entity], !entities.pairs(below: place.entity).isEmpty else { return [] }
        let table = new.tables[entity.table]
        let kept = links.keys[place]
        var statements: [MigrationStatement] = []
        if let column = columns.entity, kept?.entity == nil,
            let destination = new[columns.destination].map({ new.tables[$0.table] })
        {
            statements.append(Self.fill(column, beside: columns.key, of: table, from: destination))
        }
        if let order = columns.order, let kept, kept.order == nil {
            statements.append(Self.spread(order, within: columns.key, of: table))
        }
        return statements
    }

    private func statements(_ key: MemberKey, _ place: RelationshipPlace) -> [MigrationStatement] {
        guard let order = key.order, let kept = links.memberKeys[place], kept.order == nil else { return [] }
        return [Self.spread(order, within: key.key, of: new.tables[key.table])]
    }

    private static func fill(
        _ column: String, beside key: String, of table: TableMapping, from destination: TableMapping
    ) -> MigrationStatement {
        let (name, key) = (quotedName(table.name), quotedName(key))
        return MigrationStatement(
            "UPDATE \(name) SET \(quotedName(column)) = (SELECT d.Z_ENT FROM \(quotedName(destination.name)) d"
                + " WHERE d.Z_PK = \(name).\(key)) WHERE \(key) IS NOT NULL")
    }

    /// Gives the members of each owner positions, by their keys.
    private static func spread(_ order: String, within key: String, of table: TableMapping)
        -> MigrationStatement
    {
        let (name, key) = (quotedName(table.name), quotedName(key))
        return MigrationStatement(
            "UPDATE \(name) SET \(quotedName(order)) = n.PLACE FROM (SELECT Z_PK AS MEMBER, \(OrderKeys.rowPlace)"
                + " OVER (PARTITION BY \(key) ORDER BY Z_PK) AS PLACE FROM \(name) WHERE \(key) IS NOT NULL) n"
                + " WHERE n.MEMBER = \(name).Z_PK")
    }
}
