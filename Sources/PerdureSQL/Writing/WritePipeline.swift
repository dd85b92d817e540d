// SPDX-License-Identifier: Apache-2.0
// Writes a change set in an order that unique indexes can bear: deletions free values, updates may
// free and take them, insertions take them; then links, then the places of ordered members.

import PerdureStore

/// The writing of one change set.
///
/// A refused row does not stop the others: the caller gets all conflicts of a change set at once.
struct WritePipeline {
    let mapping: StoreMapping
    let connection: any SQLConnection
    let support: any WriteSupport
    let rows: TablePlans
    let plans: WritePlans
    var conflicts: [PendingConflict] = []
    /// Rows whose state after the write the caller cannot foretell.
    var reread: Set<ObjectKey> = []
    /// Rows that were merged, as they are now.
    var settled: [ObjectKey: Row] = [:]
    /// Statements that were used, to be used again for more rows of their shape.
    private var writers: [WritePlan.Shape: RowWriter] = [:]
    private var deleters: [Int32: RowDeleter] = [:]
    /// Rows whose update moves no version, by the index of their table.
    var merged: [Int: [Int64]] = [:]
    /// Rows that have come to an owner whose members are ordered.
    var newcomers: [Newcomer] = []

    struct Newcomer {
        let member: ObjectKey
        let slot: Int
        let owner: ObjectKey
    }

    init(plans: WritePlans, rows: TablePlans, connection: any SQLConnection, support: any WriteSupport) {
        mapping = plans.mapping
        self.rows = rows
        self.plans = plans
        self.connection = connection
        self.support = support
    }

    mutating func write(_ changes: ChangeSet) throws -> WriteOutcome {
        defer { for writer in writers.values { writer.statement.unbind() } }
        try check(changes.checks)
        try delete(changes.deletions)
        try update(changes.updates)
        try insert(changes.insertions)
        guard conflicts.isEmpty else { return .refused(conflicts) }
        try LinkWriter(plans: plans, connection: connection).write(changes.links)
        let orders = OrderWriter(plans: plans, connection: connection)
        for order in changes.orders { try orders.write(order) }
        let ordered = Set(changes.orders.compactMap(orderedEnd))
        for newcomer in newcomers
        where !ordered.contains(OrderedEnd(owner: newcomer.owner, memberSlot: newcomer.slot)) {
            try orders.append(newcomer)
        }
        return .written(rows: [])
    }

    private mutating func check(_ checks: [VersionCheck]) throws {
        for check in checks {
            let table = try mapping.table(of: check.key.entity)
            let statement = try connection.statement(
                "SELECT \(mapping.version(of: table)) FROM \(quotedName(table.name)) WHERE \(mapping.system.key) = ?"
            )
            defer { statement.reset() }
            try statement.bind(check.key.number, at: 1)
            let isAsExpected =
                try statement.step()
                && check.expectedVersion.map { statement.integer(0) == $0 } ?? true
            if !isAsExpected { conflicts.append(.version(check.key)) }
        }
    }

    mutating func notePlace(of member: ObjectKey, _ slot: Int, _ value: StoredValue) {
        guard case .reference(let owner) = value else { return }
        newcomers.append(Newcomer(member: member, slot: slot, owner: owner))
    }

    /// An owner, and the to-one slot by which rows become its ordered members.
    private struct OrderedEnd: Hashable {
        let owner: ObjectKey
        let memberSlot: Int
    }

    /// The end whose members an order gives their places, so that newcomers need not be put behind the others.
    private func orderedEnd(_ order: OrderChange) -> OrderedEnd? {
        guard case .toMany(.foreignKey(let key)) = mapping[order.owner.entity]?.slots[order.slot],
            let slot = key.slot
        else { return nil }
        return OrderedEnd(owner: order.owner, memberSlot: slot)
    }

    // MARK: Rows

    /// The statement of a shape.
    mutating func writer(_ shape: WritePlan.Shape) throws -> RowWriter {
        if let writer = writers[shape] { return writer }
        let plan = try plans.plan(shape)
        let writer = RowWriter(plan: plan, statement: try connection.statement(plan.text))
        writers[shape] = writer
        return writer
    }

    /// The statements that delete rows of an entity.
    mutating func deleter(_ entity: Int32) throws -> RowDeleter {
        if let deleter = deleters[entity] { return deleter }
        let deleter = try RowDeleter(plans.deletions(of: entity), connection)
        deleters[entity] = deleter
        return deleter
    }

    /// Writes a row, and turns the violation of a unique index into a conflict.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - writer: The statement, with what stands before the columns bound.
    ///   - value: The row's new value of a slot; nil when the statement does not change it.
    /// - Returns: The number of rows written, 1 for one that was refused.
    /// - Throws: Every other error of the statement.
    @discardableResult
    mutating func write(_ row: Row, _ writer: RowWriter, value: (Int) -> StoredValue?) throws -> Int {
        let stored = writer.plan.apart.isEmpty ? row : try writer.plan.apart.storing(row, in: self)
        do {
            return try writer.statement.write(stored, writer.plan)
        } catch {
            guard let columns = support.violatedColumns(error) else { throw error }
            conflicts.append(try constraintConflict(columns, key: row.key, value: value))
            return 1
        }
    }
}

/// A statement that writes one row after the other.
struct RowWriter {
    let plan: WritePlan
    let statement: any PreparedStatement
}
