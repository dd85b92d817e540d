// SPDX-License-Identifier: Apache-2.0
// The indexes on parts of sets and dictionaries in the life of a store. They are updated for the model at the opening, used
// by fetches if the file has them, and renewed in each transaction. MergeIndexWork.swift does the work.

import PerdureSQL
import PerdureStore

/// Updates the indexes for the model before anything is written.
enum MergeIndexMaking: StoreStep {
    static func run(_ store: MappedStore) throws {
        let indexes = MergeIndexWork(connection: store.writer)
        try indexes.runIfNeeded(store.mapping.mergeIndexes.declared)
        store.withoutTriggers { try indexes.forget() }
    }
}

/// Lets fetches use the file's indexes, and lets transactions maintain them.
enum MergeIndexUse: StoreStep {
    static func run(_ store: MappedStore) throws {
        let indexes = store.mapping.mergeIndexes
        indexes.use(try MergeIndexWork(connection: store.writer).found(of: indexes.declared))
        if !indexes.declared.isEmpty { store.join { _ in indexes } }
    }
}

extension MergeIndexes: TriggerSource {
    var triggers: [SQLDefinition] { declared.flatMap(\.triggers) }
}

extension MergeIndexes: StoreFeature {
    func participant(on connection: SQLiteConnection, by author: CommitAuthor) -> any TransactionParticipant {
        MergeIndexSettlement(self, connection)
    }
}

/// Renews the index entries of the rows that a transaction writes.
final class MergeIndexSettlement: TransactionParticipant {
    private let indexes: MergeIndexes
    private let connection: SQLiteConnection

    init(_ indexes: MergeIndexes, _ connection: SQLiteConnection) {
        self.indexes = indexes
        self.connection = connection
    }

    func settleComputed() throws { try MergeIndexWork(connection: connection).settle(indexes.usable) }
}
