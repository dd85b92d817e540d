// SPDX-License-Identifier: Apache-2.0
// The store of a ModelConfiguration as a DataStore, for stores of a program's own that stand in front of one. A container opens a
// ModelConfiguration itself and makes none of these. DefaultStore+Saving.swift writes snapshots.

import Foundation
import Perdure
import PerdureBase

/// A file, or a store in memory, as a store of snapshots.
public final class DefaultStore: DataStore, DataStoreBatching {
    /// The configurations of such stores.
    public typealias Configuration = ModelConfiguration
    /// The values of one model.
    public typealias Snapshot = DefaultSnapshot

    /// The configuration.
    public let configuration: ModelConfiguration
    /// The classes of the store.
    public let schema: Schema
    let stores: OpenStores

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - configuration: The configuration; its schema is set.
    ///   - migrationPlan: The plan for stores of former versions.
    /// - Throws: `SwiftDataError`, whose description has the cause.
    public convenience init(
        _ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
    ) throws {
        guard let schema = configuration.schema else {
            throw SwiftDataError(
                .unknownDataStoreSchema,
                "The configuration \"\(configuration.name)\" has no schema: set it before a DefaultStore is made."
            )
        }
        try self.init(configuration, schema, migrationPlan)
    }

    private init(
        _ configuration: ModelConfiguration, _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?
    ) throws {
        self.configuration = configuration
        self.schema = schema
        stores = try ModelContainer(for: schema, migrationPlan: plan, configurations: configuration).stores
        SnapshotClasses.register(schema, identifier)
    }

    /// The name of the configuration.
    public var name: String { configuration.name }
    /// The identifier of the store.
    public var identifier: String { stores.coordinator.persistentStores.first?.identifier ?? "" }

    /// Deletes the contents and the file.
    public func erase() throws { try stores.container.erase() }
    /// Does nothing.
    public func initializeState(for editingState: EditingState) {}
    /// Does nothing.
    public func invalidateState(for editingState: EditingState) {}

    // MARK: Reading

    /// The snapshots that match, in the order that is asked for.
    public func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, Snapshot> {
        let context = context(request.editingState)
        let models = try context.fetch(stored(request.descriptor))
        return DataStoreFetchResult(
            descriptor: request.descriptor, fetchedSnapshots: models.map { Self.snapshot($0) })
    }

    /// How many snapshots match.
    public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        try context(request.editingState).fetchCount(stored(request.descriptor))
    }

    /// The identifiers of the snapshots that match.
    public func fetchIdentifiers<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] {
        try context(request.editingState).fetchIdentifiers(stored(request.descriptor))
    }

    /// The snapshots of identifiers that the store has.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot] {
        let context = context(editingState)
        var found: [PersistentIdentifier: DefaultSnapshot] = [:]
        for identifier in persistentIdentifiers {
            if let object = try existing(identifier, in: context) {
                found[identifier] = Self.snapshot(object.model)
            }
        }
        return found
    }

    /// A context for one request.
    func context(_ state: EditingState) -> ModelContext {
        let context = ModelContext(stores)
        context.author = state.author
        return context
    }

    /// The object of an identifier; nil where its row is gone.
    func existing(_ identifier: PersistentIdentifier, in context: ModelContext) throws -> _ModelObject? {
        guard let id = context.objectID(of: identifier) else { return nil }
        return try? ExceptionTrap.catching { try context.store.existingObject(with: id) } as? _ModelObject
    }

    private func stored<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> FetchDescriptor<T> {
        var descriptor = descriptor
        descriptor.propertiesToFetch = []
        return descriptor
    }

    private static func snapshot(_ model: AnyObject) -> DefaultSnapshot {
        func make<M: PersistentModel>(_ model: M) -> DefaultSnapshot {
            var related: [PersistentIdentifier: any BackingData] = [:]
            return DefaultSnapshot(from: model.persistentBackingData, relatedBackingDatas: &related)
        }
        // The objects of such contexts are behind models.
        let model = model as! any PersistentModel
        return make(model)
    }
}

extension DefaultStore: HistoryProviding {
    /// The transactions.
    public typealias HistoryType = DefaultHistoryTransaction
    /// The positions of the history.
    public typealias TokenType = DefaultHistoryToken
    /// The transactions.
    public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

    /// The transactions that match.
    public func fetchHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] { try ModelContext(stores).fetchHistory(descriptor) }

    /// Deletes the transactions that match.
    public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
        try ModelContext(stores).deleteHistory(descriptor)
    }
}

extension ModelConfiguration: DataStoreConfiguration {
    /// The store.
    public typealias Store = DefaultStore
}
