// SPDX-License-Identifier: Apache-2.0
// What can be chosen when a SQLite store is opened. SQLiteEngine.swift opens it.

import Foundation
import PerdurePropertyList
import PerdureStore

/// How to open a SQLite store.
package struct SQLiteOptions: Sendable {
    package var path: String
    /// The store of which the file is a copy: what belongs beside the file lies beside the store; nil for no copy.
    package var original: String?
    package var externalValues = ExternalValueOptions()
    /// Never writes the file; the file must exist.
    package var isReadOnly = false
    /// Applied to every connection after our own settings, by NSSQLitePragmasOption.
    package var pragmas: [String: String] = [:]
    /// Seconds that a call waits for a lock, and that one read may run.
    package var timeout: TimeInterval = 240
    /// How many connections may read at once.
    ///
    /// nil: as many as there are threads that read, up to 64; four of them are kept.
    package var poolSize: Int?
    package var durability = Durability.full
    package var runsAnalyze = false
    package var runsVacuum = false
    /// The metadata of a store that is created: hashes, digest, checksum, identifiers, the UUID where one is wanted.
    package var initialMetadata: [String: PropertyListValue] = [:]
    /// Makes the keyed archive of the model (not compressed) for the model cache, when one is written.
    package var modelArchive: ModelArchive?
    /// The hashes of the model's entities, by their names: tells whether the model is the one that a store keeps.
    package var modelHashes: [String: PropertyListValue] = [:]
    /// The hashes of a store that are the model's too, as earlier versions of Perdure wrote them; nil for most.
    package var acceptedHashes: PropertyListValue?
    /// What the next commit is to write into the metadata: the hashes of today in place of those.
    package var renewedMetadata: [String: PropertyListValue] = [:]
    /// How a store of another version of the model gets to this one; nil for none.
    package var migration: StoreMigration?
    /// Whether values that the store computes are computed anew, although it says that they are right.
    package var recomputesValues = false
    /// Whether each commit is noted in the store's history.
    package var tracksHistory = false
    /// Whether the store is read-only because it has a history that nobody would go on with.
    var isLockedByHistory = false

    package typealias ModelArchive = @Sendable () throws -> Data

    package init(path: String) { self.path = path }

    /// Whether the hashes in a store's metadata are the model's: only that model is the one to keep.
    func isOfModel(_ metadata: [String: PropertyListValue]) -> Bool {
        guard case .dictionary(let hashes) = metadata[StoreMigration.hashesKey] else { return true }
        if acceptedHashes == .dictionary(hashes) { return true }
        return hashes.allSatisfy { modelHashes[$0] == $1 }
    }

    /// What a power cut may take.
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
        /// In WAL mode the same as FULL; with a rollback journal its removal is brought to disk too.
        case full = "EXTRA"
        case normal = "NORMAL"
        case off = "OFF"
    }
}
