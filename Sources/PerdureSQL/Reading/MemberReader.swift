// SPDX-License-Identifier: Apache-2.0
// Reads the keys of the members of to-many relationships, in their order where there is one.

import PerdureStore

/// Reads the members of relationships, on a borrowed connection.
package struct MemberReader {
    let mapping: StoreMapping
    private var system: SystemColumns { mapping.system }
    let connection: any SQLConnection

    package init(mapping: StoreMapping, connection: any SQLConnection) {
        self.mapping = mapping
        self.connection = connection
    }

    package func members(of slot: Int, for owner: ObjectKey) throws -> [ObjectKey] {
        let entity = try mapping.entity(owner.entity)
        guard slot < entity.slots.count, case .toMany(let columns) = entity.slots[slot] else { return [] }
        switch columns {
        case .foreignKey(let key): return try foreignKeyMembers(key, owner)
        case .joinTable(let link): return try joinMembers(link, owner)
        }
    }

    private func foreignKeyMembers(_ key: MemberKey, _ owner: ObjectKey) throws -> [ObjectKey] {
        // Made at each read, so in one block of memory.
        var text = "SELECT "
        text.reserveCapacity(160)
        text += system.key
        text += ", "
        text += system.entity
        text += " FROM "
        text += quotedName(mapping.tables[key.table].name)
        text += " WHERE "
        text += quotedName(key.key)
        text += " = ? ORDER BY "
        if let order = key.order {
            text += quotedName(order)
            text += ", "
        }
        text += system.key
        return try keys(text, [owner.number], destination: key.destination)
    }

    private func joinMembers(_ link: JoinLink, _ owner: ObjectKey) throws -> [ObjectKey] {
        let join = quotedName(mapping.joinTables[link.table].name)
        let table = quotedName(try mapping.table(of: link.destination).name)
        let own = quotedName(link.own)
        let member = quotedName(link.member)
        let order = link.order.map { "j." + quotedName($0) + ", m.\(system.key)" } ?? "m.\(system.key)"
        // The members' table is joined for the concrete entity; a pair whose member is gone drops out.
        let forward =
            "SELECT m.\(system.key), m.\(system.entity) FROM \(join) j JOIN \(table) m ON m.\(system.key) = j.\(member)"
            + " WHERE j.\(own) = ?"
        let found = try keys(forward + " ORDER BY \(order)", [owner.number], destination: link.destination)
        guard link.isReflexive else { return found }
        let backward =
            "SELECT m.\(system.key), m.\(system.entity) FROM \(join) j JOIN \(table) m ON m.\(system.key) = j.\(own)"
            + " WHERE j.\(member) = ? ORDER BY m.\(system.key)"
        var seen = Set(found)
        return found
            + (try keys(backward, [owner.number], destination: link.destination)).filter {
                seen.insert($0).inserted
            }
    }

    private func keys(_ text: String, _ values: [Int64], destination: Int32) throws -> [ObjectKey] {
        let statement = try connection.statement(text)
        defer { statement.reset() }
        for (offset, value) in values.enumerated() { try statement.bind(value, at: offset + 1) }
        let root = mapping.schema[destination].root
        var keys: [ObjectKey] = []
        while try statement.step() {
            let entity = mapping.concreteEntity(fileNumber: statement.integer(1), expected: destination)
            keys.append(ObjectKey(entity: entity, root: root, number: statement.integer(0)))
        }
        return keys
    }
}
