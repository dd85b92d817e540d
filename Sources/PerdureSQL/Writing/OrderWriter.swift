// SPDX-License-Identifier: Apache-2.0
// Writes the order positions of members: reads the present keys, asks OrderKeys.swift for new ones, and writes the changed
// keys. OrderTable.swift makes the statements.

import PerdureStore

/// Writes position keys.
struct OrderWriter {
    let statements: WriteStatements
    let connection: any SQLConnection
    private var mapping: StoreMapping { statements.mapping }

    init(statements: WriteStatements, connection: any SQLConnection) {
        self.statements = statements
        self.connection = connection
    }

    func write(_ change: OrderChange) throws {
        guard let table = try table(of: change.slot, entity: change.owner.entity) else { return }
        let (entity, slot) = (change.owner.entity, change.slot)
        try complete(table, change)
        let present = try presentKeys(
            statements.text(.allPositions, entity, slot) { table.positions(statements.dialect) },
            owner: change.owner.number)
        let keys = OrderKeys.keys(change.members.map { present[$0.number] ?? nil })
        for (member, key) in zip(change.members, keys) where present[member.number] != .some(key) {
            let text = statements.text(.position, entity, slot) { table.setting(statements.dialect) }
            let statement = try connection.statement(text)
            try statement.bind(key, at: 1)
            try statement.bind(change.owner.number, at: 2)
            try statement.bind(member.number, at: 3)
            try statement.run()
        }
    }

    /// Gives an owner's pairs rows of their own, where a row of the other direction stands for both.
    private func complete(_ table: OrderTable, _ change: OrderChange) throws {
        guard table.isReflexive else { return }
        let text = statements.text(.reversedPairs, change.owner.entity, change.slot) {
            table.completing(statements.dialect)
        }
        let statement = try connection.statement(text)
        try statement.bind(change.owner.number, at: 1)
        try statement.run()
    }

    /// Puts members at the end of their owners' members when no order change mentions them.
    func append(_ members: ArraySlice<NewMember>, _ end: RelationshipEnd) throws {
        let entity = try mapping.entity(end.entity)
        guard let table = OrderTable(entity, end.slot, mapping) else { return }
        let statement = try connection.statement(
            statements.text(.positionBehind, end.entity, end.slot) { table.appending(statements.dialect) })
        for member in members {
            try statement.bind(member.owner.number, at: 1)
            try statement.bind(member.member.number, at: 2)
            try statement.run()
        }
    }

    /// Puts many members at the end, in their order.
    ///
    /// Members with a position keep it.
    ///
    /// The last position is read once, because that query visits each member of the owner.
    func append(_ members: [ObjectKey], of entity: EntityMapping, slot: Int, owner: Int64) throws {
        guard let table = OrderTable(entity, slot, mapping) else { return }
        var last = try lastKey(
            statements.text(.lastPosition, entity.entity, slot) { table.last(statements.dialect) }, of: owner)
        let statement = try connection.statement(
            statements.text(.freePosition, entity.entity, slot) { table.filling(statements.dialect) })
        for member in members {
            let (next, overflows) = last.addingReportingOverflow(OrderKeys.step)
            // At the largest integer several members share a position; their own keys then decide the order.
            let key = overflows ? Int64.max : next
            try statement.bind(key, at: 1)
            try statement.bind(member.number, at: 2)
            if try statement.run() > 0 { last = key }
        }
    }

    /// The position of an owner's last member; one step before the first position when the owner has none.
    private func lastKey(_ text: String, of owner: Int64) throws -> Int64 {
        let statement = try connection.statement(text)
        defer { statement.reset() }
        try statement.bind(owner, at: 1)
        guard try statement.step(), !statement.isNull(0) else { return OrderKeys.first - OrderKeys.step }
        return statement.integer(0)
    }

    /// The table with the members' positions; nil for a relationship without order.
    private func table(of slot: Int, entity: Int32) throws -> OrderTable? {
        let slots = try mapping.entity(entity).slots
        guard slot < slots.count, case .toMany(let columns) = slots[slot] else { return nil }
        return OrderTable(columns, mapping)
    }

    private func presentKeys(_ text: String, owner: Int64) throws -> [Int64: Int64?] {
        let statement = try connection.statement(text)
        defer { statement.reset() }
        try statement.bind(owner, at: 1)
        var keys: [Int64: Int64?] = [:]
        while try statement.step() {
            keys.updateValue(statement.isNull(1) ? nil : statement.integer(1), forKey: statement.integer(0))
        }
        return keys
    }
}
