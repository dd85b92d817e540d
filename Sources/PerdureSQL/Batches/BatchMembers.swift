// SPDX-License-Identifier: Apache-2.0
// The members of a relationship for many objects at once, inside of a writing transaction. Used by BatchDeletionWork.swift
// and Writing/DanglingMemberSearch.swift; MemberStatements.swift has the statements.

import PerdureStore

/// Reads pairs of owners and members.
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

    /// The members, locked where other writers write at the same time.
    ///
    /// After a lock they are read again: another writer may have moved some to other owners before. Each round locks
    /// more rows, so the search ends.
    func locked(of slot: Int, _ entity: Int32, _ owners: KeyList, _ support: any WriteSupport) throws
        -> [ObjectKey]
    {
        var known: Set<ObjectKey> = []
        while true {
            let found = try members(of: slot, entity, owners)
            let new = Set(found).subtracting(known)
            guard !new.isEmpty, try support.lock(Array(new)) else { return found }
            known.formUnion(new)
        }
    }

    /// The pairs of each owner and its members.
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
