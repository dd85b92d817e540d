// SPDX-License-Identifier: Apache-2.0
// Gives a store of entries its next version, so that power cuts at any moment of it can be replayed.

import CoreData
import Foundation
import PerdureMigration
import PerdureTestSupport

extension Command {
    /// version STORE in-place|mapping: migrates the store, and prints "done" last.
    static func version(_ url: URL, _ words: [String]) throws {
        switch words.first {
        case "in-place":
            let options: [AnyHashable: Any] = [
                NSMigratePersistentStoresAutomaticallyOption: true,
                NSInferMappingModelAutomaticallyOption: true,
            ]
            let stack = try Stack(at: url, EntryModel.second(), options: options)
            try stack.coordinator.remove(stack.store)
        case "mapping":
            try migrateByMapping(url, nil)
        default: throw UsageError(text: "in-place or mapping is missing")
        }
        say("done")
    }

    /// mapping FILE: writes the compiled mapping model between both versions of entries.
    static func mapping(_ url: URL) throws {
        try NSMappingModel.inferredMappingModel(
            forSourceModel: EntryModel.entries(), destinationModel: EntryModel.second()
        ).write(compiledTo: url)
    }

    /// Migrates a store of entries object by object.
    static func migrateByMapping(_ url: URL, _ options: [AnyHashable: Any]?) throws {
        let (source, destination) = (EntryModel.entries(), EntryModel.second())
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: source, destinationModel: destination)
        try HeavyMigration(
            url: url, type: NSSQLiteStoreType, options: options, from: source, to: destination,
            mapping: mapping
        ).run()
    }

    /// The version that a store of entries has, and what its number of entries is raised by.
    static func entryVersion(_ url: URL) throws -> (model: NSManagedObjectModel, raise: Int) {
        let first = EntryModel.entries()
        guard FileManager.default.fileExists(atPath: url.path),
            let metadata = try? NSPersistentStoreCoordinator.metadataForPersistentStore(
                type: .sqlite, at: url),
            EntryModel.second().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
        else { return (first, 0) }
        return (EntryModel.second(), 1000)
    }
}
