// SPDX-License-Identifier: Apache-2.0
// Applies the values that stores compute during a save: rows of objects that the save itself did not write.
// Objects/Lifecycle/NSManagedObject+Computed.swift updates the objects. They do not become dirty, and undo does not record it.

import Foundation
import PerdureStore

extension NSManagedObjectContext {
    /// Gives objects the values that stores computed because of this context's save; faults read them when they fire.
    ///
    /// - Returns: the objects with another value than before.
    final func applyComputed(_ computed: [ComputedRow]) -> [NSManagedObject] {
        // A fetch may now find objects that this context does not know.
        entityChanges?.raise(computed.lazy.map(\.id.entity))
        return computed.compactMap { computed in
            guard let object = registered(computed.id) else { return nil }
            object.forgetPartialValues()
            return object.adoptComputedRow(computed.row) ? object : nil
        }
    }

    /// Reports objects with values that stores computed during a save: as an event of its own, before the notifications
    /// of the save.
    final func report(computedIn refreshed: [NSManagedObject], _ computed: [ComputedRow]) {
        if !refreshed.isEmpty {
            // Changes of didSave belong to an event of their own.
            endEvent()
            let present = refreshed.filter { $0.link === link && $0.staysAlive }
            for object in present { note(object, .refreshed) }
            endEvent()
        }
        if !computed.isEmpty { tellListeners(of: computed.map(\.id)) }
    }

    /// Gives objects the values that stores computed because of other contexts' saves.
    ///
    /// An object whose row has another version than its snapshot gets the whole new row.
    ///
    /// - Returns: the objects with another value than before.
    /// - Throws: what reading rows reports.
    final func adoptComputedValues(_ ids: [NSManagedObjectID]) throws -> [NSManagedObject] {
        try updateRealized(ids) { object, row in
            if object.snapshot?.version != row.version {
                rebase(object, on: row)
                return true
            }
            guard object.adoptComputedValues(row) else { return false }
            note(object, .refreshed)
            return true
        }
    }
}
