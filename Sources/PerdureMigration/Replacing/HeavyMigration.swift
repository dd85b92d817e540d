// SPDX-License-Identifier: Apache-2.0
// The automatic migration of a store by a mapping model: in a temporary file, whose content then replaces the store's in one
// transaction. Others may have the store open; their commits are not lost, because the migration begins anew after one.

import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureMapping
import PerdureModel
import PerdureStore

/// A migration that a coordinator does before it opens a store.
package struct HeavyMigration {
    private let url: URL
    private let type: String
    private let options: [AnyHashable: Any]
    private let source: NSManagedObjectModel
    private let destination: NSManagedObjectModel
    private let mapping: NSMappingModel
    /// The configuration of the store that is being added; nil for all entities.
    private let configuration: String?
    private let report: (StoreMigrationEvent.Step) -> Void

    /// Seconds to wait for another migration of the store.
    private var timeout: TimeInterval {
        (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240
    }

    /// How often a migration begins anew because others have written.
    private static let attempts = 3

    /// - Parameters:
    ///   - url: The store's file.
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
        (self.url, self.type, self.options) = (url, type, options ?? [:])
        (self.source, self.destination, self.mapping) = (source, destination, mapping)
        (self.configuration, self.report) = (configuration, report)
    }

    /// Migrates the store, unless somebody else has given it another version meanwhile.
    ///
    /// Which version that is tells the next look at the store.
    ///
    /// - Throws: 134110 with the error of the migration; 513 for a folder that cannot be written to, 640 for a full disk, 134090
    ///   when others hold the lock too long or write again and again. The store is as before then.
    package func run() throws {
        guard let files = NSPersistentStoreCoordinator.storeFiles(ofType: type) else {
            throw MigrationErrors.failed(
                CoreDataException.invalidArgument(
                    "stores of the type \"\(type)\" cannot be replaced; migrate the store with NSMigrationManager."
                ), url)
        }
        guard url.isFileURL else { throw MigrationErrors.failed(Self.noFile, url) }
        let lock = try MigrationLock(of: url, timeout: timeout)
        try withExtendedLifetime(lock) {
            TemporaryStores.removeAbandoned(of: url, files)
            for _ in 0..<Self.attempts {
                let metadata = try metadata()
                guard let old = Self.configuration(configuration, source, metadata) else { return }
                if Self.configuration(configuration, destination, metadata) != nil { return }
                if try migrate(files, from: old.name) { return }
            }
            throw MigrationErrors.make(
                NSPersistentStoreTimeoutError,
                "The store at \"\(url.path)\" was written \(Self.attempts) times while it was being migrated. Close it elsewhere, "
                    + "and open it again.", [NSFilePathErrorKey: url.path])
        }
    }

    /// The reason for stores on servers.
    private static var noFile: any Error {
        CoreDataException.invalidArgument(
            "a mapping model makes a new store beside the old one, which a server has no place for yet. Take the mapping model out "
                + "where the change can be inferred, or go by stages.")
    }

    private func metadata() throws -> [String: Any] {
        try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url, options: options)
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
        let hasChanged = try files.commitCheck(at: url)
        var job = MigrationJob(
            source: StorePlace(url, type, options), destination: StorePlace(url, type, options))
        (job.source.configuration, job.destination.configuration) = (former, configuration)
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
        let named: AnyClass = NSPersistentStoreCoordinator.storeClass(ofType: type).migrationManagerClass()
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
        return MigrationErrors.failed(error, url)
    }
}
