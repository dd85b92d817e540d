// SPDX-License-Identifier: Apache-2.0
// The objects at the other end of a relationship, of many objects at once and inside of a transaction that writes. Used by
// BatchDeletionWork.swift and Writing/StragglerSearch.swift; MemberStatements.swift has the statements.

import PerdureStore

/// Reads who belongs to whom.
struct BatchMembers {
    let engine: SQLEngine
    let connection: any SQLConnection

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
            engine.mapping[relationship.destination] != nil,
            let text = try engine.members.ofMany(slot, try engine.mapping.entity(entity))
        else { return [] }
        let keys = KeyColumns(of: relationship.destination, engine.mapping, at: 1)
        return try connection.all(SQLText(text, [owners.numbers])) { row in
            Pair(owner: row.integer(0), member: keys.key(row))
        }
    }
}
