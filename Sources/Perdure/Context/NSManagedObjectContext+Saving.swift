// SPDX-License-Identifier: Apache-2.0
// The save procedure: hooks until quiet, validation, the row source, the farewell. What the source does is in
// Coordinator/StoreSave.swift, what the objects take over afterwards in NSManagedObjectContext+AfterSaving.swift, what the
// world hears of it in NSManagedObjectContext+TellingOfSaves.swift.

import Foundation
import PerdurePredicates
import PerdureStore

extension NSManagedObjectContext {
    /// Saves what the context has, step by step.
    final func saveChanges() throws {
        guard try beginsSave() else { return }
        // A handler of an event's notification may save: what it changed is an event of its own.
        let reported = reportedEvent
        reportedEvent = nil
        defer { endSave(reported) }
        // Delete rules read the store; what they would stop the process for, save() throws.
        let groups = try ExceptionTrap.catching { endEvent() }
        guard hasChanges || !locked.isEmpty else { return try saveMetadataAlone() }
        guard let source else { throw ContextErrors.noCoordinator }
        // What hooks would stop the process for, save() throws.
        try ExceptionTrap.catching { try prepareObjects() }
        let save = try writeChanges(to: source)
        tellOfSavedValues()
        finish(save, groups)
        if let failure = save.outcome.failure { throw failure }
    }

    /// Whether there is anything to begin: in didSave and in the notifications after a save the context is clean.
    ///
    /// - Throws: where a save is under way, and where a read has failed that no save may follow.
    private func beginsSave() throws -> Bool {
        guard phase == .idle else {
            if phase == .saving, !hasChanges { return false }
            throw ContextErrors.savingAlready
        }
        try requireReadable()
        phase = .preparingSave
        return true
    }

    private func endSave(_ reported: ContextEvent?) {
        reportedEvent = reported
        phase = .idle
        tellOfSavedValues()
    }

    /// Metadata go with the next save, even one that has nothing else to write (STO-41).
    private func saveMetadataAlone() throws {
        if !hasParent { try persistentStoreCoordinator?.savePendingMetadata() }
        journal.sweep()
    }

    /// Hands the changes to the row source and takes over what it answers.
    private func writeChanges(to source: any RowSource) throws -> WrittenSave {
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
        return WrittenSave(changes: changes, outcome: outcome, refreshed: refreshed)
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
}
