// SPDX-License-Identifier: Apache-2.0
// SQLite files as a store kind (StoreKind.swift), and how a store is opened: inspect the file, check its version, then open the
// engine. This module is where the object layer and the engine of SQLite meet.

import Foundation
import Perdure
import PerdureBase
import PerdureModel
import PerdureModelFormat
import PerdurePropertyList
import PerdureSQLite
import PerdureStore

/// What Perdure asks for when it makes its table of store types.
@_cdecl("perdure_sqlite_stores")
package func perdureSQLiteStores() -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(StoreKindBox(SQLiteStores())).toOpaque()
}

/// The type NSSQLiteStoreType.
struct SQLiteStores: StoreKind {
    let type = NSSQLiteStoreType
    var files: (any StoreFiles)? { SQLiteFiles() }
    let ownKeys = SQLiteStoreFile.ownKeys

    func resolvedURL(of url: URL?) throws -> URL? {
        guard let url, !url.isFileURL else { return url }
        throw CoreDataException.invalidArgument(
            "An SQLite store needs a file URL; \"\(url.absoluteString)\" is none.")
    }

    func opening(_ specification: StoreSpecification, for coordinator: NSPersistentStoreCoordinator)
        -> any StoreOpener
    {
        SQLiteStoreOpener(specification: specification, coordinator: coordinator)
    }

    func check(_ plan: FetchPlan, for schema: Schema) throws { try FetchPlanTranslation(schema).check(plan) }
}

/// The files of SQLite stores.
private struct SQLiteFiles: StoreFiles {
    func readMetadata(at url: URL, timeout: TimeInterval) throws -> [String: PropertyListValue] {
        try MissingStore.described(url) { try SQLiteStoreFile.readMetadata(at: url.path, timeout: timeout) }
    }

    func changeMetadata(
        at url: URL, timeout: TimeInterval,
        _ change: ([String: PropertyListValue]) throws -> [String: PropertyListValue]
    ) throws {
        try MissingStore.described(url) {
            try SQLiteStoreFile.changeMetadata(at: url.path, timeout: timeout, change)
        }
    }

    func readModelArchive(at url: URL) throws -> Data? {
        try SQLiteStoreFile.readModelArchive(at: url.path)
    }

    func isVacant(_ url: URL) throws -> Bool {
        guard url.path != "/dev/null",
            let size = try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int, size > 0
        else { return true }
        return try SQLiteStoreFile.isUnfilled(at: url.path)
    }

    func copy(
        from source: URL, to destination: URL, sourceTimeout: TimeInterval, timeout: TimeInterval,
        whileLocked: () throws -> Void
    ) throws {
        try SQLiteStoreFile.copy(
            from: source.path, to: destination.path, sourceTimeout: sourceTimeout, timeout: timeout,
            whileLocked: whileLocked)
    }

    func commitCheck(at url: URL) throws -> () throws -> Bool {
        try SQLiteStoreFile.commitCheck(at: url.path)
    }

    func givenNumbers(at url: URL) throws -> GivenNumbers {
        try SQLiteStoreFile.givenNumbers(at: url.path)
    }

    func beginHistory(after transaction: Int64, at url: URL) throws {
        try SQLiteStoreFile.beginHistory(after: transaction, at: url.path)
    }

    func destroy(at url: URL, timeout: TimeInterval) throws {
        try SQLiteStoreFile.destroy(at: url.path, timeout: timeout)
    }
}

/// Opens a store in an SQLite file.
struct SQLiteStoreOpener: StoreOpener {
    let specification: StoreSpecification
    let coordinator: NSPersistentStoreCoordinator

    func open() throws -> any StoreEngine {
        let entities = try coordinator.entityNumbers(of: specification.configuration)
        return try VersionedOpening(url: specification.url).run(look: look) { options, migration in
            var options = options
            options.migration = migration
            return try SQLiteEngine.open(
                options, schema: coordinator.managedObjectModel.schema, entities: entities)
        }
    }

    /// Looks at the file, and finds out what becomes of it.
    private func look() throws -> (SQLiteOptions, MigrationDecision) {
        let path = specification.url.path
        var options = SQLiteOptions(path: path)
        readOptions(into: &options)
        let model = coordinator.managedObjectModel
        options.modelArchive = { try CompiledModelWriter.writeModelCache(model.document) }
        options.modelHashes = model.entityVersionHashesByName.mapValues { .data($0) }
        options.formerSchema = Self.formerSchema(model.entityVersionHashesByName)
        if !specification.isPrivate, !isNew(path), let decision = try decision(path, &options) {
            return (options, decision)
        }
        try describeNewStore(in: &options)
        return (options, .open)
    }

