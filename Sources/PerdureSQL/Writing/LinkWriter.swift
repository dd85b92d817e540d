// SPDX-License-Identifier: Apache-2.0
// Writes the pairs of relationships that no slot holds: rows of join tables, and the keys of to-many
// relationships without inverse. Writing a pair twice has no effect.

import PerdureStore

/// Writes link changes.
struct LinkWriter {
    let mapping: StoreMapping
    let connection: any SQLConnection

    /// Removals first, so that a member can move from one owner to another in one save.
    func write(_ links: [LinkChange]) throws {
        for link in links where !link.isInsertion { try write(link) }
        for link in links where link.isInsertion { try write(link) }
    }

    private func write(_ change: LinkChange) throws {
        let entity = try mapping.entity(change.owner.entity)
        guard change.slot < entity.slots.count, case .toMany(let columns) = entity.slots[change.slot] else {
            throw notALink(change)
        }
        switch columns {
        case .joinTable(let link): try write(change, link)
        case .foreignKey(let key):
            guard key.slot == nil else { throw notALink(change) }
            try write(change, key)
        }
    }

    private func notALink(_ change: LinkChange) -> StoreError {
        let layout = mapping.schema[change.owner.entity]
        let name = layout.properties.indices.contains(change.slot) ? layout.properties[change.slot].name : "?"
        return .invalidValue(
            entity: layout.name, property: name, reason: "the relationship is kept in a row, not in links")
    }

    private func write(_ change: LinkChange, _ link: JoinLink) throws {
        let table = quotedName(mapping.joinTables[link.table].name)
        let own = quotedName(link.own)
        let member = quotedName(link.member)
        // An ordered relationship that is its own inverse has a place at both ends: it needs both directions.
        let keepsBoth = link.isReflexive && link.order != nil
        if change.isInsertion {
            let unlessReversed =
                link.isReflexive && !keepsBoth
                ? " WHERE NOT EXISTS (SELECT 1 FROM \(table) WHERE \(own) = ?2 AND \(member) = ?1)" : ""
            let insert = "INSERT OR IGNORE INTO \(table) (\(own), \(member)) SELECT ?1, ?2\(unlessReversed)"
            try run(insert, change.owner.number, change.member.number)
            if keepsBoth { try run(insert, change.member.number, change.owner.number) }
        } else {
            let delete = "DELETE FROM \(table) WHERE \(own) = ?1 AND \(member) = ?2"
            try run(delete, change.owner.number, change.member.number)
            if link.isReflexive { try run(delete, change.member.number, change.owner.number) }
        }
    }

    private func write(_ change: LinkChange, _ key: MemberKey) throws {
        let table = quotedName(mapping.tables[key.table].name)
        let column = quotedName(key.key)
        if change.isInsertion {
            let place = key.order.map {
                ", \(quotedName($0)) = CASE WHEN \(column) IS ?1 THEN \(quotedName($0)) END"
            }
            try run(
                "UPDATE \(table) SET \(column) = ?1\(place ?? "") WHERE \(mapping.system.key) = ?2",
                change.owner.number,
                change.member.number)
        } else {
            let place = key.order.map { ", \(quotedName($0)) = NULL" }
            try run(
                "UPDATE \(table) SET \(column) = NULL\(place ?? "") WHERE \(mapping.system.key) = ?2 AND \(column) = ?1",
                change.owner.number, change.member.number)
        }
    }

    private func run(_ text: String, _ first: Int64, _ second: Int64) throws {
        let statement = try connection.statement(text)
        try statement.bind(first, at: 1)
        try statement.bind(second, at: 2)
        try statement.run()
    }
}
