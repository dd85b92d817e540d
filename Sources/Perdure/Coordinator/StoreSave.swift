// SPDX-License-Identifier: Apache-2.0
// One save of a context: change sets are built, written in all stores (PreparedSave.swift), and after conflicts built
// again from what the merge policy left. ChangeSetBuilder.swift, ConflictList.swift and PendingChanges.swift do the parts.

import Foundation
import PerdurePredicates
import PerdureStore

/// The save of one context, from the request to the outcome.
struct StoreSave {
    private let request: SaveRequest
    private let coordinator: NSPersistentStoreCoordinator
    private var changes: PendingChanges
    private var outcome: SaveOutcome

    /// How often a save is tried while other writers keep getting in between (SAV-61).
    private static let rounds = 10
    /// In which of them the save asks others to let it go first.
    private static let patience = 2

    init(_ request: SaveRequest, coordinator: NSPersistentStoreCoordinator) throws {
        self.request = request
        self.coordinator = coordinator
        outcome = SaveOutcome()
        changes = PendingChanges(request)
        try requireStores()
    }

    /// Writes everything.
    ///
    /// - Returns: the new snapshots and IDs.
    /// - Throws: what the stores and the merge policy report.
    mutating func run() throws -> SaveOutcome {
        do { return try tryRounds() } catch {
            request.context.takeBackChangesOfSave()
            changes.overwritten.giveBack()
            throw SaveErrors.converted(error)
        }
    }

    private mutating func tryRounds() throws -> SaveOutcome {
        var conflicts: [StoreConflicts] = []
        var goesFirst = false
        defer { if goesFirst { coordinator.saveTurns.end() } }
        for round in 0..<Self.rounds {
            if round == 0 { coordinator.saveTurns.giveWay() }
            if goesFirst { coordinator.saveTurns.goOn() }
            if round == Self.patience {
                coordinator.saveTurns.begin()
                goesFirst = true
            }
            // The policy is asked outside of the lock: it may save other contexts.
            conflicts = try coordinator.writing {
                try assignIDs()
                return try commitAll()
            }
            if conflicts.isEmpty { return finished() }
            try resolve(conflicts)
        }
        throw SaveErrors.conflicts(try ConflictList(conflicts, request.context, changes.overwritten).report)
    }

    private func requireStores() throws {
        if coordinator.engineStores.isEmpty {
            throw CoreDataException.internalInconsistency(
                "This NSPersistentStoreCoordinator has no persistent stores. It cannot perform a save operation."
            )
        }
    }

    /// Objects that the context has not given a permanent ID yet get one.
    private mutating func assignIDs() throws {
        guard changes.inserted.contains(where: StoreAssignment.needsID) else { return }
        let ids = try StoreAssignment(coordinator: coordinator).permanentIDs(for: changes.inserted)
        for (object, id) in zip(changes.inserted, ids) {
            (object.id as? TemporaryObjectID)?.become(id)
        }
    }

    // MARK: Writing

    /// Writes in all stores, or in none when there are conflicts.
    private mutating func commitAll() throws -> [StoreConflicts] {
        var builder = ChangeSetBuilder(changes, coordinator: coordinator)
        builder.author = CommitAuthor(
            author: request.context.transactionAuthor, contextName: request.context.name)
        builder.unsettled = request.context.unsettledSaves
        let sets = try builder.build()
        let written = sets.filter { !$0.changes.isEmpty || $0.store.hasPendingMetadata }
        if let set = written.first(where: \.store.isReadOnly) { throw SaveErrors.readOnly(set.store) }
        var save = try PreparedSave(written)
        guard save.conflicts.isEmpty else { return save.conflicts }
        defer {
            for set in save.doubtful { request.context.unsettledSaves[set.store] = DoubtfulSave(set.changes) }
        }
        // Between the commits of several stores no generation may begin.
        let interruption = try coordinator.committing { try save.commit { finish($0, $1) } }
        if let interruption { interrupt(interruption) }
        // A store for which nothing is to be written: its objects keep their snapshots.
        for set in sets where !written.contains(where: { $0.store === set.store }) { keepSnapshots(set) }
        return []
    }

    /// What other stores have committed stays saved; the rest stays as it was in the context.
    private mutating func interrupt(_ interruption: PreparedSave.Interruption) {
        outcome.failure = SaveErrors.incomplete(interruption)
        outcome.unsaved = Set(interruption.failed.flatMap(\.allObjects))
        changes.leaveOut(outcome.unsaved)
    }

    private mutating func finish(_ set: StoreChanges, _ computed: [Row]) -> CommittedRows {
        var computedRows = Dictionary(computed.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        let count = set.insertedObjects.count + set.updatedObjects.count
        var rows: [Row] = []
        // What moved no version, as what stores compute: a read under way must not bring the former row back.
        var merged: [Row] = []
        rows.reserveCapacity(count)
        keepSnapshots(set)
        outcome.written.reserveCapacity(outcome.written.count + count)
        set.forEachWritten { object, row, isForetold in
            let newest = computedRows.isEmpty ? row : computedRows.removeValue(forKey: row.key) ?? row
            outcome.written.append((object, isForetold ? newest : object.snapshot(withChangesOf: newest)))
            if isForetold { rows.append(newest) } else { merged.append(newest) }
        }
        let others = computed.filter { computedRows[$0.key] != nil }
        outcome.computed += others.map { ComputedRow(id: set.store.origin.id($0.key), row: $0) }
        if !request.context.unsettledSaves.isEmpty { request.context.unsettledSaves[set.store] = nil }
        return CommittedRows(
            written: rows, computed: others + merged, removed: set.changes.deletions.map(\.key))
    }

    private mutating func keepSnapshots(_ set: StoreChanges) {
        for object in set.unwrittenObjects {
            if let row = object.snapshot { outcome.written.append((object, row)) }
        }
    }

    private mutating func finished() -> SaveOutcome {
        outcome.places = changes.places
        outcome.abandoned = changes.abandoned
        outcome.merged = changes.merged
        outcome.undeleted = changes.undeleted
        outcome.refilled = changes.refilled
        return outcome
    }

    // MARK: Conflicts

    private mutating func resolve(_ conflicts: [StoreConflicts]) throws {
        let context = request.context
        let left = conflicts.map { $0.applyingMergeFunctions(changes.overwritten) }
        let list = try ConflictList(left, context, changes.overwritten)
        // Also when the policy throws: whoever refreshes the objects then gets what the store has.
        defer { for conflict in conflicts { conflict.remember() } }
        // What policies read of a pinned context's objects has to be what the conflict is with.
        context.moveToNewestGeneration()
        let policy = request.mergePolicy as? NSMergePolicy ?? .error
        let besides = try context.changesBesides {
            if !list.all.isEmpty { try policy.resolve(mergeConflicts: list.all) }
        }
        try changes.settle(list)
        changes.join(besides)
        changes.join(try context.settle(list.stragglers))
        changes.settle(list.stragglers)
    }
}
