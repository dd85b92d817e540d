// SPDX-License-Identifier: Apache-2.0
// Opening the built-in stores: look at what is there, check its version, then open the engine.

import Foundation
import PerdureModelFormat
import PerdurePropertyList
import PerdureSQLite
import PerdureStore

/// Opens a store in memory.
struct InMemoryStoreOpening: StoreOpening {
    let place: StorePlace
    let coordinator: NSPersistentStoreCoordinator

    func open() throws -> any StoreEngine {
        let model = coordinator.managedObjectModel
        var metadata = StoreVersion(model, configuration: place.configuration).metadata
        metadata[NSStoreTypeKey] = .string(NSInMemoryStoreType)
        return InMemoryEngine(
            schema: model.schema, entities: try coordinator.entityNumbers(of: place.configuration),
            metadata: metadata)
    }
}

/// Opens a store in an SQLite file.
struct SQLiteStoreOpening: StoreOpening {
    let place: StorePlace
    let coordinator: NSPersistentStoreCoordinator

    func open() throws -> any StoreEngine {
        let path = place.url.path
        let entities = try coordinator.entityNumbers(of: place.configuration)
        var options = SQLiteOptions(path: path)
        readOptions(into: &options)
        if place.isPrivate || isNew(path) {
            try describeNewStore(in: &options)
        } else {
            try checkVersion(path, timeout: options.timeout)
        }
        return try SQLiteEngine.open(
            options, schema: coordinator.managedObjectModel.schema, entities: entities)
    }

    /// A missing file or one without bytes becomes a new store.
    private func isNew(_ path: String) -> Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        return (size ?? 0) == 0
    }

    private func describeNewStore(in options: inout SQLiteOptions) throws {
        let model = coordinator.managedObjectModel
        if !place.isPrivate, !place.isReadOnly { try requireDirectory() }
        options.initialMetadata = StoreVersion(model, configuration: place.configuration).metadata
        options.initialMetadata[NSStoreUUIDKey] = .string(UUID().uuidString)
        options.modelArchive = try CompiledModelWriter.writeModelCache(model.document)
    }

    private func requireDirectory() throws {
        let folder = place.url.deletingLastPathComponent().path
        var isDirectory: ObjCBool = false
        guard
            !FileManager.default.fileExists(atPath: folder, isDirectory: &isDirectory)
                || !isDirectory.boolValue
        else { return }
        throw CocoaError(
            .fileNoSuchFile,
            userInfo: [
                NSFilePathErrorKey: place.url.path,
                NSLocalizedDescriptionKey:
                    "The store \"\(place.url.lastPathComponent)\" cannot be created because the folder "
                    + "\"\(folder)\" does not exist. Create it first.",
            ])
    }

    private func checkVersion(_ path: String, timeout: TimeInterval) throws {
        let metadata = try SQLiteStoreFile.readMetadata(at: path, timeout: timeout)
        guard !place.flag(NSIgnorePersistentStoreVersioningOption) else { return }
        try StoreVersion(coordinator.managedObjectModel, configuration: place.configuration)
            .requireCompatible(metadata, url: place.url)
    }

    private func readOptions(into options: inout SQLiteOptions) {
        options.isReadOnly = place.isReadOnly
        options.pragmas = place.texts(NSSQLitePragmasOption)
        if let timeout = place.number(NSPersistentStoreTimeoutOption) { options.timeout = timeout }
        if let size = place.number(NSPersistentStoreConnectionPoolMaxSizeKey), size >= 1 {
            options.poolSize = Int(min(size, 64))
        }
        options.runsAnalyze = place.flag(NSSQLiteAnalyzeOption)
        options.runsVacuum = place.flag(NSSQLiteManualVacuumOption)
    }
}
