// SPDX-License-Identifier: Apache-2.0
// Stores that a program writes itself, below a ModelContext. DataStoreRequests.swift has what they are asked,
// DataStoreSnapshot.swift the values that go to and fro, SnapshotStore.swift is the way from a context to them.

import Foundation

/// A store of a program's own.
///
/// Give its configuration to `ModelContainer(for:configurations:)`. A context asks the store for snapshots, and hands it snapshots
/// to save; the rules of deletions, faults, undo and pending changes are the context's work.
public protocol DataStore: AnyObject {
    /// The configurations of such stores.
    associatedtype Configuration: DataStoreConfiguration where Configuration.Store == Self
    /// The values of one model.
    associatedtype Snapshot: DataStoreSnapshot

    /// The text that names the store in identifiers; the same each time the store is opened, and one that a URL's host may be.
    var identifier: String { get }
    /// The classes of the store.
    var schema: Schema { get }
    /// The configuration.
    var configuration: Configuration { get }

    /// Opens the store.
    ///
    /// - Throws: What the container's initializer then throws.
    init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

    /// Deletes all contents.
    func erase() throws
    /// The snapshots that match, in the order that is asked for.
    ///
    /// - Throws: `DataStoreError.preferInMemoryFilter` or `preferInMemorySort` to be asked again for more, the rest being the
    ///   context's work; any other error is what the fetch throws.
    func fetch<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> DataStoreFetchResult<T, Snapshot>
    /// How many snapshots match.
    func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int
    /// The identifiers of the snapshots that match.
    func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
        -> [PersistentIdentifier]
    /// Saves changes, all or none.
    ///
    /// - Throws: What the context's save throws; its changes are then still there.
    func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws -> DataStoreSaveChangesResult<Snapshot>
    /// A context begins.
    func initializeState(for editingState: EditingState)
    /// A context has ended.
    func invalidateState(for editingState: EditingState)
    /// Snapshots that the store has at hand; the others are fetched.
    func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
    /// Counts what `fetch(_:)` finds.
    public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        try fetch(request).fetchedSnapshots.count
    }

    /// The identifiers of what `fetch(_:)` finds.
    public func fetchIdentifiers<T: PersistentModel>(
        _ request: DataStoreFetchRequest<T>
    ) throws -> [PersistentIdentifier] {
        try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
    }

    /// Throws `unsupportedFeature`.
    public func erase() throws { throw DataStoreError.unsupportedFeature }
    /// Does nothing.
    public func initializeState(for editingState: EditingState) {}
    /// Does nothing.
    public func invalidateState(for editingState: EditingState) {}

    /// Nothing is at hand.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
    ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

/// How a store of a program's own is opened.
public protocol DataStoreConfiguration: Hashable {
    /// The store.
    associatedtype Store: DataStore where Store.Configuration == Self
    /// The name of the configuration.
    var name: String { get }
    /// The classes of the store; the container's where it is nil.
    var schema: Schema? { get set }
    /// Checks the configuration before its store is opened.
    ///
    /// - Throws: What the container's initializer then throws.
    func validate() throws
}

extension DataStoreConfiguration {
    /// Finds nothing wrong.
    public func validate() throws {}
}

/// What a store cannot do.
public enum DataStoreError: Error, Hashable {
    /// The store does not have the feature.
    case unsupportedFeature
    /// The context shall filter.
    case preferInMemoryFilter
    /// The context shall sort.
    case preferInMemorySort
    /// The store cannot evaluate the predicate.
    case invalidPredicate
}

/// A store that deletes what matches by itself.
public protocol DataStoreBatching: DataStore {
    /// Deletes what matches, at once.
    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
}

/// A store with a history.
public protocol HistoryProviding {
    /// The transactions.
    associatedtype HistoryType: HistoryTransaction
    /// The type of the transactions.
    static var historyType: HistoryType.Type { get }
    /// The transactions that match.
    func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]
    /// Deletes the transactions that match.
    func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

extension HistoryProviding {
    /// The type of the transactions.
    public static var historyType: HistoryType.Type { HistoryType.self }
}
