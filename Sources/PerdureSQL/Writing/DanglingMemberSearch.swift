// SPDX-License-Identifier: Apache-2.0
// Finds members that deleted rows would leave behind, inside of the deleting transaction. It runs one statement per
// relationship, however many rows are deleted (MemberCheck.swift).

import PerdureStore

/// The search for one change set.
package struct DanglingMemberSearch {
    let engine: SQLEngine
    let connection: any SQLConnection

    package init(engine: SQLEngine, connection: any SQLConnection) {
        self.engine = engine
        self.connection = connection
    }

    /// Members whose pairs are deleted with their owners.
    ///
    /// It must be called before the owners are deleted.
    package func paired(_ changes: ChangeSet) throws -> [PendingConflict] {
        let checks = changes.memberChecks.filter { relationship($0)?.hasPairs == true }
        guard !checks.isEmpty else { return [] }
        let deleted = Set(changes.deletions.map(\.key))
        let members = BatchMembers(engine: engine, connection: connection)
        return try checks.flatMap { check -> [PendingConflict] in
            try members.pairs(of: check.slot, check.entity, KeyList(check.owners)).compactMap { pair in
                let owner = engine.schema.key(entity: check.entity, number: pair.owner)
                let isHandled = check.handled[owner]?.contains(pair.member) == true
                if isHandled || deleted.contains(pair.member) { return nil }
                return .danglingMember(owner: owner, slot: check.slot, member: pair.member)
            }
        }
    }

    /// Members that still hold the key of a deleted row.
    ///
    /// It must be called after everything is written.
    package func referring(_ changes: ChangeSet) throws -> [PendingConflict] {
        try changes.memberChecks.flatMap { check -> [PendingConflict] in
            guard let relationship = relationship(check), !relationship.hasPairs,
                let query = query(relationship, check)
            else { return [] }
            let keys = KeyColumns(of: relationship.destination, engine.mapping, at: 1)
            return try connection.all(query) { row in
                .danglingMember(
                    owner: engine.schema.key(entity: check.entity, number: row.integer(0)), slot: check.slot,
                    member: keys.key(row))
            }
        }
    }

    private func relationship(_ check: MemberCheck) -> RelationshipLayout? {
        engine.schema[check.entity].properties[check.slot].relationship
    }

    /// The query for owner, member and the member's entity; nil when this store has no such members.
    private func query(_ relationship: RelationshipLayout, _ check: MemberCheck) -> SQLText? {
        guard let slot = relationship.inverseSlot, let members = engine.mapping[relationship.destination],
            case .toOne(let ends) = members.slots[slot]
        else { return nil }
        let (column, system) = (SQLExpression.own(ends.key), engine.mapping.system)
        var select = SQLSelect(
            [column] + system.identity(SQLExpression.own),
            from: .only(engine.mapping.tables[members.table].name))
        select.filter = KeyList(check.owners).contains(column)
        return SQLPrinter.print(select, dialect: engine.translator.dialect)
    }
}
