// SPDX-License-Identifier: Apache-2.0
// The history's steps in the opening of a store: make the tables, or watch for a history that another process begins, then
// read the tables. StoreOpening+History.swift opens a store read-only because of a history.

/// Makes the history tables of a store that keeps a history; other stores watch for a history that another process begins.
enum HistoryTableStep: StoreOpeningStep {
    static func run(_ store: MappedStore) throws {
        guard store.options.tracksHistory else {
            return try store.review.add(UntrackedHistory(), store.writer)
        }
        try HistoryTables.make(
            store.writer, for: HistoryTables.Need(store.mapping, store.parts.historySideTables))
        store.writer.affectedRows.recordAttributes()
    }
}

/// Lets transactions write the history of a store that keeps one.
enum HistoryFeatureStep: StoreOpeningStep {
    static func run(_ store: MappedStore) throws {
        let options = store.options
        guard options.tracksHistory || options.isLockedByHistory,
            let tables = try HistoryTables.read(store.writer, store.parts.historySideTables)
        else { return }
        store.join { SQLiteHistory(tables, $0, $1, options: options) }
    }
}
