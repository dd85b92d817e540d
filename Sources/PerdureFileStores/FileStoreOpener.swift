// SPDX-License-Identifier: Apache-2.0
// Opens a store that is one file: its version is looked at, then Engine/FileEngine+Opening.swift reads it.

import Foundation
import Perdure
import PerdureBase
import PerdureModel
import PerdurePropertyList
import PerdureStore

/// Opens a store of one form.
struct FileStoreOpener: StoreOpener {
    let form: any FileForm
    let specification: StoreSpecification
    let coordinator: NSPersistentStoreCoordinator

    func open() throws -> any StoreEngine {
        let entities = try coordinator.entityNumbers(of: specification.configuration)
        try coordinator.managedObjectModel.refuseComputedValues(in: entities, storeType: form.type)
        var opening = FileEngine.Opening(form, specification.url, coordinator.managedObjectModel.schema)
        opening.entities = entities
        opening.isReadOnly = specification.isReadOnly
        return try VersionedOpening(url: specification.url).run(look: look) { found, migration in
            opening.newMetadata = found.newMetadata
            opening.look = found.look
            opening.migration = migration
            return try FileEngine.open(opening)
        }
    }

    private struct Found {
        /// The metadata of a new store.
        var newMetadata: [String: PropertyListValue] = [:]
        /// What the file must still be; nil where its version does not matter.
        var look: FileEngine.Look?
    }

    /// Looks at the file, and decides what becomes of an existing one.
    private func look() throws -> (Found, MigrationDecision) {
        let version = StoreVersion(coordinator.managedObjectModel, configuration: specification.configuration)
        guard let data = try StoreDocument(specification.url).read() else {
            let own: [String: PropertyListValue] = [
                NSStoreTypeKey: .string(form.type), NSStoreUUIDKey: .string(UUID().uuidString),
            ]
            return (Found(newMetadata: version.metadata.merging(own) { $1 }, look: .noFile), .open)
        }
        let metadata = try DocumentFiles.describingDamage(specification.url) { try form.metadata(in: data) }
        if specification.flag(NSIgnorePersistentStoreVersioningOption) { return (Found(), .open) }
        let decision = try version.decision(metadata, of: specification, for: coordinator) { nil }
        return (Found(look: .version(metadata[StoreMigration.hashesKey])), decision)
    }
}
