// SPDX-License-Identifier: Apache-2.0
// Adopts the saves of other contexts, by IDs (SavedObjectIDs.swift). Adopting refreshes an object and keeps its
// changes: the object gets a new snapshot below the same changes.

import Foundation
import PerdureBase
import PerdureStore

extension NSManagedObjectContext: SaveFollower {
    final func adopt(_ notification: Notification) {
        let saver = notification.object as? NSManagedObjectContext
        // A context knows its own saves already, and those of its children.
        guard saver?.ancestry.contains(where: { $0 === self }) != true, let source,
            let coordinator = source.coordinator
        else { return }
        let information = notification.userInfo ?? [:]
        let saved = SavedObjectIDs(information, in: coordinator)
        // Saves through another coordinator do not update this coordinator's row cache.
        if saver?.persistentStoreCoordinator !== coordinator { source.forgetRows(of: saved.all) }
        let error = adopt(saved, by: saver.map { $0.hasParent ? .childContext : .rootContext } ?? .others)
        if let error { Self.report(unread: error) }
    }

    class final func adoptRemoteSave(
        _ information: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
    ) {
        var done: Set<ObjectIdentifier> = []
        var first: (any Error)?
        for context in contexts.flatMap(\.ancestry) where done.insert(ObjectIdentifier(context)).inserted {
            let error = context.queue.run { context.adoptRemoteSave(information) }
            first = first ?? error
        }
        // All contexts have merged by now, as far as they could.
        if let first { report(unread: first) }
    }

    private func adoptRemoteSave(_ information: [AnyHashable: Any]) -> (any Error)? {
        guard let source, let coordinator = source.coordinator else { return nil }
        let saved = SavedObjectIDs(information, in: coordinator)
        source.forgetRows(of: saved.all)
        return adopt(saved, by: .others)
    }

    /// Gives a waiting caller the error of a store that a merge could not read; otherwise the next read or save meets it.
    ///
    /// Objects that were not brought up to date have the values of an earlier time, which no save takes for the newest:
    /// nothing is lost that would be worth the end of the process.
    private static func report(unread error: any Error) {
        if ExceptionTrap.isAwaited || error is CoreDataException { ExceptionTrap.raise(error) }
    }

    // MARK: Automatically

    /// Starts or stops following the saves of other contexts.
    final func follow(isFollowing: Bool) {
        guard automaticallyMergesChangesFromParent != isFollowing else { return }
        if automaticallyMergesChangesFromParent, !queue.isSerial {
            automaticallyMergesChangesFromParent = false
            return ExceptionTrap.raise(ContextErrors.adoptingWithoutQueue)
        }
        if isFollowing { source?.followers.remove(self) } else { source?.followers.add(self) }
    }

    /// Adopts the save on the context's queue, unless the context is gone by then or no longer merges automatically.
    final func adoptSaveLater(_ saved: SavedObjectIDs) {
        let reference = WeakObjectReference(self)
        queue.enqueue {
            guard let context = reference.object, context.automaticallyMergesChangesFromParent else { return }
            // Nobody waits for the error of an unreadable store. The objects stay as they are; the next read or save
            // reports the error.
            let isByChild = context.upperContext?.hasParent ?? false
            try? ExceptionTrap.catching {
                _ = context.adopt(saved, by: isByChild ? .childContext : .rootContext)
            }
        }
    }

    // MARK: Adopting a save

    /// Who has saved what a context adopts.
    private enum Saver {
        /// A context that saves to the stores.
        case rootContext
        /// A context whose save has reached its parent only.
        case childContext
        /// A batch request or another process.
        case others
    }

    /// Adopts a save: as an event of its own, without undo, and with a notification of the IDs.
    ///
    /// - Parameters:
    ///   - saved: the IDs of inserted, updated and deleted objects.
    ///   - saver: who has saved them.
    /// - Returns: the error of a store that could not be read; objects that needed its rows are as they were.
    private func adopt(_ saved: SavedObjectIDs, by saver: Saver) -> (any Error)? {
        moveToNewestGeneration()
        // A fetch may now find objects that this context does not know.
        entityChanges?.raise(saved.lists.joined().lazy.map(\.entity))
        let sets = EarlyValue(saved, count: saved.lists.joined().count) { $0.sets }
        var failure: (any Error)?
        let refreshed = withoutUndo {
            var refreshed: [NSManagedObject] = []
            do {
                try faultIn(saved.inserted)
                refreshed = try refreshRealized(saved.updated)
                if hasParent { refreshed += try refreshOwnInsertions(saved.inserted) }
                refreshed += try adoptComputedValues(saved.computed)
                if saver == .others { refreshed += try letGo(ofDeleted: saved.deleted) }
            } catch {
                failure = error
            }
            if saver != .others { adoptDeletions(saved.deleted, areStored: saver == .rootContext) }
            return refreshed
        }
        tellListeners(of: saved.updated + saved.computed)
        post(Self.didMergeChangesObjectIDsNotification, saved.userInfo(refreshed: refreshed, sets.value))
        return failure
    }

