// SPDX-License-Identifier: Apache-2.0
// Removes what a migration has left (DeferredRemoval.swift): an item per call of a program, or all of them at the begin of the
// next migration. A list may be damaged, or older than a migration by another program, so nothing in use is removed.

import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// Removes items within the current transaction.
struct DeferredRemovalRun {
    let connection: SQLiteConnection
    /// The tables and columns that the store uses.
    let mapping: StoreMapping

    /// Removes all that is left.
    ///
    /// - Parameter metadata: The metadata of the store, which lose the list.
    /// - Returns: The files to remove after the commit.
    /// - Throws: Any error of the database.
    func removeAll(_ metadata: inout [String: PropertyListValue]) throws -> Set<String> {
        var files: Set<String> = []
        while let found = try removeFirst(&metadata) { files.formUnion(found) }
        return files
    }

    /// Removes one item.
    ///
    /// - Parameter metadata: The metadata of the store; their list loses the item.
    /// - Returns: The files to remove after the commit; nil when nothing is left.
    /// - Throws: Any error of the database.
    func removeFirst(_ metadata: inout [String: PropertyListValue]) throws -> Set<String>? {
        var removals = DeferredRemovals(metadata)
        guard !removals.all.isEmpty else { return nil }
        let removal = removals.all.removeFirst()
        removals.put(into: &metadata)
        let existing = try ExistingSchemaReader.read(connection)
        guard mayRemove(removal, existing) else { return [] }
        if removal.column != nil { try ColumnDropping.require(in: removal.table) }
        let files = try files(of: removal, existing, besides: removals)
        try DropObstacles(connection: connection, removal: removal).without {
            try removal.statement.run(connection)
        }
        return files
    }

    /// Whether a table or column is there and nothing uses it.
    private func mayRemove(_ removal: DeferredRemoval, _ existing: ExistingSchema) -> Bool {
        guard let columns = existing.tables[removal.table] else { return false }
        guard let column = removal.column else {
            let used = mapping.tables.map(\.name) + mapping.joinTables.map(\.name)
            return removal.table.hasPrefix("Z") && !Self.system.contains(removal.table)
                && !used.contains { $0.uppercased() == removal.table.uppercased() }
        }
        return columns.contains(column) && !used(in: removal.table).contains(column.uppercased())
            && mapping.holds(table: removal.table)
    }

    private static let system: Set = ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]

    /// The columns of a table that the store uses, in upper case.
    private func used(in table: String) -> Set<String> {
        let columns = mapping.tables.filter { $0.name == table }.flatMap(\.columns).map(\.name)
        let keys = mapping.joinTables.filter { $0.name == table }.flatMap { join in
            [join.owner.key, join.owner.order, join.member.key, join.member.order, "REFLEXIVE"]
                .compactMap { $0 }
        }
        return Set((columns + keys).map { $0.uppercased() })
    }

    /// The files that only the item names.
    private func files(
        of removal: DeferredRemoval, _ existing: ExistingSchema, besides others: DeferredRemovals
    ) throws -> Set<String> {
        let own = try NamedFiles.names(leftIn: [removal], existing, connection)
        guard !own.isEmpty else { return [] }
        let named = try NamedFiles(connection: connection, mapping: mapping).names()
        return try own.subtracting(named).subtracting(
            NamedFiles.names(leftIn: others.all, existing, connection))
    }
}

extension StoreMapping {
    /// Whether a table belongs to an entity or a relationship of the store.
    fileprivate func holds(table: String) -> Bool {
        tables.contains { $0.name == table } || joinTables.contains { $0.name == table }
    }
}

extension NamedFiles {
    /// The names in columns that a migration has left.
    ///
    /// - Throws: Any error of the database.
    static func names(
        leftIn removals: [DeferredRemoval], _ existing: ExistingSchema, _ connection: SQLiteConnection
    ) throws -> Set<String> {
        guard let folder = connection.externalData, removals.contains(where: { !$0.fileColumns.isEmpty }),
            !folder.fileNames.isEmpty
        else { return [] }
        var names: Set<String> = []
        for removal in removals {
            for column in removal.fileColumns
            where existing.tables[removal.table]?.contains(column) == true {
                names.formUnion(try Self.names(in: column, of: removal.table, connection))
            }
        }
        return names
    }
}
