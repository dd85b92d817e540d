// SPDX-License-Identifier: Apache-2.0
// One save of a context: builds change sets and writes them in all stores (PreparedSave.swift). After conflicts it
// builds them again from the merge policy's result. ChangeSetBuilder.swift, ConflictList.swift and UnwrittenChanges.swift
// are its parts.

import Foundation
import PerdureBase
import PerdureStore

/// The save of one context, from the request to the outcome.
struct StoreSave {
    private let request: SaveRequest
    private let coordinator: NSPersistentStoreCoordinator
    private var changes: UnwrittenChanges
    private var outcome: SaveOutcome
    /// The IDs of `changes.inserted`, if this save has chosen them.
    private var newIDs: [NSManagedObjectID] = []
    private var earlyIDs: EarlyIDSets<NSManagedObject>?

    /// How many attempts a save has when other writers keep changing its rows (SAV-61).
    private static let rounds = 10
    /// The attempt from which on other saves let this save go first.
    private static let patience = 2

    init(_ request: SaveRequest, coordinator: NSPersistentStoreCoordinator) throws {
        self.request = request
        self.coordinator = coordinator
        outcome = SaveOutcome()
        changes = UnwrittenChanges(request)
        try requireStores()
    }

    /// Writes all changes.
    ///
    /// - Returns: the new snapshots and IDs.
    /// - Throws: what the stores and the merge policy report.
    mutating func run() throws -> SaveOutcome {
        defer { earlyIDs?.finish() }
        do { return try tryRounds() } catch {
            request.context.revertChangesOfSave()
            changes.compensation.restoreAll()
            throw ConflictErrors.converted(error)
        }
    }

    private mutating func tryRounds() throws -> SaveOutcome {
        var conflicts: [StoreConflicts] = []
        var goesFirst = false
        defer { if goesFirst { coordinator.saveFairness.end() } }
        for round in 0..<Self.rounds {
            if round == 0 { coordinator.saveFairness.waitForPriority() }
            if goesFirst { coordinator.saveFairness.extendTurn() }
            if round == Self.patience {
                coordinator.saveFairness.begin()
                goesFirst = true
            }
            // The merge policy runs outside of the lock: it may save other contexts.
            let found = try coordinator.writing {
                try assignIDs()
                if round == 0 { makeIDsEarly() }
                return try commitAll(isLast: round + 1 == Self.rounds)
            }
            guard let found else { continue }
            conflicts = found
            if conflicts.isEmpty { return finished() }
            try resolve(conflicts)
        }
        throw ConflictErrors.conflicts(
            try ConflictList(conflicts, request.context, changes.compensation).report)
    }

    private func requireStores() throws {
        if coordinator.engineStores.isEmpty {
            throw CoreDataException.internalInconsistency(
                "This NSPersistentStoreCoordinator has no persistent stores. It cannot perform a save operation."
            )
        }
    }

    /// Gives a permanent ID to each new object without one.
    private mutating func assignIDs() throws {
        guard changes.inserted.contains(where: StoreAssignment.needsID) else { return }
        let ids = try StoreAssignment(coordinator: coordinator).permanentIDs(for: changes.inserted)
        var index = 0
        changes.inserted.forEachWithID { object in
            (object.id as? TemporaryObjectID)?.become(ids[index])
            index += 1
        }
        newIDs = ids
    }

    private mutating func makeIDsEarly() {
        earlyIDs = EarlyIDSets(
            inserted: changes.inserted, newIDs: newIDs, updated: changes.updated, deleted: changes.deleted
        ) { $0.ids }
    }

    // MARK: Writing

    /// Writes in all stores, or in none if there are conflicts.
    ///
    /// - Parameter isLast: Whether there is no other round.
    /// - Returns: The conflicts; nil when a connection was lost and nothing is written, so that another round may succeed.
    /// - Throws: What the stores report.
    private mutating func commitAll(isLast: Bool) throws -> [StoreConflicts]? {
        var builder = ChangeSetBuilder(changes, coordinator: coordinator)
        builder.author = CommitAuthor(
            author: request.context.transactionAuthor, contextName: request.context.name)
        builder.unsettled = request.context.inDoubtSaves
        // The order of unread members is read here; `save()` throws what would otherwise stop the process.
        var sets = try ExceptionTrap.catching { try builder.build() }
        if let work = request.context.companion {
            for index in sets.indices where sets[index].store.publicStore === work.store {
                sets[index].changes.companion = work.companion
            }
        }
        let written = sets.filter { !$0.changes.isEmpty || $0.store.hasPendingMetadata }
        if let set = written.first(where: \.store.isReadOnly) { throw SaveErrors.readOnly(set.store) }
        let others = coordinator.historyNumbers(besides: written.map(\.store))
        var save = try PreparedSave(written)
        guard save.conflicts.isEmpty else { return save.conflicts }
        defer {
            for set in save.doubtful { request.context.inDoubtSaves[set.store] = InDoubtSave(set.changes) }
        }
        // No generation may begin between the commits of several stores.
        do {
            let partialCommit = try coordinator.committing { try save.commit { finish($0, $1) } }
            if let partialCommit { interrupt(partialCommit) }
            outcome.historyToken = coordinator.historyToken(save.historyNumbers, others)
        } catch {
            guard save.isLost, !isLast else { throw error }
            return nil
        }
        // Stores without anything to write: their objects keep their snapshots.
        for set in sets where !written.contains(where: { $0.store === set.store }) { keepSnapshots(set) }
        return []
    }