    /// Reads the model that an earlier version of this program has left in a store of these hashes.
    private static func formerSchema(_ hashes: [String: Data]) -> @Sendable (Data) -> Schema? {
        { archive in
            // Only an archive of ours is certainly older than this program's model. Reading it loses the order of properties, so
            // sizes are compared.
            guard let document = try? CompiledModelReader.read(data: archive),
                let written = try? CompiledModelWriter.writeModelCache(document),
                written.count == archive.count,
                let model = try? NSManagedObjectModel(document: document),
                model.entityVersionHashesByName.allSatisfy({ hashes[$0] == nil || hashes[$0] == $1 })
            else { return nil }
            return try? SchemaCompiler(model).schema()
        }
    }

    /// Whether the file is missing or empty, so that a new store is created.
    private func isNew(_ path: String) -> Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        return (size ?? 0) == 0
    }

    /// What becomes of a store; nil for a file whose creation was interrupted, so that it is completed.
    private func decision(_ path: String, _ options: inout SQLiteOptions) throws -> MigrationDecision? {
        let timeout = options.timeout
        do {
            return try readVersion(path, timeout: timeout, &options)
        } catch let error as StoreError {
            guard case .notAStore = error, !specification.isReadOnly else { throw error }
            // Reading the file may roll back a journal, and leave an empty file.
            if try isNew(path) || SQLiteStoreFile.isUnfilled(at: path, timeout: timeout) { return nil }
            // Another process may have filled the file since the first look.
            return try readVersion(path, timeout: timeout, &options)
        }
    }

    private func describeNewStore(in options: inout SQLiteOptions) throws {
        let model = coordinator.managedObjectModel
        if !specification.isPrivate, !specification.isReadOnly { try requireDirectory() }
        options.initialMetadata = StoreVersion(model, configuration: specification.configuration).metadata
        options.initialMetadata[NSStoreUUIDKey] = .string(UUID().uuidString)
    }

    private func requireDirectory() throws {
        let folder = specification.url.deletingLastPathComponent().path
        var isDirectory: ObjCBool = false
        guard
            !FileManager.default.fileExists(atPath: folder, isDirectory: &isDirectory)
                || !isDirectory.boolValue
        else { return }
        throw CocoaError(
            .fileNoSuchFile,
            userInfo: [
                NSFilePathErrorKey: specification.url.path,
                NSLocalizedDescriptionKey:
                    "The store \"\(specification.url.lastPathComponent)\" cannot be created because the folder "
                    + "\"\(folder)\" does not exist. Create it first.",
            ])
    }

    /// Finds the way to the model's version, or the metadata to write into a store of that version.
    private func readVersion(_ path: String, timeout: TimeInterval, _ options: inout SQLiteOptions) throws
        -> MigrationDecision
    {
        let version = StoreVersion(
            coordinator.managedObjectModel, configuration: specification.configuration)
        return try SQLiteStoreFile.readVersion(
            at: path, timeout: timeout, isOpenedNext: !specification.isReadOnly
        ) { metadata, archive in
            guard !specification.flag(NSIgnorePersistentStoreVersioningOption) else {
                options.renewedMetadata = version.replacement(of: metadata)
                options.renewsModel = !options.renewedMetadata.isEmpty
                return .open
            }
            let decision = try version.decision(metadata, of: specification, for: coordinator) {
                do {
                    return try archive()
                } catch StoreError.invalidMetadata {
                    // A damaged model archive is ignored; the hashes decide.
                    return nil
                }
            }
            guard case .open = decision else { return decision }
            options.renewedMetadata = version.renewal(of: metadata)
            if !options.renewedMetadata.isEmpty {
                options.acceptedHashes = metadata[NSStoreModelVersionHashesKey]
            }
            return decision
        }
    }

    private func readOptions(into options: inout SQLiteOptions) {
        options.isReadOnly = specification.isReadOnly
        options.pragmas = specification.texts(NSSQLitePragmasOption)
        if let timeout = specification.number(NSPersistentStoreTimeoutOption) { options.timeout = timeout }
        if let size = specification.number(NSPersistentStoreConnectionPoolMaxSizeKey), size >= 1 {
            options.poolSize = Int(min(size, 64))
        }
        options.recomputesValues = specification.recomputesValues
        if let limit = specification.largestFile { options.externalValues.limit = limit }
        options.tracksHistory = specification.tracksHistory
        options.defersRemovals = specification.flag(NSPersistentStoreDeferredLightweightMigrationOptionKey)
        options.runsAnalyze = specification.flag(NSSQLiteAnalyzeOption)
        options.runsVacuum = specification.flag(NSSQLiteManualVacuumOption)
    }
}
