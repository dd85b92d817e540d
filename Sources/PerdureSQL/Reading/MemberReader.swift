// SPDX-License-Identifier: Apache-2.0
// Reads the keys of the members of to-many relationships, in order if the relationship is ordered. MemberStatements.swift has
// the statements.

import PerdureStore

/// Reads the members of relationships, on a borrowed connection.
package struct MemberReader {
    let statements: MemberStatements
    let connection: any SQLConnection

    package init(statements: MemberStatements, connection: any SQLConnection) {
        self.statements = statements
        self.connection = connection
    }

    package func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        let entity = try statements.mapping.entity(owner.entity)
        guard slot < entity.slots.count, case .toMany(let columns) = entity.slots[slot] else { return [] }
        let texts = try statements.ofOne(slot, columns, owner.entity)
        let keys = KeyColumns(of: columns.destination, statements.mapping)
        let members = try self.keys(texts[0], owner, keys)
        guard texts.count > 1 else { return members }
        var seen = Set(members)
        return members + (try self.keys(texts[1], owner, keys)).filter { seen.insert($0).inserted }
    }

    private func keys(_ text: String, _ owner: ObjectKey, _ keys: KeyColumns) throws -> [ObjectKey] {
        let statement = try connection.statement(text)
        defer { statement.reset() }
        try statement.bind(owner.number, at: 1)
        return try keys.allOfObjects(statement)
    }
}

extension ToManyColumns {
    /// The entity of the members.
    var destination: Int32 {
        switch self {
        case .foreignKey(let key): key.destination
        case .joinTable(let link): link.destination
        }
    }
}
