// SPDX-License-Identifier: Apache-2.0
// An inferred migration between two SQLite files: the file is copied, and the copy migrated in place.

import Foundation
import Perdure
import PerdureFoundationGaps
import PerdureMapping
import PerdureModel
import PerdureStore

/// The short way of NSMigrationManager.
struct InPlaceCopy {
    private let job: MigrationJob
    private let source: NSManagedObjectModel
    private let destination: NSManagedObjectModel
    private let mapping: NSMappingModel
    private let control: MigrationControl

    init(
        _ job: MigrationJob, _ source: NSManagedObjectModel, _ destination: NSManagedObjectModel,
        _ mapping: NSMappingModel, _ control: MigrationControl
    ) {
        (self.job, self.source, self.destination, self.mapping) = (job, source, destination, mapping)
        self.control = control
    }

    /// Migrates, where the way is open.
    ///
    /// - Returns: false where it is not: other types, a destination with objects, a history, a mapping that was changed.
    /// - Throws: what the migration in place reports; nothing is left of the destination then.
    func run() throws -> Bool {
        let (from, to) = (job.source, job.destination)
        guard !job.replacesSource, from.type == NSSQLiteStoreType, to.type == NSSQLiteStoreType,
            let files = to.files, try isInferred()
        else { return false }
        let target = MigrationTarget(job)
        do {
            try target.prepare(destination)
            guard target.isNew, try !hasHistory(from, files) else {
                target.abandon()
                return false
            }
            try control.check()
            try target.fill(from: from, files)
            try control.check()
            guard try migrate(target.place, files) else {
                target.abandon()
                return false
            }
            try control.check()
            try target.finish()
            return true
        } catch {
            target.abandon()
            throw control.cancellation ?? naming(error, target.place.url)
        }
    }

    /// Whether a copy would have a history; the three passes leave it behind.
    private func hasHistory(_ place: StorePlace, _ files: any StoreFiles) throws -> Bool {
        try NSPersistentStoreCoordinator(managedObjectModel: source).withStoreFiles(place.url) {
            try files.givenNumbers(at: place.url).hasHistory
        }
    }

    /// The error with the URLs that the caller knows, in place of that of the temporary store.
    private func naming(_ error: any Error, _ temporary: URL) -> any Error {
        let found = error as NSError
        var facts = found.userInfo
        guard (facts["sourceURL"] as? URL)?.path == temporary.path else { return error }
        facts["sourceURL"] = job.source.url
        facts["destinationURL"] = job.destination.url
        facts[NSURLErrorKey] = job.source.url
        facts[NSFilePathErrorKey] = job.source.url.path
        return NSError(domain: found.domain, code: found.code, userInfo: facts)
    }

    /// Migrates the copy, and gives it a UUID of its own.
    private func migrate(_ place: StorePlace, _ files: any StoreFiles) throws -> Bool {
        var options = place.options
        options[NSMigratePersistentStoresAutomaticallyOption] = true
        options[NSInferMappingModelAutomaticallyOption] = true
        // The caller has said by which mapping.
        options[StoreSpecification.infersOnlyKey] = true
        options[NSPersistentStoreStagedMigrationManagerOptionKey] = nil
        options[NSPersistentStoreDescription.backupBeforeMigrationKey] = nil
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: destination)
        do {
            let store = try coordinator.addPersistentStore(
                ofType: place.type, configurationName: nil, at: place.url, options: options)
            try coordinator.remove(store)
        } catch let error as NSError where error.code == NSPersistentStoreIncompatibleVersionHashError {
            return false
        }
        return try coordinator.withStoreFiles(place.url) {
            try files.changeMetadata(at: place.url, timeout: 10) {
                $0.merging([NSStoreUUIDKey: .string(UUID().uuidString)]) { $1 }
            }
            return true
        }
    }

    /// Whether the mapping model is what both versions infer.
    private func isInferred() throws -> Bool {
        guard mapping.entityMappings.allSatisfy({ $0.name.hasPrefix("IEM_") }),
            let inferred = try? NSMappingModel.inferredMappingModel(
                forSourceModel: source, destinationModel: destination),
            inferred.entityMappings.count == mapping.entityMappings.count
        else { return false }
        let own = Dictionary(inferred.entityMappings.map { ($0.name, $0) }) { first, _ in first }
        return mapping.entityMappings.allSatisfy { given in own[given.name].map(given.saysTheSame) ?? false }
    }
}

extension NSEntityMapping {
    /// Whether another mapping would be carried out alike.
    fileprivate func saysTheSame(as other: NSEntityMapping) -> Bool {
        mappingType == other.mappingType && sourceEntityName == other.sourceEntityName
            && destinationEntityName == other.destinationEntityName
            && (entityMigrationPolicyClassName ?? "").isEmpty && sourceExpression == other.sourceExpression
            && Self.texts(attributeMappings) == Self.texts(other.attributeMappings)
            && Self.texts(relationshipMappings) == Self.texts(other.relationshipMappings)
    }

    private static func texts(_ mappings: [NSPropertyMapping]?) -> [String: String] {
        Dictionary((mappings ?? []).map { ($0.name ?? "", $0.valueExpression?.description ?? "") }) { $1 }
    }
}
