// SPDX-License-Identifier: Apache-2.0
// The save procedure: hooks until nothing changes, validation, the row source, the end. Saving/StoreSave.swift is
// the source's part. NSManagedObjectContext+AfterSaving.swift updates the objects, and
// NSManagedObjectContext+TellingOfSaves.swift reports the save.

import Foundation
import PerdureBase

extension NSManagedObjectContext {
    /// Saves, and lists the rows that are others than before: makes no set.
    ///
    /// - Throws: what `save()` throws.
    package final func saveListing() throws -> (
        inserted: [NSManagedObjectID], updated: [NSManagedObjectID], deleted: [NSManagedObjectID]
    ) {
        let ids = try onQueue().saveChanges(isListed: true) ?? SavedObjectIDs()
        return (ids.inserted, ids.updated, ids.deleted)
    }

    /// Saves the context's changes, step by step.
    ///
    /// - Parameter isListed: whether the caller needs the IDs.
    /// - Returns: the IDs of what was saved, if anybody needs them; nil if nothing was to be saved.
    /// - Throws: what `save()` throws.
    @discardableResult
    final func saveChanges(isListed: Bool = false) throws -> SavedObjectIDs? {
        guard try beginsSave() else { return nil }
        // The handler of an event's notification may save: its changes are an event of their own.
        let reported = reportedEvent
        reportedEvent = nil
        defer { endSave(reported) }
        // Delete rules read the store. save() throws the errors that would otherwise stop the process.
        let groups = try ExceptionTrap.catching { endEvent() }
        guard hasChanges || !locked.isEmpty || companion != nil else {
            try saveMetadataAlone()
            return nil
        }
        guard let source else { throw ContextErrors.noCoordinator }
        // save() throws the errors of hooks that would otherwise stop the process.
        try ExceptionTrap.catching { try prepareObjects() }
        let save = try writeChanges(to: source)
        tellOfSavedValues()
        let ids = finish(save, groups, isListed: isListed)
        tellUnregistered()
        if let failure = save.outcome.failure { throw failure }
        return ids
    }

    /// Whether the save begins; false in didSave and in the notifications after a save, when the context is clean.
    ///
    /// - Throws: an error during another save, and after a failed read that forbids saves.
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

    /// Metadata are written by the next save, even if nothing else is to be written (STO-41).
    private func saveMetadataAlone() throws {
        if !hasParent { try persistentStoreCoordinator?.savePendingMetadata() }
        journal.sweep()
    }

    /// Hands the changes to the row source and applies its answer.
    private func writeChanges(to source: any RowSource) throws -> WrittenSave {
        var changes = SavedChanges(journal)
        let revision = journal.revision
        let outcome = try write(request(changes), to: source)
        // Whether a merge policy or delete rules changed objects during the save; a failed save takes these changes
        // back.
        let hasNews = !journal.event.isEmpty
        phase = .saving
        savesDone += 1
        // A merge policy may have changed more objects than the request has.
        if journal.revision != revision { changes = SavedChanges(journal) }
        // A save may bring values without an event: derived values, and values of a merge policy.
        entityChanges?.raise(changes.all.lazy.map(\.entity))
        changes.remove(outcome)
        let refreshed = applyOutcome(outcome, changes)
        if hasNews { endEvent() }
        return WrittenSave(changes: changes, outcome: outcome, refreshed: refreshed)
    }

    // MARK: Before the store

    /// Calls willSave, posts the notification and validates, until nothing changes any more.
    private func prepareObjects() throws {
        touchedByHooks = []
        defer { touchedByHooks = nil }
        var waiting = journal.hasSaveHooks ? journal.pinned : []
        var hasPosted = false
        for _ in 0..<1000 {
            waiting.forEachRetained { object in
                guard object.hasChanges else { return }
                if object.isFault, object.isInserted { object.fireFault() }
                object.willSave()
            }
            waiting = drainTouchedObjects()
            if !waiting.isEmpty { continue }
            if !hasPosted {
                hasPosted = true
                post(Self.willSaveObjectsNotification, nil)
                waiting = drainTouchedObjects()
                if !waiting.isEmpty { continue }
            }
            if validatesSaves { try validate(journal.pinned) }
            waiting = drainTouchedObjects()
            if waiting.isEmpty { return }
        }
        throw ContextErrors.endlessSave
    }

    /// The objects that hooks changed; their hooks are called again.
    private func drainTouchedObjects() -> [NSManagedObject] {
        if !deletionQueue.isEmpty { propagateDeletions() }
        let (earlier, touched) = (touchedByHooks ?? [], journal.event.objects)
        touchedByHooks = nil
        endEvent()
        touchedByHooks = []
        guard !earlier.isEmpty else { return touched }
        var seen: Set<ObjectIdentifier> = []
        return (earlier + touched).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// Validates those of the given objects that have changes.
    ///
    /// - Throws: a single error as it is, or several as one error 1560.
    final func validate(_ objects: [NSManagedObject]) throws {
        var errors: [any Error] = []
        try objects.forEachWithValues { object in
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
            // An object whose row is gone needs no deletion.
            deleted: changes.deleted.contains { $0.state.contains(.inaccessible) }
                ? changes.deleted.filter { !$0.state.contains(.inaccessible) } : changes.deleted,
            locked: locked.filter { $0.link === link && !$0.hasChanges }, mergePolicy: mergePolicy,
            context: self)
    }
}
