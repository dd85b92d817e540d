// SPDX-License-Identifier: Apache-2.0
// A built-in store: the public store object with its engine, its row cache and the origin of its IDs.
// NSPersistentStoreCoordinator+AddingStores.swift makes it. AtomicEngineStore.swift is the subclass for programs' own stores.

import Foundation
import PerdureBase
import PerdurePredicates
import PerdurePropertyList
import PerdureStore
import Synchronization

/// A store over an engine.
package class EngineStore: NSPersistentStore, @unchecked Sendable {
    // Sendable because all properties are constant or have their own lock; only init sets `namespace`.

    package final let engine: any StoreEngine
    package final let rows: RowCache
    /// How many rows a cache of the store has; nil for the usual number.
    private let rowCapacity: Int?
    /// Set by init, which needs self for the value, and never changed.
    package private(set) final var namespace: ObjectIDNamespace!
    /// The numbers of the entities in the store; nil for all.
    final let entities: Set<Int32>?
    /// Whether each commit is recorded in the store's history.
    package final let keepsHistory: Bool
    private let storeType: String
    /// The names of keys in URIs; nil where numbers are the names.
    private let keyNames: EngineKeyNames?
    /// Set by init for a store whose options ask for it, and never changed.
    private var remoteChanges: RemoteChanges?
    /// Who inside the house hears of commits of others.
    final let others = OtherCommits()
    /// How often metadata were set for the next save, and how many of these settings saves have written.
    ///
    /// Counts, because another thread may set metadata while a save has written the former ones and not yet committed.
    private let setMetadataCount = Atomic<Int>(0)
    private let writtenMetadataCount = Atomic<Int>(0)

    /// Makes the store for an opened engine.
    ///
    /// - Parameters:
    ///   - engine: the engine.
    ///   - specification: the type, configuration, URL and options of the store.
    ///   - entities: the numbers of the entities in the store; nil for all.
    ///   - coordinator: the coordinator that adds it.
    init(
        engine: any StoreEngine, specification: StoreSpecification, entities: Set<Int32>?,
        coordinator: NSPersistentStoreCoordinator
    ) {
        self.engine = engine
        self.entities = entities
        storeType = specification.type
        keyNames = EngineKeyNames(engine)
        // What no number of rows can be counts as no wish.
        rowCapacity = specification.number(StoreSpecification.rowCapacityKey)
            .flatMap { Int(exactly: $0.rounded(.down)) }.flatMap { $0 < 0 ? nil : $0 }
        rows = rowCapacity.map { RowCache(capacity: $0) } ?? RowCache()
        keepsHistory = engine.history.map { !$0.isLocked } ?? false
        super.init(
            persistentStoreCoordinator: coordinator, configurationName: specification.configuration,
            at: specification.url,
            options: specification.options)
        namespace = ObjectIDNamespace(
            store: self, identifier: Self.identifier(in: engine.metadata),
            entities: engine.schema.entities.map {
                coordinator.managedObjectModel.entity(number: $0.number)
            })
        if let keyNames { namespace.naming = keyNames }
        if engine.history?.isLocked == true { isReadOnly = true }
        if specification.flag(NSPersistentStoreRemoteChangeNotificationPostOptionKey) {
            remoteChanges = RemoteChanges(self)
        }
        engine.whenOthersCommit { [rows, remoteChanges, others] in
            rows.expire()
            remoteChanges?.post()
            others.tell()
        }
    }

    /// An empty cache for the rows of another state of the store.
    final func emptyRows() -> RowCache { rowCapacity.map { RowCache(capacity: $0) } ?? RowCache() }

    /// Runs a commit of prepared changes: updates the row cache, and notifies programs that observe remote changes.
    ///
    /// - Parameters:
    ///   - expirations: the number of expirations of the row cache before the save.
    ///   - metadata: the count of set metadata before the save, which has written these; nil for a commit that writes none.
    ///   - body: commits the changes and returns the committed rows.
    /// - Throws: the errors of the body.
    package final func commit(
        since expirations: Int? = nil, metadata: Int? = nil, _ body: () throws -> CommittedRows
    ) rethrows {
        if engine.limits.writesConcurrently {
            try rows.committingBeside(since: expirations, body)
        } else {
            rows.commit(try body(), since: expirations)
        }
        if let metadata { noteWrittenMetadata(metadata) }
        remoteChanges?.post()
    }

    /// Stops watching for commits of other processes.
    final func stopWatching() {
        remoteChanges?.stop()
        others.stop()
    }

    deinit {
        // A removed store is closed already, so this call does nothing. Otherwise an error has no receiver.
        try? engine.close()
    }

    private static func identifier(in metadata: [String: PropertyListValue]) -> String {
        guard case .string(let identifier) = metadata[NSStoreUUIDKey] else { return "" }
        return identifier
    }

    package override var type: String { storeType }

    /// The name that determines the lock order of coordinators in all processes: the path, and the URL, which tells servers
    /// apart.
    package final var lockName: String { url.map { $0.path + "\n" + $0.absoluteString } ?? "" }

    /// The store object that programs see.
    package var publicStore: NSPersistentStore { self }

    package override var identifier: String! {
        get { namespace.identifier }
        set {
            guard let newValue else { return }
            var metadata: [String: Any] = metadata
            metadata[NSStoreUUIDKey] = newValue
            self.metadata = metadata
        }
    }

    package override var metadata: [String: Any]! {
        get { MetadataConversion.dictionary(engine.metadata) }
        set {
            do {
                try replaceMetadata(newValue ?? [:])
            } catch {
                let error = ErrorTranslation.translate(error, storeURL: url)
                if let exception = error as? CoreDataException { exception.stop() }
                CoreDataException.invalidArgument(
                    "The metadata cannot be set: " + error.localizedDescription
                ).stop()
            }
        }
    }

    /// Replaces the application's metadata.
    ///
    /// - Parameters:
    ///   - metadata: the application's entries; missing system entries keep their values.
    ///   - immediately: whether the metadata are written now; otherwise with the next save.
    /// - Throws: `CoreDataException` for a value that is no property list; the errors of the engine.
    final func replaceMetadata(_ metadata: [String: Any], immediately: Bool = false) throws {
        let former = metadataCount
        let merged = try MetadataConversion.replacing(engine.metadata, with: metadata)
        try engine.setMetadata(merged, immediately: immediately)
        namespace.identifier = Self.identifier(in: merged)
        if immediately {
            noteWrittenMetadata(former)
        } else {
            setMetadataCount.add(1, ordering: .releasing)
        }
    }

    /// Whether changed metadata wait for the next save.
    final var hasPendingMetadata: Bool { metadataCount > writtenMetadataCount.load(ordering: .acquiring) }

    /// How often metadata were set for the next save; what the engine writes from now on has all of them.
    final var metadataCount: Int { setMetadataCount.load(ordering: .acquiring) }

    private func noteWrittenMetadata(_ count: Int) { writtenMetadataCount.max(count, ordering: .releasing) }

    /// Whether the store may hold objects of an entity.
    package final func holds(entity number: Int32) -> Bool { entities?.contains(number) ?? true }

    /// Whether the store may hold objects of an entity or of its subentities.
    package final func holds(_ layout: EntityLayout) -> Bool {
        guard let entities else { return true }
        return (layout.number...layout.lastDescendant).contains { entities.contains($0) }
    }
}
