// SPDX-License-Identifier: Apache-2.0
// Fills a new file: settings that must come before the first table, then everything else in one
// transaction, so that a store is complete or not there.

import Foundation
import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// Creates the content of a store.
struct StoreCreation {
    let options: SQLiteOptions
    let connection: SQLiteConnection

    /// What a file without any table is told before its first one.
    func prepareFile() throws {
        // In this order: the page size is fixed by the first setting that touches the file, and WAL comes before the
        // first table, so that a file whose creation is cut off has none and the next opening goes on with it.
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

    /// Tries again while others are at the same file.
    ///
    /// The switch to WAL needs the file alone for a moment. Of two processes that make the same file at the same time
    /// SQLite turns one away at once, without asking its busy handler, because both hold a lock that the other needs.
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
    func fill(_ mapping: StoreMapping) throws {
        let definitions = try SchemaDefinition.statements(for: mapping)
        try connection.beginWriting()
        do {
            // Another process may have been faster between our look at the file and the lock.
            if try hasNoTables() {
                for definition in definitions { try connection.execute(definition.sql) }
                for entity in mapping.entities.compactMap({ $0 }) { try insert(entity, mapping) }
                try insertMetadata(mapping)
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

    private func insert(_ entity: EntityMapping, _ mapping: StoreMapping) throws {
        let layout = mapping.schema[entity.entity]
        let superentity = layout.superentity.flatMap { mapping[$0]?.fileNumber } ?? 0
        try connection.run(
            "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)",
            [.integer(Int64(entity.fileNumber)), .text(layout.name), .integer(Int64(superentity))])
    }

    private func insertMetadata(_ mapping: StoreMapping) throws {
        var metadata = StoreMetadata.initial(options.initialMetadata)
        for source in StoreFeatures.triggerSources(mapping) { source.describe(&metadata) }
        try StoreMetadata.write(metadata, connection)
    }
}
