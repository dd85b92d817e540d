// SPDX-License-Identifier: Apache-2.0
// One save in several stores: writes in all stores before it commits in any. StoreSave.swift decides what to write, and
// resolves conflicts.

import Foundation
import PerdureStore

/// The change sets of a save, written in every store and not committed yet.
struct PreparedSave {
    /// The conflicts; nothing is written if there are any.
    private(set) var conflicts: [StoreConflicts] = []
    /// The stores whose commit has an unknown end.
    private(set) var doubtful: [StoreChanges] = []
    /// Whether a commit failed with the store's connection: certainly not committed, so the save may be tried again.
    private(set) var isLost = false
    /// The numbers of the committed transactions in the histories of their stores, by the stores' identifiers.
    private(set) var historyNumbers: [String: Int64] = [:]
    private var waiting: [(set: StoreChanges, commit: any PreparedCommit)] = []

    /// The outcome of a save that some stores committed and one store could not.
    struct PartialCommit {
        /// The stores that did not commit, beginning with the store that failed.
        let failed: [StoreChanges]
        let error: any Error
    }

    /// Writes the change sets.
    ///
    /// - Throws: the error of the first store that fails; no store has any part of the save then.
    init(_ sets: [StoreChanges]) throws {
        do {
            for set in Self.inLockOrder(sets) { try prepare(set) }
        } catch {
            rollBack()
            throw error
        }
        if !conflicts.isEmpty { rollBack() }
        waiting = Self.inCommitOrder(sets).compactMap { set in waiting.first { $0.set.store === set.store } }
    }

    /// Each store keeps its lock until the end.
    ///
    /// Every coordinator must take the locks in the same order: otherwise two coordinators that share several files
    /// could wait for each other.
    private static func inLockOrder(_ sets: [StoreChanges]) -> [StoreChanges] {
        guard sets.count > 1 else { return sets }
        return sets.sorted { $0.store.lockName < $1.store.lockName }
    }

    /// A program's own store does all its work in the commit, and may fail there: it commits first.
    private static func inCommitOrder(_ sets: [StoreChanges]) -> [StoreChanges] {
        sets.filter(\.store.writesInCommit) + sets.filter { !$0.store.writesInCommit }
    }

    private mutating func prepare(_ set: StoreChanges) throws {
        let limits = set.store.engine.limits
        var set = set
        if limits.wantsIdentifiers { set.changes.identify() }
        try NSPersistentStoreCoordinator.translatingErrors(set.store.url) {
            try limits.check(set.changes, set.store.engine.schema)
            switch try set.namingObject({ try set.store.prepare(set) }) {
            case .prepared(let commit): waiting.append((set, commit))
            case .conflicts(let list): conflicts.append(StoreConflicts(set: set, list: list))
            }
        }
    }

    private mutating func rollBack() {
        for (_, commit) in waiting { commit.rollback() }
        waiting = []
    }

    /// Commits in every store.
    ///
    /// - Parameter finish: called for each committed store with the rows that the store computed; returns the rows that
    ///   readers find from now on.
    /// - Returns: nil, or the interruption by a store that failed after another store had committed.
    /// - Throws: the error of the first store; no store has any part of the save then.
    mutating func commit(_ finish: (StoreChanges, [Row]) -> CommittedRows) throws -> PartialCommit? {
        var hasCommitted = false
        while let (set, commit) = waiting.first {
            do {
                try set.store.commit(since: set.expirations, metadata: set.metadataCount) {
                    finish(set, try self.commit(commit, set))
                }
            } catch {
                let failed = waiting.map(\.set)
                rollBack()
                guard hasCommitted else { throw error }
                return PartialCommit(failed: failed, error: error)
            }
            noteHistory(of: commit, set.store)
            hasCommitted = true
            waiting.removeFirst()
        }
        return nil
    }

    private mutating func noteHistory(of commit: any PreparedCommit, _ store: EngineStore) {
        guard store.keepsHistory, let number = (commit as? any RecordedCommit)?.historyNumber else { return }
        historyNumbers[store.namespace.identifier] = number
    }

    private mutating func commit(_ commit: any PreparedCommit, _ set: StoreChanges) throws -> [Row] {
        try NSPersistentStoreCoordinator.translatingErrors(set.store.url) {
            do { return try commit.commit() } catch {
                if case StoreError.inDoubt = error { doubtful.append(set) }
                if case StoreError.lost = error { isLost = true }
                throw error
            }
        }
    }
}