    /// Notes a failed store: the changes that other stores have committed stay saved, the rest stays unsaved in the
    /// context.
    private mutating func interrupt(_ partialCommit: PreparedSave.PartialCommit) {
        outcome.failure = SaveErrors.incomplete(partialCommit)
        outcome.unsaved = Set(partialCommit.failed.flatMap(\.allObjects))
        changes.leaveOut(outcome.unsaved)
    }

    private mutating func finish(_ set: StoreChanges, _ computed: [Row]) -> CommittedRows {
        var computedRows = Dictionary(computed.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        keepSnapshots(set, computedRows)
        let inserted = set.changes.insertions.map { computedRows.takeValue($0.key) ?? $0.row }
        outcome.written.append(set.insertedObjects, inserted)
        let (updated, merged) = finishUpdates(of: set, &computedRows)
        let others = computed.filter { computedRows[$0.key] != nil }
        outcome.computed += others.map { ComputedRow(id: set.store.namespace.id($0.key), row: $0) }
        if !request.context.inDoubtSaves.isEmpty { request.context.inDoubtSaves[set.store] = nil }
        return CommittedRows(
            written: Self.joined(inserted, updated), computed: others + merged,
            removed: set.changes.deletions.map(\.key))
    }

    /// Both lists; most saves have one of them.
    private static func joined(_ inserted: [Row], _ updated: [Row]) -> [Row] {
        if updated.isEmpty { return inserted }
        return inserted.isEmpty ? updated : inserted + updated
    }

    /// Notes the new rows of updated objects.
    ///
    /// - Returns: The rows whose version rose, and the others: a concurrent read must not put the former row of such a one into
    ///   the cache, like that of a computed row.
    private mutating func finishUpdates(of set: StoreChanges, _ computed: inout [ObjectKey: Row])
        -> (risen: [Row], merged: [Row])
    {
        if computed.isEmpty, let rows = set.foretoldUpdates {
            outcome.written.append(set.updatedObjects, rows)
            return (rows, [])
        }
        var rows: (risen: [Row], merged: [Row]) = ([], [])
        set.forEachUpdated { object, row, isForetold in
            let newest = computed.takeValue(row.key) ?? row
            outcome.written.append(object, isForetold ? newest : object.snapshot(withChangesOf: newest))
            if isForetold { rows.risen.append(newest) } else { rows.merged.append(newest) }
        }
        return rows
    }

    private mutating func keepSnapshots(_ set: StoreChanges, _ newest: [ObjectKey: Row] = [:]) {
        // Only a program's own store may write such a row all the same.
        let isNamed = set.store.namespace.isNamed
        for object in set.unwrittenObjects {
            guard let row = object.snapshot else { continue }
            outcome.written.append(object, isNamed ? newest[row.key] ?? row : row)
        }
    }

    private mutating func finished() -> SaveOutcome {
        outcome.takenOverIDs = changes.takenOverIDs
        if changes.takenOverIDs.isEmpty { outcome.earlyIDs = earlyIDs }
        outcome.abandoned = changes.abandoned
        outcome.resolvedObjects = changes.resolvedObjects
        outcome.undeleted = changes.undeleted
        outcome.refilled = changes.refilled
        return outcome
    }

    // MARK: Conflicts

    private mutating func resolve(_ conflicts: [StoreConflicts]) throws {
        let context = request.context
        let left = conflicts.map { $0.applyingMergeFunctions(changes.compensation) }
        let list = try ConflictList(left, context, changes.compensation)
        // The cache learns the rows even if the policy throws: the program's next refresh then reads the newest rows.
        defer { for conflict in conflicts { conflict.remember() } }
        // A policy that reads a pinned context's objects must read the rows of the conflict.
        context.moveToNewestGeneration()
        let policy = request.mergePolicy as? NSMergePolicy ?? .error
        let besides = try context.changesBesides {
            if !list.all.isEmpty { try policy.resolve(mergeConflicts: list.all) }
        }
        try changes.resolve(list)
        changes.join(besides)
        changes.join(try context.applyDeleteRules(list.danglingMembers))
        changes.resolve(list.danglingMembers)
    }
}

extension [ObjectKey: Row] {
    /// Removes the row of a key; most saves have none.
    fileprivate mutating func takeValue(_ key: ObjectKey) -> Row? { isEmpty ? nil : removeValue(forKey: key) }
}
