// SPDX-License-Identifier: Apache-2.0
// The indexes on parts of sets and dictionaries in the life of a store. They are updated for the model at the opening, used
// by fetches if the file has them, and renewed in each transaction. MergeIndexMaintenance.swift does the work.

import PerdureSQL
import PerdureStore

/// Updates the indexes for the model before anything is written.
enum MergeIndexUpdateStep: StoreOpeningStep {
    static func run(_ store: MappedStore) throws {
        let indexes = MergeIndexMaintenance(connection: store.writer)
        try indexes.runIfNeeded(store.mapping.mergeIndexes.declared)
        store.withoutTriggers { try indexes.forget() }
    }
}

/// Lets fetches use the file's indexes, and lets transactions maintain them.
enum MergeIndexUseStep: StoreOpeningStep {
    static func run(_ store: MappedStore) throws {
        let indexes = store.mapping.mergeIndexes
        guard !indexes.declared.isEmpty else { return }
        indexes.use(try MergeIndexMaintenance(connection: store.writer).found(of: indexes.declared))
        try store.review.add(indexes, store.writer)
        store.join { _, _ in indexes }
    }
}

extension MergeIndexes: TriggerSource {
    var triggers: [SQLDefinition] { declared.flatMap(\.triggers) }
}

extension MergeIndexes: ForeignCommitCheck {
    /// Goes on without indexes that another program has removed: one with another version of the model does so.
    ///
    /// Indexes that come back wait for the next opening: statements that were made without them stay known.
    func readSchema(_ connection: SQLiteConnection) throws {
        use(try MergeIndexMaintenance(connection: connection).found(of: usable))
    }

    func requireNone(_ connection: SQLiteConnection) {}
}

extension MergeIndexes: StoreFeature {
    func participant(on connection: SQLiteConnection, by author: CommitAuthor) -> any TransactionParticipant {
        MergeIndexRenewal(self, connection)
    }
}

/// Renews the index entries of the rows that a transaction writes.
final class MergeIndexRenewal: TransactionParticipant {
    private let indexes: MergeIndexes
    private let connection: SQLiteConnection

    init(_ indexes: MergeIndexes, _ connection: SQLiteConnection) {
        self.indexes = indexes
        self.connection = connection
    }

    func finishComputedValues() throws {
        try MergeIndexMaintenance(connection: connection).renew(indexes.usable)
    }
}
