// SPDX-License-Identifier: Apache-2.0
// Attributes with external storage in the transactions of a store. Each transaction has a journal of files
// (ExternalDataJournal.swift); every writer of rows asks the journal for the bytes of a column.

import Foundation
import PerdureSQL
import PerdureStore

/// The feature of a store whose model has attributes with external storage.
struct ExternalValueFeature: StoreFeature {
    func participant(on connection: SQLiteConnection, by author: CommitAuthor) -> any TransactionParticipant {
        ExternalDataJournal(folder: connection.externalData, readViews: connection.obsoleteFiles)
    }
}

extension ExternalValueFeature: StoreOpeningStep {
    /// Joins the store's transactions if a column may name a file.
    static func run(_ store: MappedStore) {
        guard store.mapping.namesFiles else { return }
        store.join { _, _ in ExternalValueFeature() }
    }
}

extension StoreMapping {
    /// Whether a column may name a file.
    var namesFiles: Bool {
        entities.contains { $0?.slots.contains(where: \.mayLieInFile) ?? false }
    }
}

extension SQLiteCommit {
    func storeExternal(_ value: Data, entity: String, property: String) throws -> Data {
        guard let journal else { return ExternalDataFolder.inline(value) }
        return try journal.store(value, entity: entity, property: property)
    }

    func releaseExternal(_ stored: Data) { journal?.release(stored) }

    /// The journal; nil when no column can name a file.
    private var journal: ExternalDataJournal? {
        participants.lazy.compactMap { $0 as? ExternalDataJournal }.first
    }
}
