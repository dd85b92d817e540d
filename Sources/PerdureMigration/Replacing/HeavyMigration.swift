// SPDX-License-Identifier: Apache-2.0
// The automatic migration of a store by a mapping model: into a new store beside it (ClaimedPlace), whose content then replaces the
// store's in one transaction. Others may have the store open; their commits are not lost, because the migration begins anew after one.

import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureMapping
import PerdureModel
import PerdureStore

/// A migration that a coordinator does before it opens a store.
package struct HeavyMigration {
    private let place: StorePlace
    private let source: NSManagedObjectModel
    private let destination: NSManagedObjectModel
    private let mapping: NSMappingModel
    private let report: (StoreMigrationEvent.Step) -> Void

    /// Seconds to wait for another migration of the store.
    private var timeout: TimeInterval {
        (place.options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240
    }

    /// How often a migration begins anew because others have written.
    private static let attempts = 3

    /// - Parameters:
    ///   - url: The store.
    ///   - type: The store's type.
    ///   - options: The options with which it is opened.
    ///   - source: The model that the store has.
    ///   - destination: The coordinator's model.
    ///   - mapping: A mapping model that fits both.
    ///   - configuration: The configuration whose entities the store has; nil for all.
    ///   - report: Is told of each step.
    package init(
        url: URL, type: String, options: [AnyHashable: Any]?, from source: NSManagedObjectModel,
        to destination: NSManagedObjectModel, mapping: NSMappingModel, configuration: String? = nil,
        report: @escaping (StoreMigrationEvent.Step) -> Void = { _ in }
    ) {
        var place = StorePlace(url, type, options)
        place.configuration = configuration
        self.place = place
        (self.source, self.destination, self.mapping) = (source, destination, mapping)
        self.report = report
    }

    /// Migrates the store, unless somebody else has given it another version meanwhile.
    ///
    /// Which version that is tells the next look at the store.
    ///
    /// - Throws: 134110 with the error of the migration; 513 for a folder that cannot be written to, 640 for a full disk, 134090
    ///   when others hold the lock too long or write again and again. The store is as before then.
    package func run() throws {
        guard let files = place.files else {
            throw MigrationErrors.failed(
                CoreDataException.invalidArgument(
                    "stores of the type \"\(place.type)\" cannot be replaced; migrate the store with NSMigrationManager."
                ), place.shown)
        }
        let lock = try MigrationLock.any(of: place, timeout: timeout)
        try withExtendedLifetime(lock) {
            if place.url.isFileURL { TemporaryStores.removeAbandoned(of: place.url, files) }
            for _ in 0..<Self.attempts {
                let metadata = try metadata()
                guard let old = Self.configuration(place.configuration, source, metadata) else { return }
                if Self.configuration(place.configuration, destination, metadata) != nil { return }
                if try migrate(files, from: old.name) { return }
            }
            let path = place.shown.path
            throw MigrationErrors.make(
                NSPersistentStoreTimeoutError,
                "The store at \"\(path)\" was written \(Self.attempts) times while it was being migrated. Close it elsewhere, "
                    + "and open it again.", [NSFilePathErrorKey: path])
        }
    }

    private func metadata() throws -> [String: Any] {
        try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: place.type, at: place.url, options: place.options)
    }

    /// The configuration of a model with which a store can be opened; nil for a store of another version.
    ///
    /// The store of a configuration may list all entities, and the other version may not have the configuration.
    private static func configuration(
        _ name: String?, _ model: NSManagedObjectModel, _ metadata: [String: Any]
    ) -> (name: String?, Void)? {
        for name in [name, nil] where name.map(model.configurations.contains) ?? true {
            if model.isConfiguration(withName: name, compatibleWithStoreMetadata: metadata) {
                return (name, ())
            }
        }
        return nil
    }

    /// - Returns: false when others have committed meanwhile, so that nothing was changed.
    private func migrate(_ files: any StoreFiles, from former: String?) throws -> Bool {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
        let hasChanged = try coordinator.withStoreFiles(place.shown) { try files.commitCheck(at: place.url) }
        var job = MigrationJob(source: place, destination: place)
        job.source.configuration = former
        job.replacesSource = true
        job.whileLocked = { if try hasChanged() { throw Overtaken() } }
        let manager = try manager()
        manager.usesStoreSpecificMigrationManager = false
        manager.observer.report = report
        do {
            try manager.perform(job, mapping)
            return true
        } catch is Overtaken {
            return false
        } catch {
            throw translated(error)
        }
    }

    /// A manager of the class that the type's stores name.
    private func manager() throws -> NSMigrationManager {
        let named: AnyClass = NSPersistentStoreCoordinator.storeClass(ofType: place.type)
            .migrationManagerClass()
        guard let type = named as? NSMigrationManager.Type else {
            throw CoreDataException.invalidArgument(
                "migrationManagerClass() names \(named), which is no subclass of NSMigrationManager.")
        }
        return type.init(sourceModel: source, destinationModel: destination)
    }

    /// Thrown when others have committed while the migration ran.
    private struct Overtaken: Error {}

    /// 134110 over the error, unless the error says by itself what to do with the disk.
    private func translated(_ error: any Error) -> any Error {
        let known = [NSFileWriteOutOfSpaceError, NSFileWriteNoPermissionError, NSPersistentStoreTimeoutError]
        let found = error as NSError
        if found.domain == NSCocoaErrorDomain, known.contains(found.code) { return error }
        // Somebody has cancelled, and gave no error of his own.
        if MigrationErrors.isCancellation(found) { return error }
        return MigrationErrors.failed(error, place.shown)
    }
}
