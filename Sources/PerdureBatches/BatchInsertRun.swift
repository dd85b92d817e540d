// SPDX-License-Identifier: Apache-2.0
// Executes a batch insertion: the new rows are a change set like that of a save. After a violation of a uniqueness
// constraint, the merge policy decides which rows and values stay; then the change set is prepared again
// (BatchUpsert.swift). Many rows are written in pages, all in one transaction.

import Foundation
import Perdure
import PerdureBase
import PerdureModel
import PerdureStore

/// One batch insertion.
struct BatchInsertRun {
    private let store: EngineStore
    private let coordinator: NSPersistentStoreCoordinator
    private let entity: NSEntityDescription
    private let author: CommitAuthor
    private let policy: NSMergePolicy
    /// The first page, until it is written; `source` has the pages after it.
    private var rows: [BatchRow]
    private var source: BatchRowSource
    private let defaults: ContiguousArray<StoredValue>
    private let wantsIDs: Bool

    init(
        _ request: NSBatchInsertRequest, _ coordinator: NSPersistentStoreCoordinator,
        _ context: NSManagedObjectContext
    ) throws {
        self.coordinator = coordinator
        var fetch = AnyFetchRequest()
        fetch.entityName = request.entityName
        entity = try fetch.resolvedEntity(in: coordinator.managedObjectModel, for: "batch insert request")
        let builder = try BatchRowBuilder(entity)
        store = try Self.store(request, entity, coordinator)
        author = context.rootAuthor
        policy = context.mergePolicy as? NSMergePolicy ?? .error
        source = BatchRowSource(request, builder)
        rows = try source.page()
        defaults = builder.defaults
        wantsIDs = request.resultType == .objectIDs
    }

    /// The first writable store that holds the entity.
    private static func store(
        _ request: NSBatchInsertRequest, _ entity: NSEntityDescription,
        _ coordinator: NSPersistentStoreCoordinator
    ) throws -> EngineStore {
        let all = coordinator.engineStores
        guard !all.isEmpty else { throw BatchErrors.noStores }
        let holders = all.filter { store in
            store.holds(entity: entity.number)
                && (request.affectedStores?.contains { $0 === store.publicStore } ?? true)
        }
        guard let store = holders.first(where: { !$0.isReadOnly }) else {
            if let readOnly = holders.first { throw SaveErrors.readOnly(readOnly) }
            throw BatchErrors.noStore(entity)
        }
        guard store.engine.runsBatches else { throw BatchErrors.unsupported(request, store) }
        return store
    }

    /// Writes the rows, all or none.
    ///
    /// - Returns: the new objects, and the objects that took over values.
    /// - Throws: 133021 for a violated constraint that the policy does not resolve; what the store reports.
    mutating func run() throws -> BatchResults {
        guard !rows.isEmpty else { return BatchResults() }
        // A handler that reads must not wait for the transaction that waits for the handler.
        if (store.engine as? any SerialReads)?.readsWaitForWrites == true { try source.askForAll() }
        coordinator.saveFairness.waitForPriority()
        return try coordinator.writing { source.isDone ? try write() : try writePages() }
    }

    private func write() throws -> BatchResults {
        let keys = try store.translating { try store.engine.reserveKeys(rows.count, entity: entity.number) }
        var upsert = BatchUpsert(entity, rows, defaults, keys)
        for _ in 0..<BatchUpsert.rounds {
            var changes = upsert.changes
            if store.keepsHistory { changes.history = HistoryNotes(author) }
            switch try store.translating({ try store.engine.prepare(changes) }) {
            case .conflicts(let conflicts): try upsert.resolve(conflicts, policy)
            case .prepared(let commit):
                try self.commit(commit) { CommittedRows(removed: changes.writtenKeys + $0.map(\.key)) }
                return results(changes)
            }
        }
        throw BatchErrors.rowsKeptChanging(entity)
    }

    // MARK: Pages

    /// Writes page after page, all or none.
    private mutating func writePages() throws -> BatchResults {
        let insertion = try store.translating { try store.engine.beginInsertion(by: author) }
        do {
            let pages = try write(to: insertion)
            let commit = try store.translating { try insertion.prepared() }
            try self.commit(commit) { _ in
                CommittedRows(removed: Array(pages.updated) + Array(pages.computed))
            }
            return pages.results(store.namespace)
        } catch {
            insertion.rollback()
            throw error
        }
    }

    /// Writes all pages.
    private mutating func write(to insertion: any PagedInsertion) throws -> WrittenPages {
        let writer = BatchPageWriter(entity, defaults, policy, insertion, of: store, keepingKeys: wantsIDs)
        // Nobody else keeps the first page.
        var page: [BatchRow] = []
        swap(&page, &rows)
        while !page.isEmpty { page = try pageAfter(page, by: writer) }
        return writer.pages
    }

    /// Writes a page while the program fills the next one.
    private mutating func pageAfter(_ page: [BatchRow], by writer: BatchPageWriter) throws -> [BatchRow] {
        // What the other thread uses is its input, of which nothing is left there afterwards.
        let written = EarlyValue((writer, page), count: page.count * defaults.count) { work in
            Result { try work.0.write(work.1) }
        }
        let next = Result { try nextPage() }
        // A page that was refused is told before a mistake in the page after it.
        try written.value.get()
        return try next.get()
    }

    /// Asks the program for a page; what it writes meanwhile, or waits for, must not wait for this insertion.
    private mutating func nextPage() throws -> [BatchRow] {
        try coordinator.asking {
            try InsertionHandlers.asking(for: store.engine) { try source.page() }
        }
    }

    /// Commits, and drops changed rows from the row cache: the next read of each row goes to the store.
    private func commit(_ commit: any PreparedCommit, _ done: ([Row]) -> CommittedRows) throws {
        try coordinator.committing {
            try store.commit { done(try store.translating { try commit.commit() }) }
        }
    }

    private func results(_ changes: ChangeSet) -> BatchResults {
        var results = BatchResults()
        results.inserted = changes.insertions.map { store.namespace.id($0.key) }
        results.insertedCount = changes.insertions.count
        results.updated = changes.updates.map { store.namespace.id($0.key) }
        return results
    }
}

extension ChangeSet {
    fileprivate var writtenKeys: [ObjectKey] { insertions.map(\.key) + updates.map(\.key) }
}
