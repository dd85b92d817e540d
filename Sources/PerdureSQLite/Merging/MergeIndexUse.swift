// SPDX-License-Identifier: Apache-2.0
// The indexes on parts of sets and dictionaries in the life of a store: brought in step with the model when it is opened,
// used by fetches as far as the file has them, and settled in each transaction. MergeIndexWork.swift does the work.

import PerdureSQL
import PerdureStore

/// Brings the indexes in step with the model before anything is written.
enum MergeIndexMaking: StoreStep {
    static func run(_ store: MappedStore) throws {
        let indexes = MergeIndexWork(connection: store.writer)
        try indexes.runIfNeeded(store.mapping.mergeIndexes.declared)
        store.withoutTriggers { try indexes.forget() }
    }
}

/// Lets fetches use the indexes that the file has, and transactions keep them.
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

/// Makes the entries of the rows anew that a transaction writes.
final class MergeIndexSettlement: TransactionParticipant {
    private let indexes: MergeIndexes
    private let connection: SQLiteConnection

    init(_ indexes: MergeIndexes, _ connection: SQLiteConnection) {
        self.indexes = indexes
        self.connection = connection
    }

    func settleComputed() throws { try MergeIndexWork(connection: connection).settle(indexes.usable) }
}
