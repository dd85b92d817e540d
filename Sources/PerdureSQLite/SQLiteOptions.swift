// SPDX-License-Identifier: Apache-2.0
// The options for opening a SQLite store. SQLiteEngine+Opening.swift opens it.

import Foundation
import PerdurePropertyList
import PerdureStore

/// How to open a SQLite store.
package struct SQLiteOptions: Sendable {
    package var path: String
    /// The original store if the file is a copy: the sidecar files lie beside the original.
    ///
    /// nil for no copy.
    package var original: String?
    package var externalValues = ExternalValueOptions()
    /// Whether the file is never written; the file must exist then.
    package var isReadOnly = false
    /// Pragmas for every connection, applied after our own settings (NSSQLitePragmasOption).
    package var pragmas: [String: String] = [:]
    /// The limit in seconds for a wait for a lock.
    package var timeout: TimeInterval = 240
    /// How many connections may read at once.
    ///
    /// nil: one for each reading thread, up to 64; four of them stay open.
    package var poolSize: Int?
    package var durability = Durability.full
    package var runsAnalyze = false
    package var runsVacuum = false
    /// The metadata of a new store: hashes, digest, checksum, identifiers, and a UUID if the caller wants a certain one.
    package var initialMetadata: [String: PropertyListValue] = [:]
    /// Makes the keyed archive of the model (not compressed) when the model cache is written.
    package var modelArchive: ModelArchive?
    /// The hashes of the model's entities, by their names.
    ///
    /// They tell whether a store's own model is this one.
    package var modelHashes: [String: PropertyListValue] = [:]
    /// Reads the schema of the model inside of a store; nil where another program wrote it, or for one of another version.
    package var formerSchema: (@Sendable (Data) -> Schema?)?
    /// Whether the renewed metadata are those of another model, which the store gets with them.
    package var renewsModel = false
    /// Other hashes in a store that stand for the same model, from earlier versions of Perdure; nil for most models.
    package var acceptedHashes: PropertyListValue?
    /// The metadata that the next commit writes: today's hashes instead of `acceptedHashes`.
    package var renewedMetadata: [String: PropertyListValue] = [:]
    /// The migration for a store of another model version; nil for none.
    package var migration: StoreMigration?
    /// Whether a migration leaves tables and columns that nobody needs for later.
    package var defersRemovals = false
    /// Whether derived values are computed anew, although the store says that they are right.
    package var recomputesValues = false
    /// Whether the store's history records each commit.
    package var tracksHistory = false
    /// Whether the store is read-only because it has a history and history tracking is off.
    var isLockedByHistory = false

    package typealias ModelArchive = @Sendable () throws -> Data

    package init(path: String) { self.path = path }

    /// Whether the hashes in a store's metadata belong to this model: only then may the model cache be written.
    func isOfModel(_ metadata: [String: PropertyListValue]) -> Bool {
        guard case .dictionary(let hashes) = metadata[StoreMigration.hashesKey] else { return true }
        if acceptedHashes == .dictionary(hashes) { return true }
        return hashes.allSatisfy { modelHashes[$0] == $1 }
    }

    /// The data that a power cut may destroy.
    ///
    /// | level | `synchronous` | lost at a power cut, WAL | lost at a power cut, rollback journal |
    /// | --- | --- | --- | --- |
    /// | `full` | EXTRA | nothing: a commit that returned is on disk | nothing |
    /// | `normal` | NORMAL | the last commits, each as a whole | at most the last commit |
    /// | `off` | OFF | any commit, and possibly the file itself | the same |
    ///
    /// With a rollback journal `normal` is FULL (JournalDurability.swift).
    ///
    /// A crash or a kill of the process alone loses nothing at any level.
    package enum Durability: String, Sendable {
        /// In WAL mode this equals FULL; with a rollback journal the removal of the journal is synced too.
        case full = "EXTRA"
        case normal = "NORMAL"
        case off = "OFF"
    }
}
