// SPDX-License-Identifier: Apache-2.0
// The end of a save: hooks, farewell to what was deleted, and who hears of it.

import Foundation
import PerdureStore

/// A save that the row source has written and the objects have taken over.
struct WrittenSave {
    let changes: SavedChanges
    let outcome: SaveOutcome
    /// The objects to which stores gave values that they computed.
    let refreshed: [NSManagedObject]
}

extension NSManagedObjectContext {
    /// Lets the saved objects, the context's own state, and all who listen know.
    final func finish(_ save: WrittenSave, _ reported: ObjectGroups) {
        // What is told is gathered first: didSave may change the objects again.
        let report = SaveReport(save, reported, of: self)
        callDidSave(save)
        undoState.saves += 1
        journal.sweep()
        tellHasChanges()
        tellListeners(save.outcome)
        self.report(computedIn: save.refreshed, save.outcome.computed)
        post(Self.didSaveObjectsNotification, report.objects)
        post(Self.didSaveObjectIDsNotification, report.objectIDs)
        tellFollowers(report.forFollowers)
    }

    private func callDidSave(_ save: WrittenSave) {
        for list in save.changes.lists { list.forEachHeld { $0.didSave() } }
        for list in [save.changes.deleted, save.outcome.abandoned] { list.forEachHeld { detach($0) } }
    }

    private func tellFollowers(_ saved: SavedObjectIDs?) {
        guard let saved else { return }
        source?.tellFollowers(saved, by: self)
        followers.tell(saved, by: self)
    }

    /// Whether another context may want to merge what this one saves.
    fileprivate final var isFollowed: Bool {
        followers.hasOthers(than: self) || source?.followers.hasOthers(than: self) ?? false
    }
}

/// What notifications and followers are told of a save.
private struct SaveReport {
    let objects: [AnyHashable: Any]
    let objectIDs: [AnyHashable: Any]
    let forFollowers: SavedObjectIDs?

    init(_ save: WrittenSave, _ reported: ObjectGroups, of context: NSManagedObjectContext) {
        let (computed, told) = (save.changes.others(save.outcome.computed), save.changes.told)
        var objects = told.userInfo(
            refreshed: computed.compactMap { context.registered($0) }, sharing: reported)
        if !computed.isEmpty { objects[NSRefreshedObjectIDsKey] = Set(computed) }
        objectIDs = told.userInfo(refreshedIDs: computed)
        forFollowers = context.isFollowed ? SavedObjectIDs(told, computed: computed) : nil
        objects[NSManagedObjectContextQueryGenerationKey] = context.source?.generationAfterSave()
        if let token = context.source?.historyAfterSave() {
            objects[NSPersistentHistoryToken.didSaveKey] = token
        }
        self.objects = objects
    }
}
