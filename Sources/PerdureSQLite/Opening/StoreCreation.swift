// SPDX-License-Identifier: Apache-2.0
// Fills a new file: first the settings that must precede the first table, then everything else in one transaction. So a store
// is either complete or absent.

import Foundation
import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// Creates the content of a store.
struct StoreCreation {
    let options: SQLiteOptions
    let connection: SQLiteConnection

    /// Applies the settings that a file needs before its first table.
    func prepareFile() throws {
        // The order matters. The first setting that touches the file fixes the page size. WAL mode comes before the first
        // table: after a crash the file has no table, and the next opening continues with it.
        let wishes = Dictionary(
            options.pragmas.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        let settings = [
            ("page_size", "4096"), ("auto_vacuum", "INCREMENTAL"), ("encoding", "'UTF-8'"),
            ("journal_mode", "WAL"),
        ]
        for (name, standard) in settings {
            try waiting {
                if let wish = wishes[name] {
                    try connection.apply([name: wish])
                } else {
                    try connection.execute("PRAGMA \(name) = \(standard)")
                }
            }
        }
    }

    /// Repeats an action while other processes use the same file.
    ///
    /// The switch to WAL needs the file alone for a moment. When two processes make the same file at the same time, both hold
    /// a lock that the other needs. SQLite then refuses one of them at once, without asking its busy handler.
    private func waiting(_ body: () throws -> Void) throws {
        let deadline = DispatchTime.now() + options.timeout
        while true {
            do { return try body() } catch let error as StoreError {
                guard case .busy = error, DispatchTime.now() < deadline else { throw error }
                usleep(UInt32.random(in: 200...2000))
            }
        }
    }

    /// Creates tables, indexes and triggers, bookkeeping rows, metadata and model cache in one transaction.
    func fill(_ mapping: StoreMapping, _ parts: FeatureParts) throws {
        let definitions = try SchemaDefinition.statements(for: mapping, parts.definitions)
        try connection.beginWriting()
        do {
            // Another process may have filled the file before we got the lock.
            if try hasNoTables() {
                for definition in definitions { try connection.execute(definition.sql) }
                for entity in mapping.entities.compactMap({ $0 }) {
                    try EntityRow.insert(entity, mapping, connection)
                }
                try insertMetadata(parts.triggerSources(mapping))
                try ModelCache.write(options.modelArchive, connection)
            }
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }

    func hasNoTables() throws -> Bool {
        try connection.first("SELECT 1 FROM sqlite_master LIMIT 1") { _ in true } == nil
    }

    private func insertMetadata(_ sources: [any TriggerSource]) throws {
        var metadata = StoreMetadata.initial(options.initialMetadata)
        for source in sources { source.describe(&metadata) }
        try StoreMetadata.write(metadata, connection)
    }
}
