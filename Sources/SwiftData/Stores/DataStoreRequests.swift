// SPDX-License-Identifier: Apache-2.0
// What a context asks a store of a program's own, and what the store answers.

import Foundation

/// A fetch.
public struct DataStoreFetchRequest<T: PersistentModel>: Sendable {
    /// What is asked for.
    public let descriptor: FetchDescriptor<T>
    /// The context that asks.
    public let editingState: EditingState
}

/// The snapshots that a store has found.
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot>: Sendable {
    /// What was asked for.
    public let descriptor: FetchDescriptor<ModelType>
    /// The snapshots that match, in their order.
    public let fetchedSnapshots: [SnapshotType]
    /// Other snapshots, which answer later questions about related models.
    public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

    /// Answers a fetch.
    public init(
        descriptor: FetchDescriptor<ModelType>, fetchedSnapshots: [SnapshotType],
        relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
    ) {
        self.descriptor = descriptor
        self.fetchedSnapshots = fetchedSnapshots
        self.relatedSnapshots = relatedSnapshots
    }
}

/// A deletion of all that matches.
public struct DataStoreBatchDeleteRequest<T: PersistentModel>: Sendable {
    /// What is deleted; nil for all.
    public let predicate: Predicate<T>?
    /// Whether models of subclasses are deleted too.
    public let includeSubclasses: Bool
    /// The context that asks.
    public let editingState: EditingState
}

/// A save.
public struct DataStoreSaveChangesRequest<SnapshotType: DataStoreSnapshot>: Sendable {
    /// New models, with temporary identifiers.
    public let inserted: [SnapshotType]
    /// Changed models, with all their values.
    public let updated: [SnapshotType]
    /// Deleted models.
    public let deleted: [SnapshotType]
    /// The context that saves.
    public let editingState: EditingState
}

/// What a save has done.
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
    /// The store's identifier.
    public let storeIdentifier: String
    /// The permanent identifiers of new models by their temporary ones.
    public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
    /// Snapshots in place of those that were handed over, by their permanent identifiers.
    public let snapshotsToReregister: [PersistentIdentifier: T]
    /// The position in the store's history after the save.
    public let historyToken: (any HistoryToken)?

    /// Answers a save.
    public convenience init(
        for storeIdentifier: String,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
        snapshotsToReregister: [PersistentIdentifier: T] = [:]
    ) {
        self.init(
            for: storeIdentifier, remappedIdentifiers: remappedIdentifiers,
            snapshotsToReregister: snapshotsToReregister, historyToken: nil)
    }

    /// Answers a save of a store with a history.
    public init(
        for storeIdentifier: String,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
        snapshotsToReregister: [PersistentIdentifier: T] = [:], historyToken: (any HistoryToken)?
    ) {
        self.storeIdentifier = storeIdentifier
        self.remappedIdentifiers = remappedIdentifiers
        self.snapshotsToReregister = snapshotsToReregister
        self.historyToken = historyToken
    }
}
