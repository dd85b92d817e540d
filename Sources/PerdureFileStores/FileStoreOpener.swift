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
        return try VersionedOpening(url: specification.url).run(look: look) { newMetadata, migration in
            opening.newMetadata = newMetadata
            opening.migration = migration
            return try FileEngine.open(opening)
        }
    }

    /// Looks at the file: the metadata of a new store, and what becomes of an existing one.
    private func look() throws -> ([String: PropertyListValue], MigrationDecision) {
        let version = StoreVersion(coordinator.managedObjectModel, configuration: specification.configuration)
        guard let data = try StoreDocument(specification.url).read() else {
            let own: [String: PropertyListValue] = [
                NSStoreTypeKey: .string(form.type), NSStoreUUIDKey: .string(UUID().uuidString),
            ]
            return (version.metadata.merging(own) { $1 }, .open)
        }
        let found = try DocumentFiles.describingDamage(specification.url) { try form.metadata(in: data) }
        if specification.flag(NSIgnorePersistentStoreVersioningOption) { return ([:], .open) }
        return ([:], try version.decision(found, of: specification, for: coordinator) { nil })
    }
}
