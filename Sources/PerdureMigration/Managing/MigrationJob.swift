// SPDX-License-Identifier: Apache-2.0
// What a migration is asked to do, and what is checked before it makes anything. MigrationTarget.swift is where it writes.

import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureMapping
import PerdureModel
import PerdureStore

/// A migration of one store into another.
struct MigrationJob {
    var source: StorePlace
    var destination: StorePlace
    /// Whether the destination is to replace the source: numbers and the UUID are kept.
    var replacesSource = false
    /// Called before the replacement, when others are locked out; its error leaves the destination as it was.
    var whileLocked: () throws -> Void = {}

    /// The numbers that must not be given again; none where the destination does not replace the source.
    func givenNumbers() throws -> GivenNumbers {
        guard replacesSource, let files = source.files else { return GivenNumbers() }
        return try files.givenNumbers(at: source.url)
    }

    /// Checks everything that can be checked before something is made.
    ///
    /// - Throws: as `migrateStore`.
    func check(
        _ oldModel: NSManagedObjectModel, _ newModel: NSManagedObjectModel, _ mapping: NSMappingModel
    ) throws -> [EntityPlan] {
        try oldModel.freeze()
        try newModel.freeze()
        if !replacesSource, source.identity == destination.identity {
            throw CoreDataException.invalidArgument(
                "A store cannot be migrated into itself (\(source.shown.path)). Migrate it to another URL, and use "
                    + "replacePersistentStore(at:withPersistentStoreFrom:type:) then.")
        }
        try checkSource(oldModel)
        let plans = try MappingPlan(source: oldModel, destination: newModel).plans(mapping)
        // Entities of other stores have no rows here, and no place.
        return plans.filter {
            source.holds($0.source, oldModel) && destination.holds($0.destination, newModel)
        }
    }

    private func checkSource(_ model: NSManagedObjectModel) throws {
        guard !source.url.isFileURL || FileManager.default.fileExists(atPath: source.url.path) else {
            throw MigrationErrors.source(
                source.url, "there is no file.",
                underlying: CocoaError(
                    .fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: source.url.path]))
        }
        let metadata: [String: Any]
        do {
            metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
                ofType: source.type, at: source.url, options: source.options)
        } catch {
            throw MigrationErrors.source(source.shown, MigrationErrors.text(error), underlying: error)
        }
        guard model.isConfiguration(withName: source.configuration, compatibleWithStoreMetadata: metadata)
        else {
            let problem = "it was not made with the source model."
            throw MigrationErrors.source(
                source.shown, problem,
                underlying: MigrationErrors.make(
                    NSPersistentStoreIncompatibleVersionHashError,
                    "The store at \"\(source.shown.path)\" has another version than the source model. Give the manager the model "
                        + "that made it.", ["metadata": metadata]))
        }
    }
}
