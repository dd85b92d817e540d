// SPDX-License-Identifier: Apache-2.0
// The objects at the other end of a relationship, of many objects at once and inside of a transaction that writes. Used by
// BatchDeletionWork.swift.

import PerdureStore

/// Reads who belongs to whom.
struct BatchMembers {
    let engine: SQLEngine
    let connection: any SQLConnection

    private var system: SystemColumns { engine.mapping.system }

    struct Pair {
        let owner: Int64
        let member: ObjectKey
    }

    func members(of slot: Int, _ entity: Int32, _ owners: KeyList) throws -> [ObjectKey] {
        try pairs(of: slot, entity, owners).map(\.member)
    }

    /// Each object with those it has.
    func pairs(of slot: Int, _ entity: Int32, _ owners: KeyList) throws -> [Pair] {
        guard let relationship = engine.schema[entity].properties[slot].relationship,
            engine.mapping[relationship.destination] != nil
        else { return [] }
        let text = try query(of: slot, try engine.mapping.entity(entity))
        let statement = text.map { SQLText($0.text, Array(repeating: owners.numbers, count: $0.lists)) }
        let root = engine.schema[relationship.destination].root
        return try statement.map { query in
            try connection.all(query) { row in
                let concrete = engine.mapping.concreteEntity(
                    fileNumber: row.integer(2), expected: relationship.destination)
                return Pair(
                    owner: row.integer(0),
                    member: ObjectKey(entity: concrete, root: root, number: row.integer(1)))
            }
        } ?? []
    }

    /// Owner, member and the member's entity; the list of owners is bound so many times.
    private func query(of slot: Int, _ entity: EntityMapping) throws -> (text: String, lists: Int)? {
        let list = "(\(engine.translator.dialect.listSelect(.integers, "?")))"
        switch entity.slots[slot] {
        case .toOne(let ends):
            let table = quotedName(engine.mapping.tables[entity.table].name)
            let other = quotedName(try engine.mapping.table(of: ends.destination).name)
            return (
                "SELECT o.\(system.key), m.\(system.key), m.\(system.entity) FROM \(table) o JOIN \(other) m ON m.\(system.key) = o.\(quotedName(ends.key)) "
                    + "WHERE o.\(system.key) IN \(list)", 1
            )
        case .toMany(.foreignKey(let key)):
            let table = quotedName(engine.mapping.tables[key.table].name)
            let column = quotedName(key.key)
            return (
                "SELECT \(column), \(system.key), \(system.entity) FROM \(table) WHERE \(column) IN \(list)",
                1
            )
        case .toMany(.joinTable(let link)):
            let table = quotedName(engine.mapping.joinTables[link.table].name)
            let other = quotedName(try engine.mapping.table(of: link.destination).name)
            let forward = pairs(quotedName(link.own), quotedName(link.member), table, other, list)
            guard link.isReflexive else { return (forward, 1) }
            let back = pairs(quotedName(link.member), quotedName(link.own), table, other, list)
            return ("\(forward) UNION \(back)", 2)
        default: return nil
        }
    }

    private func pairs(_ own: String, _ member: String, _ table: String, _ other: String, _ list: String)
        -> String
    {
        "SELECT j.\(own), m.\(system.key), m.\(system.entity) FROM \(table) j JOIN \(other) m ON m.\(system.key) = j.\(member) WHERE j.\(own) IN \(list)"
    }
}
