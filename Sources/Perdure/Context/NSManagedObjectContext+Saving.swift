// SPDX-License-Identifier: Apache-2.0
// The save procedure: hooks until quiet, validation, the row source, the farewell. What the source does is in
// Coordinator/StoreSave.swift, what the objects take over afterwards in NSManagedObjectContext+AfterSaving.swift.

import Foundation
import PerdurePredicates
import PerdureStore

extension NSManagedObjectContext {
    final func saveChanges() throws {
        guard phase == .idle else {
            // In didSave and in the notifications after a save the context is clean: nothing to do.
            if phase == .saving, !hasChanges { return }
            throw ContextErrors.savingAlready
        }
        phase = .preparingSave
        // A handler of an event's notification may save: what it changed is an event of its own.
        let reported = reportedEvent
        reportedEvent = nil
        defer {
            reportedEvent = reported
            phase = .idle
            tellOfSavedValues()
        }
        // Delete rules read the store; what they would stop the process for, save() throws.
        try ExceptionTrap.catching { endEvent() }
        guard hasChanges || !locked.isEmpty else {
            // STO-41: metadata go with the next save, even one that has nothing else to write.
            if !hasParent { try persistentStoreCoordinator?.savePendingMetadata() }
            return journal.sweep()
        }
        guard let source else { throw ContextErrors.noCoordinator }
        // What hooks would stop the process for, save() throws.
        try ExceptionTrap.catching { try prepareObjects() }
        let outcome = try write(request(SavedChanges(journal)), to: source)
        phase = .saving
        savesDone += 1
        // A merge policy may have changed more than was asked for.
        var changes = SavedChanges(journal)
        // A save may bring values that no event has told of: derived ones, and those of a merge policy.
        entityChanges?.raise(changes.all)
        changes.remove(outcome)
        let refreshed = take(outcome, changes)
        tellOfSavedValues()
        finish(changes, outcome, refreshed)
        if let failure = outcome.failure { throw failure }
    }

    // MARK: Before the store

    /// Calls willSave, posts the notification and validates, until nothing changes any more.
    private func prepareObjects() throws {
        var waiting = journal.dirtyObjects
        var hasPosted = false
        for _ in 0..<1000 {
            for object in waiting where object.hasChanges { object.willSave() }
            waiting = takeTouchedObjects()
            if !waiting.isEmpty { continue }
            if !hasPosted {
                hasPosted = true
                post(Self.willSaveObjectsNotification, nil)
                waiting = takeTouchedObjects()
                if !waiting.isEmpty { continue }
            }
            try validateObjects()
            waiting = takeTouchedObjects()
            if waiting.isEmpty { return }
        }
        throw ContextErrors.endlessSave
    }

    /// The objects that hooks changed: they are asked again.
    private func takeTouchedObjects() -> [NSManagedObject] {
        if !deletionQueue.isEmpty { propagateDeletions() }
        let touched = journal.event.objects
        endEvent()
        return touched
    }

    private func validateObjects() throws {
        var errors: [any Error] = []
        for object in journal.dirtyObjects where !object.state.contains(.inaccessible) {
            do { try ExceptionTrap.catching { try validate(object) } } catch {
                // An exception means that the program is wrong, not the object.
                if error is CoreDataException { throw error }
                errors.append(error)
            }
        }
        if let error = ValidationErrors.combined(errors) { throw error }
    }

    private func validate(_ object: NSManagedObject) throws {
        if object.isDeleted { return try object.validateForDelete() }
        if object.isInserted { return try object.validateForInsert() }
        try object.validateForUpdate()
    }

    private func request(_ changes: SavedChanges) -> SaveRequest {
        SaveRequest(
            inserted: changes.inserted, updated: changes.updated,
            // What is gone already needs no deletion.
            deleted: changes.deleted.filter { !$0.state.contains(.inaccessible) },
            locked: locked.filter { $0.link === link && !$0.hasChanges }, mergePolicy: mergePolicy,
            context: self)
    }

    /// Hooks, notifications, and farewell to what was deleted.
    private func finish(_ changes: SavedChanges, _ outcome: SaveOutcome, _ refreshed: [NSManagedObject]) {
        let saved = SavedObjectIDs(changes, computed: outcome.computed)
        var didSave = changes.userInfo(refreshed: saved.computed.compactMap { registered($0) })
        if !saved.computed.isEmpty { didSave[NSRefreshedObjectIDsKey] = Set(saved.computed) }
        didSave[NSManagedObjectContextQueryGenerationKey] = source?.generationAfterSave()
        for object in changes.all { object.didSave() }
        for object in changes.deleted + outcome.abandoned { detach(object) }
        undoState.saves += 1
        journal.sweep()
        tellHasChanges()
        tellListeners(outcome)
        report(computedIn: refreshed, outcome.computed)
        post(Self.didSaveObjectsNotification, didSave)
        post(Self.didSaveObjectIDsNotification, saved.userInfo(refreshed: saved.computed))
        source?.tellFollowers(saved, by: self)
        followers.tell(saved, by: self)
    }
}

/// The objects of one save.
struct SavedChanges {
    fileprivate(set) var inserted: [NSManagedObject]
    fileprivate(set) var updated: [NSManagedObject]
    fileprivate(set) var deleted: [NSManagedObject]

    init(_ journal: ChangeJournal) {
        inserted = journal.list(.inserted)
        updated = journal.list(.updated)
        deleted = journal.list(.deleted)
    }

    /// Leaves out what was so before.
    func without(_ former: SavedChanges) -> SavedChanges {
        var rest = self
        for list in [\SavedChanges.inserted, \.updated, \.deleted] {
            let known = Set(former[keyPath: list])
            rest[keyPath: list].removeAll(where: known.contains)
        }
        return rest
    }

    /// Leaves out what the merge policy did not let the save do, and what a store failed to commit.
    mutating func remove(_ outcome: SaveOutcome) {
        let dropped = outcome.unsaved.union(outcome.abandoned + outcome.undeleted)
        guard !dropped.isEmpty else { return }
        inserted.removeAll(where: dropped.contains)
        updated.removeAll(where: dropped.contains)
        deleted.removeAll(where: dropped.contains)
    }

    var all: [NSManagedObject] { inserted + updated + deleted }

    /// What the notification with objects carries.
    ///
    /// - Parameter refreshed: objects that were not written, but have computed values.
    /// - Returns: the objects by their keys.
    func userInfo(refreshed: [NSManagedObject]) -> [AnyHashable: Any] {
        var groups = ObjectGroups()
        groups.add(inserted, NSInsertedObjectsKey)
        groups.add(updated, NSUpdatedObjectsKey)
        groups.add(deleted, NSDeletedObjectsKey)
        groups.add(refreshed, NSRefreshedObjectsKey)
        return groups.userInfo
    }
}
