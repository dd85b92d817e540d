// SPDX-License-Identifier: Apache-2.0
// Opens a store on a server: its version is looked at, then PerdurePostgreSQL opens the engine.

#if PostgreSQL
import Foundation
import Perdure
import PerdureFoundationGaps
import PerdureModel
import PerdureModelFormat
import PerdurePostgreSQL
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureStore

/// Opens one store.
struct PostgreSQLStoreOpener: StoreOpener {
    let specification: StoreSpecification
    let coordinator: NSPersistentStoreCoordinator

    func open() throws -> any StoreEngine {
        let entities = try coordinator.entityNumbers(of: specification.configuration)
        do {
            return try VersionedOpening(url: specification.url).run(look: look) { options, migration in
                var options = options
                options.migration = migration
                let engine = try PostgreSQLEngine.open(
                    options, schema: coordinator.managedObjectModel.schema, entities: entities)
                try renew(engine)
                return engine
            }
        } catch let error as PostgreSQLError {
            throw error.storeError("open the store", .opening)
        }
    }

    /// Looks at the store, and finds out what becomes of it.
    private func look() throws -> (PostgreSQLOptions, MigrationDecision) {
        var options = try PostgreSQLOptionReader(specification.options).read(specification.givenURL)
        let model = coordinator.managedObjectModel
        options.takeWhole(model)
        options.attached = AttachedNames(model)
        options.tracksHistory = specification.tracksHistory
        options.defersRemovals = specification.flag(NSPersistentStoreDeferredLightweightMigrationOptionKey)
        options.initialMetadata = version.metadata
        options.initialMetadata[NSStoreUUIDKey] = .string(UUID().uuidString)
        // Others' tables keep no versions of models.
        if options.creation == .attach { return (options, .open) }
        guard let found = try ClosedServerStore(options).contentIfThere() else { return (options, .open) }
        guard !specification.flag(NSIgnorePersistentStoreVersioningOption) else { return (options, .open) }
        return (
            options,
            try version.decision(found.metadata, of: specification, for: coordinator) { found.modelArchive }
        )
    }

    private var version: StoreVersion {
        StoreVersion(coordinator.managedObjectModel, configuration: specification.configuration)
    }

    /// Writes the hashes of this version into a store that has those of a former one.
    private func renew(_ engine: PostgreSQLEngine) throws {
        guard !specification.isReadOnly else { return }
        let found = engine.metadata
        let changes =
            specification.flag(NSIgnorePersistentStoreVersioningOption)
            ? version.replacement(of: found) : version.renewal(of: found)
        guard !changes.isEmpty else { return }
        try engine.setMetadata(found.merging(changes) { $1 }, immediately: true)
    }
}
#endif
