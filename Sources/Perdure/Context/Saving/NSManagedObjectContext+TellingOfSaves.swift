// SPDX-License-Identifier: Apache-2.0
// The end of a save: calls didSave, removes deleted objects, and reports the save.

import Foundation

/// A save that the row source has written and the objects have applied.
struct WrittenSave {
    let changes: SavedChanges
    let outcome: SaveOutcome
    /// The objects with values that stores computed.
    let refreshed: [NSManagedObject]
}

extension NSManagedObjectContext {
    /// Reports a save to the saved objects, the context's own state and all listeners.
    ///
    /// - Returns: the IDs of what was saved, if the caller or another context needs them.
    final func finish(_ save: WrittenSave, _ reported: ObjectGroups<NSManagedObject>, isListed: Bool)
        -> SavedObjectIDs?
    {
        // The report is made first: didSave may change the objects again.
        let report = SaveReport(save, reported, of: self, isListed: isListed)
        let parted = callDidSave(save)
        undoState.saves += 1
        journal.sweep()
        tellHasChanges()
        tellListeners(save.outcome, inserted: save.changes.inserted)
        self.report(computedIn: save.refreshed, save.outcome.computed)
        post(Self.didSaveObjectsNotification, report.objects)
        post(Self.didSaveObjectIDsNotification, report.objectIDs)
        tellFollowers(report.ids)
        // Listeners have seen the relationships.
        part(parted)
        return report.ids
    }

    /// Calls didSave and removes deleted objects; returns those that may lead to each other.
    private func callDidSave(_ save: WrittenSave) -> [NSManagedObject] {
        if save.changes.hasSaveHooks {
            for list in save.changes.lists { list.forEachRetained { $0.didSave() } }
        }
        var related: [NSManagedObject] = []
        for list in [save.changes.deleted, save.outcome.abandoned] {
            list.forEachRetained { object in
                detach(object)
                if !object.binding.relationshipSlots.isEmpty { related.append(object) }
            }
        }
        return related
    }

    private func tellFollowers(_ saved: SavedObjectIDs?) {
        guard let saved else { return }
        source?.tellFollowers(saved, by: self)
        followers.tell(saved, by: self)
    }

    /// Whether any other context adopts the saves of this context.
    fileprivate final var isFollowed: Bool {
        followers.hasOthers(than: self) || source?.followers.hasOthers(than: self) ?? false
    }
}

/// The information on a save for notifications and followers.
private struct SaveReport {
    let objects: [AnyHashable: Any]
    let objectIDs: [AnyHashable: Any]
    /// For followers, and for a caller that lists them.
    let ids: SavedObjectIDs?

    init(
        _ save: WrittenSave, _ reported: ObjectGroups<NSManagedObject>, of context: NSManagedObjectContext,
        isListed: Bool
    ) {
        let stored = save.changes.asStored(save.outcome)
        let (computed, told) = (stored.others(save.outcome.computed), stored.told)
        var objects = told.userInfo(
            refreshed: computed.compactMap { context.registered($0) }, sharing: reported)
        if !computed.isEmpty { objects[NSRefreshedObjectIDsKey] = Set(computed) }
        objectIDs = told.userInfo(refreshedIDs: computed, sharing: save.outcome.earlyIDs)
        ids = isListed || context.isFollowed ? SavedObjectIDs(told, computed: computed) : nil
        objects[NSManagedObjectContextQueryGenerationKey] = context.source?.generationAfterSave()
        // A later read of the histories would count what others committed since, and programs would never hear of that.
        if let token = save.outcome.historyToken ?? context.source?.historyAfterSave() {
            objects[NSPersistentHistoryToken.didSaveKey] = token
        }
        self.objects = objects
    }
}
