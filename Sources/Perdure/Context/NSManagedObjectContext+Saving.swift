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
        try requireReadable()
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
        let reportedGroups = try ExceptionTrap.catching { endEvent() }
        guard hasChanges || !locked.isEmpty else {
            // STO-41: metadata go with the next save, even one that has nothing else to write.
            if !hasParent { try persistentStoreCoordinator?.savePendingMetadata() }
            return journal.sweep()
        }
        guard let source else { throw ContextErrors.noCoordinator }
        // What hooks would stop the process for, save() throws.
        try ExceptionTrap.catching { try prepareObjects() }
        var changes = SavedChanges(journal)
        let revision = journal.revision
        let outcome = try write(request(changes), to: source)
        // What a merge policy and delete rules changed meanwhile; a save that fails takes it back.
        let hasNews = !journal.event.isEmpty
        phase = .saving
        savesDone += 1
        // A merge policy may have changed more than was asked for.
        if journal.revision != revision { changes = SavedChanges(journal) }
        // A save may bring values that no event has told of: derived ones, and those of a merge policy.
        entityChanges?.raise(changes.all)
        changes.remove(outcome)
        let refreshed = take(outcome, changes)
        if hasNews { endEvent() }
        tellOfSavedValues()
        finish(changes, outcome, refreshed, reportedGroups)
        if let failure = outcome.failure { throw failure }
    }

    // MARK: Before the store

    /// Calls willSave, posts the notification and validates, until nothing changes any more.
    private func prepareObjects() throws {
        var waiting = journal.pinned
        var hasPosted = false
        for _ in 0..<1000 {
            waiting.forEachHeld { object in
                guard object.hasChanges else { return }
                if object.isFault, object.isInserted { object.fireFault() }
                object.willSave()
            }
            waiting = takeTouchedObjects()
            if !waiting.isEmpty { continue }
            if !hasPosted {
                hasPosted = true
                post(Self.willSaveObjectsNotification, nil)
                waiting = takeTouchedObjects()
                if !waiting.isEmpty { continue }
            }
            try validate(journal.pinned)
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

    /// Validates those of some objects that have changes.
    ///
    /// - Throws: the one error, or 1560 with all.
    final func validate(_ objects: [NSManagedObject]) throws {
        var errors: [any Error] = []
        try objects.forEachHeld { object in
            guard object.hasChanges, !object.state.contains(.inaccessible) else { return }
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
            deleted: changes.deleted.contains { $0.state.contains(.inaccessible) }
                ? changes.deleted.filter { !$0.state.contains(.inaccessible) } : changes.deleted,
            locked: locked.filter { $0.link === link && !$0.hasChanges }, mergePolicy: mergePolicy,
            context: self)
    }

    /// Hooks, notifications, and farewell to what was deleted.
    private func finish(
        _ changes: SavedChanges, _ outcome: SaveOutcome, _ refreshed: [NSManagedObject],
        _ reported: ObjectGroups
    ) {
        let (computed, told) = (changes.others(outcome.computed), changes.told)
        var didSave = told.userInfo(
            refreshed: computed.compactMap { registered($0) }, sharing: reported)
        if !computed.isEmpty { didSave[NSRefreshedObjectIDsKey] = Set(computed) }
        let didSaveIDs = told.userInfo(refreshedIDs: computed)
        let saved = isFollowed ? SavedObjectIDs(told, computed: computed) : nil
        didSave[NSManagedObjectContextQueryGenerationKey] = source?.generationAfterSave()
        if let token = source?.historyAfterSave() { didSave[NSPersistentHistoryToken.didSaveKey] = token }
        for list in changes.lists { list.forEachHeld { $0.didSave() } }
        for list in [changes.deleted, outcome.abandoned] { list.forEachHeld { detach($0) } }
        undoState.saves += 1
        journal.sweep()
        tellHasChanges()
        tellListeners(outcome)
        report(computedIn: refreshed, outcome.computed)
        post(Self.didSaveObjectsNotification, didSave)
        post(Self.didSaveObjectIDsNotification, didSaveIDs)
        guard let saved else { return }
        source?.tellFollowers(saved, by: self)
        followers.tell(saved, by: self)
    }

    /// Whether another context may want to merge what this one saves.
    private var isFollowed: Bool {
        followers.hasOthers(than: self) || source?.followers.hasOthers(than: self) ?? false
    }
}
