// SPDX-License-Identifier: Apache-2.0
// Writes the places of ordered relationships' members: reads the keys they have, asks OrderKeys.swift,
// writes those that change.

import PerdureStore

/// Writes position keys.
struct OrderWriter {
    let mapping: StoreMapping
    let connection: any SQLConnection

    /// A table with the members of an owner, and its three columns.
    private struct Place {
        let table: String
        let owner: String
        let member: String
        let order: String
    }

    func write(_ change: OrderChange) throws {
        guard let place = try place(of: change.slot, entity: change.owner.entity) else { return }
        let present = try presentKeys(place, owner: change.owner.number)
        let keys = OrderKeys.keys(change.members.map { present[$0.number] ?? nil })
        for (member, key) in zip(change.members, keys) where present[member.number] != .some(key) {
            try set(key, place, owner: change.owner.number, member: member.number)
        }
    }

    /// Gives a member that no order change mentions a place behind the others.
    func append(_ newcomer: WritePipeline.Newcomer) throws {
        let entity = try mapping.entity(newcomer.member.entity)
        guard let ends = entity.slots[newcomer.slot].orderedKey, let order = ends.order else { return }
        let table = quotedName(mapping.tables[entity.table].name)
        let statement = try connection.statement(
            "UPDATE \(table) SET \(quotedName(order)) = (SELECT IFNULL(MAX(\(quotedName(order))), \(OrderKeys.step))"
                + " + \(OrderKeys.step) FROM \(table) WHERE \(quotedName(ends.key)) = ?1)"
                + " WHERE \(mapping.system.key) = ?2 AND \(quotedName(order)) IS NULL")
        try statement.bind(newcomer.owner.number, at: 1)
        try statement.bind(newcomer.member.number, at: 2)
        try statement.run()
    }

    /// Gives many members places behind the others, one behind the other; those that have a place keep it.
    ///
    /// The last place is asked for once: the answer takes a look at each member of the owner.
    func append(_ members: [ObjectKey], of entity: EntityMapping, slot: Int, owner: Int64) throws {
        guard let ends = entity.slots[slot].orderedKey, let order = ends.order.map(quotedName) else { return }
        let table = quotedName(mapping.tables[entity.table].name)
        var last = try lastKey(table, order, of: owner, in: quotedName(ends.key))
        let statement = try connection.statement(
            "UPDATE \(table) SET \(order) = ?1 WHERE \(mapping.system.key) = ?2 AND \(order) IS NULL")
        for member in members {
            let (next, overflows) = last.addingReportingOverflow(OrderKeys.step)
            // Members with equal keys, at the end of all numbers, stand in the order of their own.
            let key = overflows ? Int64.max : next
            try statement.bind(key, at: 1)
            try statement.bind(member.number, at: 2)
            if try statement.run() > 0 { last = key }
        }
    }

    /// The key of an owner's last member; what lies a step before the first place when it has none.
    private func lastKey(_ table: String, _ order: String, of owner: Int64, in column: String) throws
        -> Int64
    {
        let statement = try connection.statement("SELECT MAX(\(order)) FROM \(table) WHERE \(column) = ?")
        defer { statement.reset() }
        try statement.bind(owner, at: 1)
        guard try statement.step(), !statement.isNull(0) else { return OrderKeys.first - OrderKeys.step }
        return statement.integer(0)
    }

    /// Where the members' keys are; nil for a relationship without order.
    private func place(of slot: Int, entity: Int32) throws -> Place? {
        let mapping = self.mapping
        let slots = try mapping.entity(entity).slots
        guard slot < slots.count, case .toMany(let columns) = slots[slot] else { return nil }
        switch columns {
        case .foreignKey(let key):
            return key.order.map {
                Place(
                    table: quotedName(mapping.tables[key.table].name), owner: quotedName(key.key),
                    member: mapping.system.key, order: quotedName($0))
            }
        case .joinTable(let link):
            return link.order.map {
                Place(
                    table: quotedName(mapping.joinTables[link.table].name), owner: quotedName(link.own),
                    member: quotedName(link.member), order: quotedName($0))
            }
        }
    }

    private func presentKeys(_ place: Place, owner: Int64) throws -> [Int64: Int64?] {
        let statement = try connection.statement(
            "SELECT \(place.member), \(place.order) FROM \(place.table) WHERE \(place.owner) = ?")
        defer { statement.reset() }
        try statement.bind(owner, at: 1)
        var keys: [Int64: Int64?] = [:]
        while try statement.step() {
            keys.updateValue(statement.isNull(1) ? nil : statement.integer(1), forKey: statement.integer(0))
        }
        return keys
    }

    private func set(_ key: Int64, _ place: Place, owner: Int64, member: Int64) throws {
        let statement = try connection.statement(
            "UPDATE \(place.table) SET \(place.order) = ?1 WHERE \(place.owner) = ?2 AND \(place.member) = ?3"
        )
        try statement.bind(key, at: 1)
        try statement.bind(owner, at: 2)
        try statement.bind(member, at: 3)
        try statement.run()
    }
}