    /// Registers inserted objects as faults, if their rows still exist.
    private func faultIn(_ ids: [NSManagedObjectID]) throws {
        guard !ids.isEmpty, let source else { return }
        let rows = try source.orderedRows(for: ids, maximumAge: stalenessInterval)
        for (id, row) in zip(ids, rows) where row != nil { note(registerFault(id), .inserted) }
    }

    /// Puts the newest rows below the changes of objects with values.
    private func refreshRealized(_ ids: [NSManagedObjectID]) throws -> [NSManagedObject] {
        try updateRealized(ids) { object, row in
            rebase(object, on: row)
            return true
        }
    }

    /// Puts the rows that the parent has written below the changes of objects that this child inserted.
    private func refreshOwnInsertions(_ ids: [NSManagedObjectID]) throws -> [NSManagedObject] {
        try updateRealized(ids) { object, row in
            // The child's own row has the version 0.
            guard object.snapshot?.version != row.version else { return false }
            rebase(object, on: row)
            return true
        }
    }

    /// Reads the newest rows of objects with values; faults read theirs when they fire.
    ///
    /// - Parameters:
    ///   - ids: IDs of any objects.
    ///   - update: updates an object, and returns whether it changed.
    /// - Returns: the objects that changed.
    /// - Throws: what reading rows reports.
    final func updateRealized(_ ids: [NSManagedObjectID], _ update: (NSManagedObject, Row) -> Bool) throws
        -> [NSManagedObject]
    {
        var realized: [NSManagedObject] = []
        realized.reserveCapacity(ids.count)
        for object in ids.lazy.compactMap({ self.registered($0) }) {
            object.forgetPartialValues()
            if !object.isFault, !object.isInserted { realized.append(object) }
        }
        guard !realized.isEmpty, let source else { return [] }
        let rows = try source.orderedRows(of: realized, maximumAge: stalenessInterval)
        var updated: [NSManagedObject] = []
        updated.reserveCapacity(realized.count)
        var index = 0
        realized.forEachWithValues { object in
            // A hook of another object may have made an object a fault meanwhile.
            if !object.isFault, let row = rows[index], update(object, row) { updated.append(object) }
            index += 1
        }
        return updated
    }

    /// Tells lists of updated objects that are not registered or faults: they may match now.
    ///
    /// Costs one access to each store.
    final func tellListeners(of ids: @autoclosure () -> [NSManagedObjectID]) {
        let watched = listeners.watchedEntities
        guard !watched.isEmpty else { return }
        let unread = ids().filter { id in
            watched.contains { id.entity.isKindOf(entity: $0) || $0.isKindOf(entity: id.entity) }
                && (registered(id)?.isFault ?? true)
        }
        guard !unread.isEmpty, let source,
            let rows = try? source.orderedRows(for: unread, maximumAge: stalenessInterval)
        else { return }
        let objects = zip(unread, rows).filter { $0.1 != nil }.map { registerFault($0.0) }
        for listener in listeners.all { listener.valuesChanged(of: objects) }
    }
}

extension SavedObjectIDs {
    /// The IDs in the form of a notification.
    ///
    /// - Parameters:
    ///   - refreshed: the objects of `updated` and `computed` that were brought up to date.
    ///   - sets: the IDs that were saved.
    /// - Returns: sets by the keys of notifications.
    fileprivate func userInfo(refreshed: [NSManagedObject], _ sets: [AnyHashable: Set<NSManagedObjectID>])
        -> [AnyHashable: Any]
    {
        guard !refreshed.isEmpty else { return sets }
        var groups = sets
        // If every object was brought up to date, one set serves both keys. Only temporary IDs may have changed.
        let areAll =
            computed.isEmpty && refreshed.count == updated.count && !updated.contains(where: \.isTemporaryID)
        groups[NSRefreshedObjectIDsKey] = areAll ? groups[NSUpdatedObjectIDsKey] : refreshed.ids
        return groups
    }
}
