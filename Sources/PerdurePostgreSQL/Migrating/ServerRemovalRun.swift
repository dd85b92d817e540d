// SPDX-License-Identifier: Apache-2.0
// Removes what a migration has left (MIG-135, MIG-136): an item per call of a program, or all of them at the begin of the next
// migration. A list may be damaged, so nothing in use is removed.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// Removes items within the current transaction.
struct ServerRemovalRun {
    let session: ServerSession
    let namespace: String
    /// The tables and columns that the store uses.
    let mapping: StoreMapping

    /// Removes all that is left.
    ///
    /// - Parameter metadata: The metadata of the store, which lose the list.
    /// - Throws: The server's error.
    func removeAll(_ metadata: inout [String: PropertyListValue]) throws {
        while try removeFirst(&metadata) {}
    }

    /// Removes one item.
    ///
    /// - Parameter metadata: The metadata of the store; their list loses the item.
    /// - Returns: Whether there was one.
    /// - Throws: The server's error.
    func removeFirst(_ metadata: inout [String: PropertyListValue]) throws -> Bool {
        var removals = DeferredRemovals(metadata)
        guard !removals.all.isEmpty else { return false }
        let removal = removals.all.removeFirst()
        removals.put(into: &metadata)
        guard try isThere(removal), !isUsed(removal) else { return true }
        try session.run(removal.statement(in: namespace).request)
        guard removal.column == nil else { return true }
        try session.run(
            ServerRequest(
                "DELETE FROM \(ServerName.quoted(namespace)).perdure_objects WHERE kind = 'table' AND name = $1",
                [.text(removal.table)], isPrepared: false))
        return true
    }

    private func isThere(_ removal: DeferredRemoval) throws -> Bool {
        let found = try session.run(
            ServerRequest(
                "SELECT count(*) FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2 "
                    + "AND column_name = coalesce($3, column_name)",
                [.text(namespace), .text(removal.table), removal.column.map { .text($0) } ?? .null(.text)],
                isPrepared: false))
        return (try found.value(0, 0)?.integer ?? 0) > 0
    }

    private func isUsed(_ removal: DeferredRemoval) -> Bool {
        let columns = mapping.tables.filter { $0.name == removal.table }.flatMap(\.columns).map(\.name)
        let keys = mapping.joinTables.filter { $0.name == removal.table }.flatMap { join in
            [join.owner.key, join.owner.order, join.member.key, join.member.order].compactMap { $0 }
        }
        let used = Set(columns + keys)
        // A column goes from a table of the store, and a table that is none of its tables.
        guard let column = removal.column else {
            return !used.isEmpty || Bookkeeping.tables.contains(removal.table)
        }
        return used.isEmpty || used.contains(column) || mapping.system.names.contains(column)
    }
}

extension DeferredRemoval {
    /// The statement; others' views and keys keep what they need.
    func statement(in namespace: String) -> MigrationStatement {
        let name = "\(ServerName.quoted(namespace)).\(ServerName.quoted(table))"
        guard let column else { return MigrationStatement("DROP TABLE \(name)") }
        return MigrationStatement("ALTER TABLE \(name) DROP COLUMN \(ServerName.quoted(column))")
    }
}
#endif
