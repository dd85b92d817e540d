// SPDX-License-Identifier: Apache-2.0
// A store of a program's own without its types, as containers and SnapshotStore.swift see it.

import Foundation
import Perdure

/// The models of one save.
struct SnapshotChanges {
    var inserted: [_ModelObject] = []
    var updated: [_ModelObject] = []
    var deleted: [_ModelObject] = []
}

/// What a save has left in the store.
struct SavedSnapshots {
    /// The permanent identifiers of new models by their temporary ones.
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    /// The values of new and changed models.
    var rows: [SnapshotRow] = []
}

/// A store of a program's own.
protocol ProgramStore: ContainerParticipant {
    var identifier: String { get }
    var name: String { get }
    var entityNames: [String] { get }

    func erase() throws
    /// What matches, and what came with it.
    func rows<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
        -> (found: [SnapshotRow], related: [SnapshotRow])
    func count<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int
    func identifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
    /// The values that the store has at hand.
    func cachedRow(_ identifier: PersistentIdentifier, _ state: EditingState) throws -> SnapshotRow?
    func save(_ changes: SnapshotChanges, _ state: EditingState) throws -> SavedSnapshots
    /// Deletes what matches; false where the store has no such feature.
    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws -> Bool
    /// The transactions; nil where they are of another type, or the store has no history.
    func history<H: HistoryTransaction>(_ descriptor: HistoryDescriptor<H>) throws -> [H]?
    /// Deletes transactions; false where they are of another type, or the store has no history.
    func deleteHistory<H: HistoryTransaction>(_ descriptor: HistoryDescriptor<H>) throws -> Bool
}

/// A store as a ProgramStore.
final class DataStoreAdapter<Store: DataStore>: ProgramStore {
    private let store: Store

    init(_ store: Store) { self.store = store }

    var identifier: String { store.identifier }
    var name: String { store.configuration.name }
    var entityNames: [String] { store.schema.entities.map(\.name) }

    func erase() throws { try store.erase() }
    func begin(_ state: EditingState) { store.initializeState(for: state) }
    func end(_ state: EditingState) { store.invalidateState(for: state) }

    func rows<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
        -> (found: [SnapshotRow], related: [SnapshotRow])
    {
        let result = try store.fetch(request)
        return (
            try result.fetchedSnapshots.map { try SnapshotRow($0) },
            try result.relatedSnapshots.values.map { try SnapshotRow($0) }
        )
    }

    func count<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
        try store.fetchCount(request)
    }

    func identifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
        -> [PersistentIdentifier]
    { try store.fetchIdentifiers(request) }

    func cachedRow(_ identifier: PersistentIdentifier, _ state: EditingState) throws -> SnapshotRow? {
        try store.cachedSnapshots(for: [identifier], editingState: state)[identifier].map {
            try SnapshotRow($0)
        }
    }

    // MARK: Saving

    func save(_ changes: SnapshotChanges, _ state: EditingState) throws -> SavedSnapshots {
        let (inserted, updated) = (changes.inserted.map(snapshot), changes.updated.map(snapshot))
        let result = try store.save(
            DataStoreSaveChangesRequest(
                inserted: inserted, updated: updated, deleted: changes.deleted.map(snapshot),
                editingState: state))
        let remapped = result.remappedIdentifiers
        let rows = try (inserted + updated).map { snapshot in
            let identifier = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
            return try SnapshotRow(
                result.snapshotsToReregister[identifier]
                    ?? snapshot.copy(persistentIdentifier: identifier, remappedIdentifiers: remapped))
        }
        return SavedSnapshots(remapped: remapped, rows: rows)
    }

    private func snapshot(_ object: _ModelObject) -> Store.Snapshot {
        func backing<M: PersistentModel>(_: M.Type) -> any BackingData { _Backing<M>(object) }
        var related: [PersistentIdentifier: any BackingData] = [:]
        return Store.Snapshot(from: backing(object.modelType), relatedBackingDatas: &related)
    }

    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws -> Bool {
        guard let batching = store as? any DataStoreBatching else { return false }
        try batching.delete(request)
        return true
    }

    // MARK: History

    func history<H: HistoryTransaction>(_ descriptor: HistoryDescriptor<H>) throws -> [H]? {
        func read<P: HistoryProviding>(_ provider: P) throws -> [H]? {
            guard let descriptor = descriptor as? HistoryDescriptor<P.HistoryType> else { return nil }
            return try provider.fetchHistory(descriptor) as? [H]
        }
        return try (store as? any HistoryProviding).flatMap { try read($0) }
    }

    func deleteHistory<H: HistoryTransaction>(_ descriptor: HistoryDescriptor<H>) throws -> Bool {
        func delete<P: HistoryProviding>(_ provider: P) throws -> Bool {
            guard let descriptor = descriptor as? HistoryDescriptor<P.HistoryType> else { return false }
            try provider.deleteHistory(descriptor)
            return true
        }
        return try (store as? any HistoryProviding).map { try delete($0) } ?? false
    }
}
