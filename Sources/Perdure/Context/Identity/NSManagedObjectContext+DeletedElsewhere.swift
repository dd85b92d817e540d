// SPDX-License-Identifier: Apache-2.0
// Objects whose rows others have deleted, as adopted saves report. A deletion by another context's save is pending here until
// the next save (CTX-142). After a deletion by a batch request or another process, the object leaves at once (PRG-41).

import Foundation
import PerdureStore

extension NSManagedObjectContext {
    /// Deletes the objects that another context's save deleted.
    ///
    /// - Parameters:
    ///   - ids: the IDs of any objects.
    ///   - areStored: whether the save has reached the stores; what only a parent has deleted may still come back there.
    final func adoptDeletions(_ ids: [NSManagedObjectID], areStored: Bool) {
        let present = areStored ? [] : withRows(ids)
        for id in ids { adoptDeletion(id, isGone: !present.contains(id)) }
    }

    private func adoptDeletion(_ id: NSManagedObjectID, isGone: Bool) {
        guard let object = registered(id) else { return }
        if object.staysAlive {
            deleteObject(object)
            // The row is gone, so the targets of a fault's delete rules are unknown.
            if isGone, object.isFault { object.state.insert(.propagated) }
        }
        if isGone, object.state.contains(.deleted) { object.state.insert(.gone) }
    }

    /// Those of some objects that the newest state of the row source still has; all of them if it cannot be read.
    final func withRows(_ ids: [NSManagedObjectID]) -> Set<NSManagedObjectID> {
        let known = ids.filter { registered($0) != nil }
        guard !known.isEmpty, let newest = hasParent ? source : source?.coordinator?.asked(by: self),
            let rows = try? newest.orderedRows(for: known, maximumAge: 0)
        else { return Set(known) }
        return Set(zip(known, rows).lazy.filter { $0.1 != nil }.map(\.0))
    }

    /// Removes objects without rows from the context, and updates the objects that led to them; marks nothing as
    /// changed.
    ///
    /// - Returns: the updated objects.
    /// - Throws: what reading these objects' rows reports.
    final func letGo(ofDeleted ids: [NSManagedObjectID]) throws -> [NSManagedObject] {
        var refreshed: [NSManagedObject] = []
        var waiting = ids
        while !waiting.isEmpty {
            var gone = GoneObjects(waiting, in: self)
            let (known, lost) = try refreshEnds(of: &gone)
            refreshed += known
            for object in gone.objects { letGo(of: object) }
            part(gone.objects)
            waiting = lost
        }
        journal.sweep()
        tellHasChanges()
        return refreshed.filter { $0.link === link }
    }

    private func letGo(of object: NSManagedObject) {
        guard object.link === link else { return }
        let isPending = !object.staysAlive
        if !isPending { note(object, .deleted) }
        deletionQueue.removeAll { $0 === object }
        // Undo restores objects that the program itself deleted, and needs their values.
        if !isPending { object.withoutTracking { object.turnIntoFault() } }
        detach(object)
    }

    /// Updates the objects at the other ends of relationships.
    ///
    /// - Returns: these objects, and the IDs of objects that turned out to be gone too.
    private func refreshEnds(of gone: inout GoneObjects) throws -> ([NSManagedObject], [NSManagedObjectID]) {
        let ends = identities.allObjects.filter { !$0.isFault && !gone.contains($0) && gone.areLed(to: $0) }
        let stored: [NSManagedObject] = ends.filter { $0.isStored && !$0.state.contains(.inaccessible) }
        source?.forgetRows(of: stored.map(\.objectID))
        let rows = try source?.orderedRows(of: stored, maximumAge: 0) ?? []
        var lost: Set<NSManagedObjectID> = []
        for (object, row) in zip(stored, rows) {
            if let row {
                rebase(object, on: row)
            } else if !object.hasChanges {
                lost.insert(object.objectID)
            }
        }
        for object in ends where !object.isFault { gone.cutOff(object) }
        return (stored.filter { !lost.contains($0.objectID) }, Array(lost))
    }

    // MARK: Coming back

    /// Inserts an object without a row again, for undo or the program, as a new object with the same values (PRG-40).
    final func insertGone(_ object: NSManagedObject) {
        deletionQueue.removeAll { $0 === object }
        detach(object)
        startAgain(object)
        let rowless = rowlessDestinations(of: [object])
        dropDestinations(of: object, hasLostRow: true) { $0.link !== link || rowless.contains($0) }
    }
}
