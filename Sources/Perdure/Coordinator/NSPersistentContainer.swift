// SPDX-License-Identifier: Apache-2.0
// A model, a coordinator, its stores and a context for the main queue in one object. ModelFinding.swift finds the model's file.

import Foundation
import PerdureBase
import PerdurePredicates

/// A whole stack: model, coordinator, stores, contexts.
///
/// ```swift
/// let container = NSPersistentContainer(name: "Todo")
/// container.loadPersistentStores { description, error in
///     if let error { print("\(description.url as Any): \(error)") }
/// }
/// let lists = try container.viewContext.fetch(TodoList.fetchRequest())
/// ```
open class NSPersistentContainer: NSObject, @unchecked Sendable {
    // Sendable as on Apple's systems: set up once, then only read.

    /// The name of the model's file and of the default store's file.
    public let name: String

    /// The model.
    public let managedObjectModel: NSManagedObjectModel

    /// The coordinator; it has no stores before `loadPersistentStores`.
    public let persistentStoreCoordinator: NSPersistentStoreCoordinator

    /// The context of the main queue.
    public let viewContext: NSManagedObjectContext

    /// The stores to load: one SQLite store in the default folder unless set otherwise.
    open var persistentStoreDescriptions: [NSPersistentStoreDescription]

    /// Makes a container with the model of the given name in the program's resources.
    ///
    /// The process stops when there is no such model; `init(name:bundles:)` throws instead.
    ///
    /// ## Compatibility
    /// The program's bundle is searched first, then the resources of its own module, then those of the other modules beside it
    /// (`Package_Target.resources`). When several other modules have a model of the name, the model whose classes are in the
    /// program is taken. The process stops when several different models remain.
    public convenience init(name: String) {
        do {
            let finding = ModelFinding(name: name, program: .current)
            self.init(name: name, managedObjectModel: try finding.model())
        } catch {
            CoreDataException.invalidArgument("\(error.localizedDescription)").stop()
        }
    }

    /// Makes a container with the model of the given name in one of the given bundles.
    ///
    /// ## Compatibility
    /// Not in Apple's API: Swift packages keep resources in bundles of their own (`Bundle.module`).
    ///
    /// - Parameters:
    ///   - name: the name of the model's file and of the default store's file, without extension.
    ///   - bundles: the bundles to search for `.momd`, `.mom` and `.xcdatamodeld`.
    /// - Throws: `CocoaError.fileNoSuchFile` when no bundle has it, or the error of reading it.
    public convenience init(name: String, bundles: [Bundle]) throws {
        self.init(name: name, managedObjectModel: try ModelFinding(name: name, bundles: bundles).model())
    }

    /// Makes a container with a model.
    ///
    /// - Parameters:
    ///   - name: the name of the default store's file.
    ///   - model: the model.
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
        self.name = name
        managedObjectModel = model
        persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        viewContext.persistentStoreCoordinator = persistentStoreCoordinator
        persistentStoreDescriptions = []
        super.init()
        let url = type(of: self).defaultDirectoryURL().appendingPathComponent("\(name).sqlite")
        persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    }

    /// The folder of default stores.
    ///
    /// ## Compatibility
    /// On Linux `$XDG_DATA_HOME/<program>`, or `~/.local/share/<program>` when the variable is not set.
    @_disfavoredOverload
    open class func defaultDirectoryURL() -> URL { DataFolder.url }

    /// Opens all described stores that were not open before.
    ///
    /// - Parameter block: called once for each description of such a store, with nil or the error. The call happens before this
    ///   method returns, unless the description says `shouldAddStoreAsynchronously`.
    open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        var added: Set<URL> = []
        for description in persistentStoreDescriptions {
            if let url = description.url.map(NSPersistentStoreCoordinator.canonical) {
                // A URL that two descriptions have is an error for the second one, which adding it reports.
                if !added.contains(url), isOpen(description) { continue }
                added.insert(url)
            }
            DataFolder.createIfNeeded(for: description, default: type(of: self).defaultDirectoryURL())
            persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
        }
    }

    private func isOpen(_ description: NSPersistentStoreDescription) -> Bool {
        guard let url = description.url, url.path != "/dev/null" else { return false }
        return persistentStoreCoordinator.persistentStore(for: url) != nil
    }

    /// Makes a context with a queue of its own; the context merges the saves of other contexts.
    open func newBackgroundContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        context.automaticallyMergesChangesFromParent = true
        return context
    }

    /// Runs a block with a new context, on that context's queue.
    @preconcurrency
    open func performBackgroundTask(_ block: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        let context = newBackgroundContext()
        context.perform { block(context) }
    }

    /// Runs a block with a new context, on that context's queue, and returns the block's result.
    ///
    /// - Throws: the errors of the block.
    @preconcurrency
    public func performBackgroundTask<T>(
        _ block: @escaping @Sendable (NSManagedObjectContext) throws -> T
    ) async rethrows -> T {
        let context = newBackgroundContext()
        return try await context.perform { try block(context) }
    }
}
