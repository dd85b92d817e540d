// SPDX-License-Identifier: Apache-2.0
// Executes a batch in all its stores: prepares it in every store before it commits in any. BatchUpdateRun.swift,
// BatchDeleteRun.swift and their like make the work. Contexts are not told.

import Foundation
import Perdure
import PerdureModel
import PerdureStore

/// The IDs of the objects that a batch changed, in all stores.
struct BatchResults {
    var inserted: [NSManagedObjectID] = []
    /// The number of new objects; an insertion without asked-for IDs keeps only this number.
    var insertedCount = 0
    var updated: [NSManagedObjectID] = []
    var deleted: [NSManagedObjectID] = []
    /// Rows that the batch did not name: rows with computed values, and rows that lost a reference.
    var touched: [NSManagedObjectID] = []

    mutating func add(_ outcome: BatchOutcome, _ namespace: ObjectIDNamespace) {
        updated += outcome.updated.map(namespace.id)
        deleted += outcome.deleted.map(namespace.id)
        touched += outcome.touched.map(namespace.id)
    }
}

/// One batch over the stores of a coordinator.
struct BatchRun {
    let stores: [EngineStore]
    private let coordinator: NSPersistentStoreCoordinator
    private let author: CommitAuthor

    /// Chooses the stores.
    ///
    /// - Throws: 134091 when a store runs no batches, 513 for a read-only store, `CoreDataException` for a
    ///   coordinator without stores.
    init(
        _ request: NSPersistentStoreRequest, _ entity: NSEntityDescription,
        _ coordinator: NSPersistentStoreCoordinator, _ context: NSManagedObjectContext,
        affected: [NSPersistentStore]?
    ) throws {
        self.coordinator = coordinator
        author = context.rootAuthor
        let all = coordinator.engineStores
        guard !all.isEmpty else { throw BatchErrors.noStores }
        stores = all.filter { store in
            store.holds(entity.layout) && (affected?.contains { $0 === store.publicStore } ?? true)
        }.sorted { $0.lockName < $1.lockName }
        if let other = stores.first(where: { !$0.engine.runsBatches }) {
            throw BatchErrors.unsupported(request, other)
        }
        if let store = stores.first(where: \.isReadOnly) { throw SaveErrors.readOnly(store) }
    }

    /// Does the work in all stores, or in none.
    ///
    /// - Parameter batch: makes the work of one store.
    /// - Returns: the changed objects.
    /// - Throws: what a store reports; 134040 when a store fails after another store has committed.
    func run(_ batch: (EngineStore) throws -> Batch) throws -> BatchResults {
        let batches = try stores.map { ($0, try batch($0)) }
        coordinator.saveFairness.waitForPriority()
        return try coordinator.writing {
            var waiting: [(store: EngineStore, batch: PreparedBatch)] = []
            do {
                for (store, batch) in batches { waiting.append((store, try prepare(batch, store))) }
            } catch {
                for prepared in waiting { prepared.batch.commit.rollback() }
                throw error
            }
            return try coordinator.committing { try commit(waiting) }
        }
    }

    private func prepare(_ batch: Batch, _ store: EngineStore) throws -> PreparedBatch {
        try store.translating {
            try BatchErrors.namingAttribute(in: store) { try store.engine.prepare(batch, by: author) }
        }
    }

    private func commit(_ waiting: [(store: EngineStore, batch: PreparedBatch)]) throws -> BatchResults {
        var results = BatchResults()
        for (place, prepared) in waiting.enumerated() {
            do {
                try commit(prepared.batch, prepared.store)
            } catch {
                for later in waiting[(place + 1)...] { later.batch.commit.rollback() }
                throw place == 0 ? error : BatchErrors.incomplete(error, waiting[place...].map(\.store))
            }
            results.add(prepared.batch.outcome, prepared.store.namespace)
        }
        return results
    }

    /// Commits in one store.
    ///
    /// Later reads find the new rows; contexts keep the values that they have read.
    private func commit(_ batch: PreparedBatch, _ store: EngineStore) throws {
        try store.commit {
            _ = try store.translating { try batch.commit.commit() }
            return CommittedRows(removed: batch.outcome.all)
        }
    }
}

extension EngineStore {
    /// Runs work of the store's engine, and translates its errors.
    func translating<Result>(_ body: () throws -> Result) throws -> Result {
        try NSPersistentStoreCoordinator.translatingErrors(url, body)
    }
}
