// SPDX-License-Identifier: Apache-2.0
// What stores compute while they write flows back: rows of objects that the save itself did not write. The objects are
// brought up to date by Objects/NSManagedObject+Computed.swift; nothing becomes dirty by it, and undo hears of nothing.

import Foundation
import PerdureStore

/// The row of an object that a save did not write, with values that the store computed because of it.
struct ComputedRow {
    let id: NSManagedObjectID
    let row: Row
}

extension NSManagedObjectContext {
    /// Gives objects what stores computed because of this context's save; faults read it when they fire.
    ///
    /// - Returns: the objects that have another value now.
    final func take(_ computed: [ComputedRow]) -> [NSManagedObject] {
        // Also what this context does not know may be found by a fetch now.
        entityChanges?.raise(computed.lazy.map(\.id.entity))
        return computed.compactMap { computed in
            guard let object = registered(computed.id) else { return nil }
            object.forgetPartialValues()
            return object.adoptComputed(computed.row) ? object : nil
        }
    }

    /// Reports objects to which a save gave values that stores computed: an event of its own, before the notifications
    /// of the save.
    final func report(computedIn refreshed: [NSManagedObject], _ computed: [ComputedRow]) {
        if !refreshed.isEmpty {
            // What didSave changed is no part of it.
            endEvent()
            let present = refreshed.filter { $0.link === link && $0.staysAlive }
            for object in present { note(object, .refreshed) }
            endEvent()
        }
        if !computed.isEmpty { tellListeners(of: computed.map(\.id)) }
    }

    /// Gives objects what stores computed because of others' saves.
    ///
    /// An object whose row was also written since it was read is brought up to date as a whole.
    ///
    /// - Returns: the objects that have another value now.
    /// - Throws: what reading rows reports.
    final func mergeComputed(_ ids: [NSManagedObjectID]) throws -> [NSManagedObject] {
        try updateRealized(ids) { object, row in
            if object.snapshot?.version != row.version {
                rebase(object, on: row)
                return true
            }
            guard object.mergeComputed(row) else { return false }
            note(object, .refreshed)
            return true
        }
    }
}
