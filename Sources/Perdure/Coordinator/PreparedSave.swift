// SPDX-License-Identifier: Apache-2.0
// One save in several stores: everything is written in all of them before it is committed in any. StoreSave.swift
// decides what is written and what becomes of conflicts.

import Foundation
import PerdureStore

/// The change sets of a save, written in every store and committed in none.
struct PreparedSave {
    /// What stands in the way; nothing is written then.
    private(set) var conflicts: [StoreConflicts] = []
    /// The stores whose commit could not be settled.
    private(set) var doubtful: [StoreChanges] = []
    private var waiting: [(set: StoreChanges, commit: any PreparedCommit)] = []

    /// What became of a save that some stores committed and one could not.
    struct Interruption {
        /// The stores without the save, the one that failed first.
        let failed: [StoreChanges]
        let error: any Error
    }

    /// Writes change sets.
    ///
    /// - Throws: what the first store that fails reports; no store has anything of the save then.
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

    /// Each store keeps its lock until the end: every coordinator must take the locks in one order, or two that share
    /// several files wait for each other.
    private static func inLockOrder(_ sets: [StoreChanges]) -> [StoreChanges] {
        guard sets.count > 1 else { return sets }
        return sets.sorted { $0.store.lockName < $1.store.lockName }
    }

    /// A store that a program wrote does its whole work when it commits, so that it may fail then: it comes first.
    private static func inCommitOrder(_ sets: [StoreChanges]) -> [StoreChanges] {
        sets.filter { $0.store.atomicStore != nil } + sets.filter { $0.store.atomicStore == nil }
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
    /// - Parameter finish: called for each committed store, with the rows that it computed; tells what readers are to find.
    /// - Returns: nil, or what a store that failed after another one had committed left undone.
    /// - Throws: what the first store reports; no store has anything of the save then.
    mutating func commit(_ finish: (StoreChanges, [Row]) -> CommittedRows) throws -> Interruption? {
        var hasCommitted = false
        while let (set, commit) = waiting.first {
            do {
                try set.store.commit(since: set.expirations) { finish(set, try self.commit(commit, set)) }
            } catch {
                let failed = waiting.map(\.set)
                rollBack()
                guard hasCommitted else { throw error }
                return Interruption(failed: failed, error: error)
            }
            hasCommitted = true
            waiting.removeFirst()
        }
        return nil
    }

    private mutating func commit(_ commit: any PreparedCommit, _ set: StoreChanges) throws -> [Row] {
        try NSPersistentStoreCoordinator.translatingErrors(set.store.url) {
            do { return try commit.commit() } catch {
                if case StoreError.inDoubt = error { doubtful.append(set) }
                throw error
            }
        }
    }
}
