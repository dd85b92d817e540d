// SPDX-License-Identifier: Apache-2.0
// The history in the opening of a store: its tables are made, or watched for where none is to be kept, and read. What is
// opened read-only because of a history is StoreOpening+History.swift's.

/// Makes the tables of a store that keeps a history; others watch for somebody who begins one.
enum HistoryMaking: StoreStep {
    static func run(_ store: MappedStore) throws {
        guard store.options.tracksHistory else {
            return try store.review.add(UntrackedHistory(), store.writer)
        }
        try HistoryTables.make(store.writer, for: HistoryTables.Need(store.mapping))
        store.writer.affectedRows.noteAttributes()
    }
}

/// Lets transactions write the history of a store that keeps one.
enum HistoryReading: StoreStep {
    static func run(_ store: MappedStore) throws {
        let options = store.options
        guard options.tracksHistory || options.isLockedByHistory,
            let tables = try HistoryTables.read(store.writer)
        else { return }
        store.join { SQLiteHistory(tables, $0, options: options) }
    }
}
