// SPDX-License-Identifier: Apache-2.0
// Stores of a program's versions, kept beside its tests: each is written once, and opened under the newest version ever after.

import CoreData

/// The frozen versions of a model: for each a folder with the model and a small store.
///
/// Freeze each version when you ship it, and commit the folder. A test opens all of them under the newest version:
///
/// ```swift
/// let versions = FrozenVersions(
///     in: URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Versions"))
/// try versions.freeze("1.2", model) { context in
///     let book = Book(context: context)
///     book.title = "Solaris"
/// }
/// try versions.openAll(under: model) { name, context in
///     let books = try context.fetch(Book.fetchRequest())
///     #expect(books.count == 1, "version \(name)")
/// }
/// ```
///
/// Freezing a version that is there already writes nothing, and throws if the model has changed since.
///
/// ## Compatibility
/// An addition.
public struct FrozenVersions: Sendable {
    /// Where the versions are; it is made by the first `freeze`.
    public let folder: URL

    /// Names a folder of versions.
    public init(in folder: URL) { self.folder = folder }

    /// The names of the versions: numbers in them count as numbers, so that 1.10 comes after 1.9.
    public var names: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.hasPrefix(".") && FileManager.default.fileExists(atPath: store($0).path) }
            .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    }

    /// The model of a version.
    ///
    /// - Parameter name: The version's name.
    /// - Returns: The model as it was frozen.
    /// - Throws: `FrozenVersionError.missing` for a version that was not frozen.
    public func model(of name: String) throws -> NSManagedObjectModel {
        guard let model = NSManagedObjectModel(contentsOf: model(name)) else {
            throw FrozenVersionError.missing(name: name, folder: folder)
        }
        return model
    }

    /// Writes a version, unless it is there already.
    ///
    /// Nothing half-written stays: the version appears when it is complete.
    ///
    /// - Parameters:
    ///   - name: The version's name: that of a folder.
    ///   - model: Its model.
    ///   - fill: Makes some objects; they are saved afterwards.
    /// - Returns: Whether the version was written now.
    /// - Throws: `FrozenVersionError.changed` for a version that was frozen with another model, and what `fill` and saving
    ///   throw.
    @discardableResult
    public func freeze(
        _ name: String, _ model: NSManagedObjectModel, filling fill: (NSManagedObjectContext) throws -> Void
    ) throws -> Bool {
        if names.contains(name) {
            try requireSame(name, model)
            return false
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let unfinished = FrozenVersions(in: folder.appendingPathComponent(".freezing-\(UUID().uuidString)"))
        defer { try? FileManager.default.removeItem(at: unfinished.folder) }
        try unfinished.write(name, model, fill)
        try FileManager.default.moveItem(
            at: unfinished.folder.appendingPathComponent(name), to: folder.appendingPathComponent(name))
        return true
    }

    /// Opens a copy of each frozen store under a model, which migrates it.
    ///
    /// The frozen stores stay as they are.
    ///
    /// - Parameters:
    ///   - model: The newest version.
    ///   - options: More options for the stores, for example stages.
    ///   - check: Looks at the objects; it is given the name of the former version.
    /// - Throws: `FrozenVersionError.nothingFrozen` for a folder without versions, `FrozenVersionError.failed` with the name
    ///   of the version for any other error.
    public func openAll(
        under model: NSManagedObjectModel, options: [AnyHashable: Any] = [:],
        _ check: (String, NSManagedObjectContext) throws -> Void
    ) throws {
        let names = names
        guard !names.isEmpty else { throw FrozenVersionError.nothingFrozen(folder: folder) }
        let workspace = FileManager.default.temporaryDirectory
            .appendingPathComponent("frozen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: workspace, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: workspace) }
        for name in names {
            let copy = workspace.appendingPathComponent("\(UUID().uuidString).sqlite")
            do {
                try thaw(name, to: copy)
                try Self.with(copy, model, Self.migrating.merging(options) { $1 }) { try check(name, $0) }
            } catch {
                throw FrozenVersionError.failed(name: name, error)
            }
        }
    }
}

extension FrozenVersions {
    private func model(_ name: String) -> URL {
        folder.appendingPathComponent(name).appendingPathComponent("Model.mom")
    }

    private func store(_ name: String) -> URL {
        folder.appendingPathComponent(name).appendingPathComponent("Store.sqlite")
    }

    private func requireSame(_ name: String, _ model: NSManagedObjectModel) throws {
        let (frozen, now) = (
            try self.model(of: name).entityVersionHashesByName, model.entityVersionHashesByName
        )
        let changed = Set(frozen.keys).union(now.keys).filter { frozen[$0] != now[$0] }.sorted()
        guard changed.isEmpty else { throw FrozenVersionError.changed(name: name, entities: changed) }
    }

    private func write(
        _ name: String, _ model: NSManagedObjectModel, _ fill: (NSManagedObjectContext) throws -> Void
    ) throws {
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        try model.write(compiledTo: self.model(name))
        // A store with a rollback journal is one file, which a repository can keep.
        let options = [NSSQLitePragmasOption: ["journal_mode": "DELETE"]]
        try Self.with(store(name), model, options) { context in
            try fill(context)
            try context.save()
        }
    }

    private func thaw(_ name: String, to copy: URL) throws {
        // A model without entities, because only files are moved.
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
        try coordinator.replacePersistentStore(
            at: copy, withPersistentStoreFrom: store(name), type: .sqlite)
    }

    private static var migrating: [AnyHashable: Any] {
        [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
    }

    private static func with(
        _ url: URL, _ model: NSManagedObjectModel, _ options: [AnyHashable: Any],
        _ body: (NSManagedObjectContext) throws -> Void
    ) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        defer { try? coordinator.remove(store) }
        try context.performAndWait { try body(context) }
    }
}
