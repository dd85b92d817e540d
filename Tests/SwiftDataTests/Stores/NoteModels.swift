// SPDX-License-Identifier: Apache-2.0
// Models and stores of a program's own for the tests of this folder: snapshots in a dictionary, and each call written down.

import SwiftData
import Testing

@Model
final class Folder {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Note.folder) var notes: [Note] = []

    init(_ name: String) { self.name = name }
}

@Model
final class Note {
    var text: String
    var rank: Rank = .low
    var place: Place?
    var stars: Int = 0
    var folder: Folder?

    init(_ text: String, folder: Folder? = nil) {
        self.text = text
        self.folder = folder
    }
}

/// What a store of the tests can do, and what it was asked.
final class ShelfLog: Hashable, @unchecked Sendable {
    // Sendable because a test uses its log on one thread at a time.
    var calls: [String] = []
    /// Thrown by fetches with a predicate or an order.
    var preference: DataStoreError?
    /// Thrown by the next save.
    var failure: (any Error)?
    /// What the store writes in the place of stars.
    var stars: Int?
    var transactions: [ShelfTransaction] = []
    var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]

    func take() -> [String] {
        defer { calls = [] }
        return calls
    }

    static func == (lhs: ShelfLog, rhs: ShelfLog) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

struct ShelfConfiguration: DataStoreConfiguration {
    typealias Store = ShelfStore

    var name = "shelf"
    var schema: Schema?
    let log: ShelfLog
    var isValid = true

    func validate() throws {
        log.calls.append("validate")
        if !isValid { throw DataStoreError.unsupportedFeature }
    }
}

/// Keeps the snapshots of all models in a dictionary.
final class ShelfStore: DataStore {
    typealias Configuration = ShelfConfiguration
    typealias Snapshot = DefaultSnapshot

    let identifier = "shelf-1"
    let schema: Schema
    let configuration: ShelfConfiguration
    private var log: ShelfLog { configuration.log }
    private var number = 0

    init(_ configuration: ShelfConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
        configuration.log.calls.append("open")
        guard let schema = configuration.schema else { throw DataStoreError.unsupportedFeature }
        self.schema = schema
        self.configuration = configuration
    }

    func erase() throws { log.snapshots = [:] }
    func initializeState(for editingState: EditingState) { log.calls.append("begin") }
    func invalidateState(for editingState: EditingState) { log.calls.append("end") }

    func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
        -> DataStoreFetchResult<T, DefaultSnapshot>
    {
        let descriptor = request.descriptor
        log.calls.append("fetch \(T.self)\(descriptor.predicate == nil ? "" : " where")")
        if descriptor.predicate != nil, log.preference == .preferInMemoryFilter {
            throw DataStoreError.preferInMemoryFilter
        }
        if !descriptor.sortBy.isEmpty, log.preference == .preferInMemorySort {
            throw DataStoreError.preferInMemorySort
        }
        guard descriptor.predicate == nil, descriptor.sortBy.isEmpty else {
            throw DataStoreError.preferInMemoryFilter
        }
        let all = log.snapshots.values.filter { $0.persistentIdentifier.entityName == "\(T.self)" }
            .sorted { $0.persistentIdentifier < $1.persistentIdentifier }
        return DataStoreFetchResult(descriptor: descriptor, fetchedSnapshots: all)
    }

    func cachedSnapshots(for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState) throws
        -> [PersistentIdentifier: DefaultSnapshot]
    {
        log.calls.append("cached")
        return log.snapshots.filter { persistentIdentifiers.contains($0.key) }
    }

    func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
        -> DataStoreSaveChangesResult<DefaultSnapshot>
    {
        log.calls.append("save +\(request.inserted.count) \(request.updated.count) -\(request.deleted.count)")
        if let failure = log.failure {
            log.failure = nil
            throw failure
        }
        var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
        for snapshot in request.inserted {
            number += 1
            remapped[snapshot.persistentIdentifier] = try .identifier(
                for: identifier, entityName: snapshot.persistentIdentifier.entityName,
                primaryKey: "n\(number)")
        }
        var changed: [PersistentIdentifier: DefaultSnapshot] = [:]
        for snapshot in request.inserted + request.updated {
            let own = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
            let copy = snapshot.copy(persistentIdentifier: own, remappedIdentifiers: remapped)
            log.snapshots[own] = copy
            if log.stars != nil { changed[own] = try rated(copy) }
        }
        log.transactions.append(
            ShelfTransaction(number: log.transactions.count + 1, author: request.editingState.author))
        for snapshot in request.deleted { log.snapshots[snapshot.persistentIdentifier] = nil }
        log.snapshots.merge(changed) { $1 }
        return DataStoreSaveChangesResult(
            for: identifier, remappedIdentifiers: remapped, snapshotsToReregister: changed)
    }

    /// The snapshot with the store's own stars, by way of its coding.
    private func rated(_ snapshot: DefaultSnapshot) throws -> DefaultSnapshot {
        var values = try Self.object(snapshot)
        values["stars"] = log.stars
        return try JSONDecoder().decode(
            DefaultSnapshot.self, from: JSONSerialization.data(withJSONObject: values))
    }

    static func object(_ snapshot: DefaultSnapshot) throws -> [String: Any] {
        try #require(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(snapshot)) as? [String: Any])
    }
}

extension ShelfStore: DataStoreBatching {
    func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
        log.calls.append("delete \(T.self)")
        guard request.predicate == nil else { throw DataStoreError.unsupportedFeature }
        log.snapshots = log.snapshots.filter { $0.key.entityName != "\(T.self)" }
    }
}

extension ShelfStore: HistoryProviding {
    func fetchHistory(_ descriptor: HistoryDescriptor<ShelfTransaction>) throws -> [ShelfTransaction] {
        log.transactions
    }

    func deleteHistory(_ descriptor: HistoryDescriptor<ShelfTransaction>) throws { log.transactions = [] }
}

struct ShelfTransaction: HistoryTransaction {
    var number: Int
    var author: String?
    var id: Int { number }
    var token: ShelfToken { ShelfToken(number: number) }
    var transactionIdentifier: Int { number }
    var timestamp: Date { Date(timeIntervalSinceReferenceDate: Double(number)) }
    var changes: [HistoryChange] { [] }
    var storeIdentifier: String { "shelf-1" }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

struct ShelfToken: Comparable, Hashable, Identifiable {
    let number: Int
    var id: Int { number }
    static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
}
