// SPDX-License-Identifier: Apache-2.0
// Where a migration writes: a new store beside the destination, whose content replaces the destination's in one transaction at
// the end. A kill leaves the destination as it was. Stores of programs' own types are written directly.

import Foundation
import Perdure
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
    private var claimed: (any ClaimedPlace)?
    /// Runs operations on closed stores, and translates their errors.
    private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())

    /// Whether the destination lives in memory.
    var isInMemory: Bool { job.destination.type == NSInMemoryStoreType }

    init(_ job: MigrationJob) {
        self.job = job
        files = job.destination.files
        place = job.destination
        place.options[NSPersistentHistoryTrackingKey] = nil
    }

    /// Seconds to wait for a lock.
    private var patience: TimeInterval {
        (job.destination.options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240
    }

    /// A folder for notes of the migration.
    var folder: URL {
        files == nil || !place.url.isFileURL
            ? FileManager.default.temporaryDirectory : place.url.deletingLastPathComponent()
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
        if job.replacesSource { return try claim(files) }
        if url.isFileURL { TemporaryStores.removeAbandoned(of: url, files) }
        do {
            try claim(files)
            try coordinator.withStoreFiles(job.destination.shown) { try take(files, model) }
        } catch let error as NSError where error.code == NSMigrationManagerDestinationStoreError {
            throw error
        } catch {
            throw MigrationErrors.destination(
                job.destination.shown, MigrationErrors.text(error), underlying: error)
        }
    }

    /// Takes a place for the new store.
    private func claim(_ files: any StoreFiles) throws {
        let claimed = try coordinator.withStoreFiles(job.destination.shown) {
            try files.claim(beside: job.destination.url, timeout: patience)
                ?? ClaimedFile(beside: job.destination, files)
        }
        (place.url, place.options) = (claimed.url, claimed.options)
        place.options[NSPersistentHistoryTrackingKey] = nil
        self.claimed = claimed
    }

    /// Copies the store of the destination, if there is one.
    private func take(_ files: any StoreFiles, _ model: NSManagedObjectModel) throws {
        let url = job.destination.url
        if try files.isVacant(url) {
            mayRemove = url.isFileURL && !FileManager.default.fileExists(atPath: url.path)
            return
        }
        isNew = false
        try requireModel(model)
        hasChanged = try files.commitCheck(at: url)
        try claimed?.fill(timeout: patience)
        // Without the option a store with a history cannot be written.
        if try place.files?.givenNumbers(at: place.url).hasHistory == true {
            place.options[NSPersistentHistoryTrackingKey] = true
        }
    }

    /// Makes the temporary store a copy of another one.
    func fill(from other: StorePlace, _ files: any StoreFiles) throws {
        try coordinator.withStoreFiles(other.url) {
            try files.copy(from: other.url, to: place.url, sourceTimeout: patience, timeout: patience)
        }
    }

    private func requireModel(_ model: NSManagedObjectModel) throws {
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: job.destination.type, at: job.destination.url, options: job.destination.options)
        guard !model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else { return }
        throw MigrationErrors.destination(
            job.destination.shown,
            "there is a store already, and it has another version than the destination model. Choose another URL."
        )
    }

    /// Replaces the destination's content; the temporary store is closed.
    ///
    /// - Parameter given: what the source has given out, if the destination replaces it.
    /// - Throws: the system's error, 640 for a full disk; the destination is as before then.
    func finish(after given: GivenNumbers = GivenNumbers()) throws {
        guard let files, let claimed else { return }
        try coordinator.withStoreFiles(job.destination.shown) {
            try requireVacant(files)
            if given.transaction > 0 {
                try place.files?.beginHistory(after: given.transaction, at: place.url)
            }
            try claimed.replace(timeout: patience) {
                try job.whileLocked()
                // A server tells it while others are locked out; a file is locked for this process too.
                if !place.url.isFileURL { try requireVacant(files) }
                guard try !hasChanged() else {
                    throw taken(
                        "somebody else has written to it meanwhile. Close it elsewhere, and migrate again.")
                }
            }
        }
        claimed.remove()
        self.claimed = nil
    }

    private func requireVacant(_ files: any StoreFiles) throws {
        guard isNew, !job.replacesSource, try !files.isVacant(job.destination.url) else { return }
        throw taken("somebody else has made a store there meanwhile. Choose another URL, or migrate again.")
    }

    private func taken(_ problem: String) -> NSError {
        MigrationErrors.destination(job.destination.shown, problem)
    }

    /// Removes what a failed migration has made.
    func abandon() {
        let url = job.destination.url
        if let files {
            claimed?.remove()
            claimed = nil
            // A store that somebody else has made there meanwhile stays.
            if mayRemove, (try? files.isVacant(url)) == true { TemporaryStores.remove(url, files) }
        } else if mayRemove, url.isFileURL {
            try? FileManager.default.removeItem(at: url)
        }
    }
}
