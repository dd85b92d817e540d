// SPDX-License-Identifier: Apache-2.0
// What keys need that stay in their rows: the entity of the destination, and positions where there were none.

import PerdureStore

/// The statements beside keys.
package struct KeyStatements {
    let entities: MigratedEntities
    let links: LinkPlan

    /// The statements of one migration.
    package init(entities: MigratedEntities, links: LinkPlan) {
        self.entities = entities
        self.links = links
    }

    private var new: StoreMapping { entities.new }
    private var words: any MigrationWords { entities.words }
    private var rowKey: String { new.system.key }

    /// All statements.
    package func all() -> [MigrationStatement] {
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
            statements.append(fill(column, beside: columns.key, of: table, from: destination))
        }
        if let order = columns.order, let kept, kept.order == nil {
            statements.append(spread(order, within: columns.key, of: table))
        }
        return statements
    }

    private func statements(_ key: MemberKey, _ place: RelationshipPlace) -> [MigrationStatement] {
        guard let order = key.order, let kept = links.memberKeys[place], kept.order == nil else { return [] }
        return [spread(order, within: key.key, of: new.tables[key.table])]
    }

    private func fill(
        _ column: String, beside key: String, of table: TableMapping, from destination: TableMapping
    ) -> MigrationStatement {
        let (name, key) = (words.table(table.name), quotedName(key))
        return MigrationStatement(
            "UPDATE \(name) SET \(quotedName(column)) = (SELECT d.\(new.system.entityColumn) FROM \(words.table(destination.name)) d"
                + " WHERE d.\(rowKey) = \(name).\(key)) WHERE \(key) IS NOT NULL")
    }

    /// Gives the members of each owner positions, by their keys.
    private func spread(_ order: String, within key: String, of table: TableMapping)
        -> MigrationStatement
    {
        let (name, key) = (words.table(table.name), quotedName(key))
        return MigrationStatement(
            "UPDATE \(name) SET \(quotedName(order)) = n.PLACE FROM (SELECT \(rowKey) AS MEMBER, \(OrderKeys.rowPlace)"
                + " OVER (PARTITION BY \(key) ORDER BY \(rowKey)) AS PLACE FROM \(name) WHERE \(key) IS NOT NULL) n"
                + " WHERE n.MEMBER = \(name).\(rowKey)")
    }
}
