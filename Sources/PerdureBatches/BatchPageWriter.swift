// SPDX-License-Identifier: Apache-2.0
// Writes the pages of a batch insertion. Part of BatchInsertRun.swift, which lets another thread do so while the program fills
// the next page.

import Perdure
import PerdureModel
import PerdureStore

/// Writes pages of new rows in one transaction, and keeps what they have done.
///
/// One thread at a time uses it: a page is handed over after the one before it is written.
final class BatchPageWriter {
    private let entity: NSEntityDescription
    private let defaults: ContiguousArray<StoredValue>
    private let policy: NSMergePolicy
    private let insertion: any PagedInsertion
    private let store: EngineStore
    private let keepsKeys: Bool
    /// The effects of all pages so far.
    private(set) var pages: WrittenPages

    init(
        _ entity: NSEntityDescription, _ defaults: ContiguousArray<StoredValue>, _ policy: NSMergePolicy,
        _ insertion: any PagedInsertion, of store: EngineStore, keepingKeys keepsKeys: Bool
    ) {
        self.entity = entity
        self.defaults = defaults
        self.policy = policy
        self.insertion = insertion
        self.store = store
        self.keepsKeys = keepsKeys
        pages = WrittenPages(entity)
    }

    /// Writes a page.
    ///
    /// - Throws: 133021 for a violated constraint that the policy does not resolve; what the store reports.
    func write(_ page: [BatchRow]) throws {
        let keys = try store.translating { try insertion.reserveKeys(page.count, entity: entity.number) }
        pages.add(keys)
        var upsert = BatchUpsert(entity, page, defaults, keys)
        for _ in 0..<BatchUpsert.rounds {
            let changes = upsert.changes
            switch try store.translating({ try insertion.write(changes) }) {
            case .conflicts(let conflicts): try upsert.resolve(conflicts, policy)
            case .committed(let computed): return pages.add(changes, computed, keepingKeys: keepsKeys)
            }
        }
        throw BatchErrors.rowsKeptChanging(entity)
    }
}
