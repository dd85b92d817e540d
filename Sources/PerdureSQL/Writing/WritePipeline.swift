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
    let binding: ColumnBinding
    var conflicts: [PendingConflict] = []
    /// Rows whose state after the write the caller cannot foretell.
    var reread: Set<ObjectKey> = []
    var updatePlans: [UpdatePlan.Shape: UpdatePlan] = [:]
    /// Rows that have come to an owner whose members are ordered.
    var newcomers: [Newcomer] = []

    struct Newcomer {
        let member: ObjectKey
        let slot: Int
        let owner: ObjectKey
    }

    init(mapping: StoreMapping, connection: any SQLConnection, support: any WriteSupport) {
        self.mapping = mapping
        self.connection = connection
        self.support = support
        binding = ColumnBinding(mapping: mapping, support: support)
    }

    mutating func write(_ changes: ChangeSet) throws -> WriteOutcome {
        try check(changes.checks)
        try delete(changes.deletions)
        try update(changes.updates)
        try insert(changes.insertions)
        guard conflicts.isEmpty else { return .refused(conflicts) }
        try LinkWriter(mapping: mapping, connection: connection).write(changes.links)
        let orders = OrderWriter(mapping: mapping, connection: connection)
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
            let table = quotedName(try mapping.table(of: check.key.entity).name)
            let statement = try connection.statement("SELECT IFNULL(Z_OPT, 0) FROM \(table) WHERE Z_PK = ?")
            defer { statement.reset() }
            try statement.bind(check.key.number, at: 1)
            guard try statement.step(), statement.integer(0) == check.expectedVersion else {
                conflicts.append(.version(check.key))
                continue
            }
        }
    }

    mutating func notePlace(of member: ObjectKey, _ slot: Int, _ value: SlotValue) {
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

    /// Runs a write of a row, and turns the violation of a unique index into a conflict.
    ///
    /// - Parameters:
    ///   - statement: The statement, with its values bound.
    ///   - key: The row.
    ///   - value: The row's new value of a slot; nil when the statement does not change it.
    /// - Returns: The number of rows written, 1 for one that was refused.
    /// - Throws: Every other error of the statement.
    @discardableResult
    mutating func runChecked(
        _ statement: any PreparedStatement, key: ObjectKey, value: (Int) -> SlotValue?
    ) throws -> Int {
        do {
            return try statement.run()
        } catch {
            guard let columns = support.violatedColumns(error) else { throw error }
            conflicts.append(try constraintConflict(columns, key: key, value: value))
            return 1
        }
    }
}
