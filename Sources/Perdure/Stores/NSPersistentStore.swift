// SPDX-License-Identifier: Apache-2.0
// The public class of a store. EngineStore.swift is the built-in subclass, with an engine of a lower module.
// NSAtomicStore.swift is the base class for stores of programs.

import Foundation
import PerdureBase
import PerdurePredicates

/// A store of a coordinator: a file of objects, or objects in memory.
///
/// The coordinator's `addPersistentStore` methods make stores.
open class NSPersistentStore: NSObject, @unchecked Sendable {
    // Sendable because a lock guards the mutable state; subclasses guard their own state.

    private struct State {
        weak var coordinator: NSPersistentStoreCoordinator?
        var identifier: String?
        var url: URL?
        var isReadOnly = false
    }

    private let state: Lock<State>
    private let givenOptions: [AnyHashable: Any]?
    private let configuration: String?

    /// Makes a store object; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - root: the coordinator that adds it.
    ///   - name: the configuration whose entities the store holds; nil for all entities.
    ///   - url: the URL of the store.
    ///   - options: the options for adding the store.
    public init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?,
        at url: URL, options: [AnyHashable: Any]? = nil
    ) {
        configuration = name
        givenOptions = options
        let isReadOnly = options?[NSReadOnlyPersistentStoreOption] as? Bool ?? false
        state = Lock(State(coordinator: root, url: url, isReadOnly: isReadOnly))
    }

    /// The coordinator that the store belongs to; nil after the store was removed.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? { state.withLock { $0.coordinator } }

    /// The configuration whose entities the store holds; "PF_DEFAULT_CONFIGURATION_NAME" when it holds all.
    open var configurationName: String { configuration ?? NSManagedObjectModel.defaultConfiguration }

    /// The options as they were given.
    open var options: [AnyHashable: Any]? { givenOptions }

    /// The URL of the store.
    open var url: URL? {
        get { state.withLock { $0.url } }
        set { state.withLock { $0.url = newValue } }
    }

    /// The store's UUID, which is the authority part of its object IDs' URIs.
    open var identifier: String! {
        get { state.withLock { $0.identifier } }
        set { state.withLock { $0.identifier = newValue } }
    }

    /// The type as a text, for example `NSSQLiteStoreType`.
    open var type: String { "" }

    /// Whether saves are refused.
    open var isReadOnly: Bool {
        get { state.withLock { $0.isReadOnly } }
        set { state.withLock { $0.isReadOnly = newValue } }
    }

    /// The store's metadata; changes are written with the next save.
    open var metadata: [String: Any]! {
        get { [NSStoreTypeKey: type, NSStoreUUIDKey: identifier ?? ""] }
        set {}
    }

    /// Reads the metadata; called once while the store is added.
    ///
    /// - Throws: the error when the store cannot be read.
    open func loadMetadata() throws {}

    // MARK: Files that are not open

    /// Reads the metadata of an SQLite store's file, which need not be open.
    ///
    /// - Throws: 259 for a file that is no store, and the system's errors.
    open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url)
    }

    /// Writes the metadata of an SQLite store's file at once.
    ///
    /// - Parameters:
    ///   - metadata: the application's keys; nil removes them.
    ///   - url: the store's file.
    /// - Throws: 259 for a file that is no store, and the system's errors.
    open class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
        try NSPersistentStoreCoordinator.setMetadata(
            metadata, forPersistentStoreOfType: NSSQLiteStoreType, at: url)
    }

    /// The class of the manager that migrates stores of this class by a mapping model: NSMigrationManager, or a subclass.
    ///
    /// Override it in a class of stores of your own; the class must be a subclass of `NSMigrationManager`.
    open class func migrationManagerClass() -> AnyClass { StoreVersion.migrations.managerClass }

    // MARK: Being added and removed

    /// Called after the store was added.
    open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}

    /// Called before the store is removed.
    open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

    /// Removes the reference to the coordinator.
    final func detach() { state.withLock { $0.coordinator = nil } }

    /// The configuration's name as it was given.
    final var givenConfiguration: String? { configuration }
}

extension NSPersistentStore: CustomReflectable {
    /// A mirror with type and path instead of the fields, which lead to rows and models.
    public var customMirror: Mirror {
        Mirror(summaryOf: self, "\(type) \(url?.path ?? "in memory")")
    }
}
