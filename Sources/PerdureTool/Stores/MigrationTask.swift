// SPDX-License-Identifier: Apache-2.0
// A migration that the command line asks for: the store, both versions, and the copies that are made before.

import Foundation
import Perdure
import PerdureInspection
import PerdureMapping
import PerdureMigration
import PerdureModelFormat
import PerdurePropertyList
import PerdureSQLite
import PerdureStore

/// One migration.
struct MigrationTask {
    let store: String
    /// The file that has the new version afterwards: the store, or its copy.
    let target: String
    let mapping: NSMappingModel?
    private let backup: String?
    private let metadata: [String: PropertyListValue]
    private let destination: NSManagedObjectModel
    /// The model that made the store; nil where it has the wanted version.
    private let source: NSManagedObjectModel?

    init(_ arguments: Arguments) throws {
        store = arguments[operand: "STORE"]
        target = arguments.values["to"] ?? store
        backup = arguments.values["backup"]
        for path in [arguments.values["to"], backup].compactMap({ $0 })
        where FileManager.default.fileExists(atPath: path) {
            throw ToolError("\(path): exists already: name a file that does not exist yet")
        }
        metadata = try SQLiteStoreFile.readMetadata(at: store)
        let file = try LoadedModel(arguments.values["model"] ?? "")
        try file.requireSound([file.current])
        destination = try NSManagedObjectModel(document: file.current)
        mapping = try arguments.values["mapping"].map {
            try NSMappingModel.load(contentsOf: URL(fileURLWithPath: $0))
        }
        source = try Self.source(store, metadata, destination, file) { [store] in
            try SQLiteStoreFile.readModelArchive(at: store)
        }
    }

    /// The model that made a store; nil where it has the wanted version.
    ///
    /// - Throws: `ToolError` where neither the store nor the model's folder has it.
    static func source(
        _ store: String, _ metadata: [String: PropertyListValue], _ destination: NSManagedObjectModel,
        _ file: LoadedModel, archive: () throws -> Data?
    ) throws -> NSManagedObjectModel? {
        let archive = try? archive()
        let listed = ListedEntities(metadata, archive: archive)
        func fits(_ model: NSManagedObjectModel) -> Bool { listed.fit(model, metadata) }
        if fits(destination) { return nil }
        let own = try? archive.map {
            try NSManagedObjectModel(document: CompiledModelReader.read(data: $0))
        }
        if let own, fits(own) { return own }
        for version in file.bundle.versions {
            if let model = try? NSManagedObjectModel(document: version.document), fits(model) { return model }
        }
        throw ToolError(
            "\(store): has no model of itself, and no version in \(file.path) made it: add that version to the folder"
        )
    }

    /// The configuration of the store in the wanted version; nil for all entities.
    private var configuration: String? {
        source.flatMap { ListedEntities(metadata).configuration(of: $0, in: destination) }
    }

    /// What lies between both versions; nil where the store has the wanted one.
    func difference() throws -> ModelDifference? {
        try source.map { try ModelDifference(from: $0, to: destination) }
    }

    /// What would be run on tables and rows.
    func statements() throws -> [PreviewedStatement] {
        guard let source, mapping == nil else { return [] }
        var migration = StoreMigration(
            from: metadata["NSStoreModelVersionHashes"], try SchemaCompiler(source).schema(),
            metadata: destination.storeMetadataEntries(configuration: configuration))
        migration.steps = try InferredMigration(
            from: migration.oldSchema, to: SchemaCompiler(destination).schema())
        return try SQLiteStoreFile.preview(of: migration, at: store)
    }

    // MARK: - Running

    /// Makes the copies, and migrates.
    ///
    /// - Throws: What the copies and the migration throw; the store is as before then, and its copy is not there.
    func run() throws {
        guard let source else { return }
        try requireSpace()
        if let backup { try StoreBackup.make(of: store, at: backup) }
        guard target != store else { return try migrate(store, source) }
        try NewFile(target).fill { path in
            do { try SQLiteStoreFile.copy(from: store, to: path) } catch {
                throw FilePlace.naming(store, error)
            }
            do { try migrate(path, source) } catch { throw naming(error, path) }
        }
    }

    /// The error with the copy's path as the user has given it, in place of that of the folder where it is made.
    private func naming(_ error: any Error, _ path: String) -> any Error {
        let found = error as NSError
        guard found.domain == NSCocoaErrorDomain else { return error }
        var facts = found.userInfo
        facts[NSLocalizedDescriptionKey] = found.localizedDescription.replacingOccurrences(
            of: path, with: target)
        return NSError(domain: found.domain, code: found.code, userInfo: facts)
    }

    private func migrate(_ path: String, _ source: NSManagedObjectModel) throws {
        let url = URL(fileURLWithPath: path)
        if let mapping {
            return try HeavyMigration(
                url: url, type: NSSQLiteStoreType, options: nil, from: source, to: destination,
                mapping: mapping, configuration: configuration
            ).run()
        }
        NSManagedObjectModel.registerFormerVersion(source)
        var options: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]
        // A store with a history is read-only for those who would leave a gap in it.
        if try SQLiteStoreFile.givenNumbers(at: path).hasHistory {
            options[NSPersistentHistoryTrackingKey] = true
        }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: destination)
        let added = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: configuration, at: url, options: options)
        try coordinator.remove(added)
    }

    /// Requires room for the copies, and for a transaction or a temporary file as large as the store.
    private func requireSpace() throws {
        let size = try FileManager.default.attributesOfItem(atPath: store)[.size] as? Int64 ?? 0
        let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
        let system = try FileManager.default.attributesOfFileSystem(forPath: folder)
        let copies = [backup, target == store ? nil : target].compactMap { $0 }.count
        let needed = size * Int64(1 + copies)
        guard let free = (system[.systemFreeSize] as? NSNumber)?.int64Value, free < needed else { return }
        throw ToolError(
            "\(folder): has \(free >> 20) MiB free, and the migration may need \(needed >> 20) MiB: make room, or use --to on another disk",
            .cannotWrite)
    }
}
