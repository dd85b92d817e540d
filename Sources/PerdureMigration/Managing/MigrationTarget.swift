// SPDX-License-Identifier: Apache-2.0
// Where a migration writes: a file beside the destination, whose content replaces the destination's in one transaction at
// the end. A kill leaves the destination as it was. Stores without such files are written directly.

import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureModel
import PerdureStore

/// The destination of one migration.
final class MigrationTarget {
    private let job: MigrationJob
    private let files: (any StoreFiles)?
    /// The store that the migration opens.
    private(set) var place: StorePlace
    /// Whether the destination has no store yet.
    private(set) var isNew = true
    private var mayRemove = false
    private var hasChanged: () throws -> Bool = { false }
    /// Keeps others from taking the temporary store for a left-over.
    private var claim: TemporaryClaim?

    /// Whether the destination lives in memory.
    var isInMemory: Bool { job.destination.type == NSInMemoryStoreType }

    init(_ job: MigrationJob) {
        self.job = job
        files = job.destination.files
        place = job.destination
        place.options[NSPersistentHistoryTrackingKey] = nil
        guard files != nil else { return }
        place.url = TemporaryStores.newURL(beside: job.destination.url)
        // The file need not survive a power cut; the replacement does.
        var pragmas = place.options[NSSQLitePragmasOption] as? [String: Any] ?? [:]
        pragmas["synchronous"] = "OFF"
        place.options[NSSQLitePragmasOption] = pragmas
        place.options[NSReadOnlyPersistentStoreOption] = nil
    }

    /// Seconds to wait for a lock.
    private var patience: TimeInterval {
        (job.destination.options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240
    }

    /// A folder for notes of the migration.
    var folder: URL {
        files == nil ? FileManager.default.temporaryDirectory : place.url.deletingLastPathComponent()
    }

    /// Checks the destination, and copies what it has.
    ///
    /// - Throws: 134160 for a store of another version, or a file that is no store.
    func prepare(_ model: NSManagedObjectModel) throws {
        let url = job.destination.url
        guard let files else {
            isNew = !FileManager.default.fileExists(atPath: url.path)
            mayRemove = isNew
            return
        }
        claim = TemporaryClaim(of: place.url)
        if job.replacesSource { return }
        TemporaryStores.removeAbandoned(of: url, files)
        do {
            if try files.isVacant(url) {
                mayRemove = !FileManager.default.fileExists(atPath: url.path)
                return
            }
            isNew = false
            try requireModel(model)
            hasChanged = try files.commitCheck(at: url)
            try files.copy(from: url, to: place.url, sourceTimeout: patience, timeout: patience)
            // Without the option a store with a history cannot be written.
            if try files.givenNumbers(at: place.url).hasHistory {
                place.options[NSPersistentHistoryTrackingKey] = true
            }
        } catch let error as NSError where error.code == NSMigrationManagerDestinationStoreError {
            throw error
        } catch {
            throw MigrationErrors.destination(url, MigrationErrors.text(error), underlying: error)
        }
    }

    /// Makes the temporary store a copy of another one.
    func fill(from other: StorePlace, _ files: any StoreFiles) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
        try coordinator.withStoreFiles(other.url) {
            try files.copy(from: other.url, to: place.url, sourceTimeout: patience, timeout: patience)
        }
    }

    private func requireModel(_ model: NSManagedObjectModel) throws {
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: job.destination.type, at: job.destination.url, options: job.destination.options)
        guard !model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else { return }
        throw MigrationErrors.destination(
            job.destination.url,
            "there is a store already, and it has another version than the destination model. Choose another URL."
        )
    }

    /// Replaces the destination's content; the temporary store is closed.
    ///
    /// - Parameter given: what the source has given out, if the destination replaces it.
    /// - Throws: the system's error, 640 for a full disk; the destination is as before then.
    func finish(after given: GivenNumbers = GivenNumbers()) throws {
        guard let files else { return }
        let url = job.destination.url
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
        if isNew, !job.replacesSource, try !files.isVacant(url) {
            throw MigrationErrors.destination(
                url, "somebody else has made a store there meanwhile. Choose another URL, or migrate again.")
        }
        try coordinator.withStoreFiles(url) {
            if given.transaction > 0 { try files.beginHistory(after: given.transaction, at: place.url) }
            try files.copy(from: place.url, to: url, sourceTimeout: patience, timeout: patience) {
                try job.whileLocked()
                guard try !hasChanged() else {
                    throw MigrationErrors.destination(
                        url,
                        "somebody else has written to it meanwhile. Close it elsewhere, and migrate again.")
                }
            }
        }
        TemporaryStores.remove(place.url, files)
        claim = nil
    }

    /// Removes what a failed migration has made.
    func abandon() {
        defer { claim = nil }
        let url = job.destination.url
        if let files {
            TemporaryStores.remove(place.url, files)
            // A store that somebody else has made there meanwhile stays.
            if mayRemove, (try? files.isVacant(url)) == true { TemporaryStores.remove(url, files) }
        } else if mayRemove, url.isFileURL {
            try? FileManager.default.removeItem(at: url)
        }
    }
}
