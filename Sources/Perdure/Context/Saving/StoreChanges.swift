// SPDX-License-Identifier: Apache-2.0
// The changes of a save in one store: the values for the engine, and the objects behind them. ChangeSetBuilder.swift makes it.

import PerdureStore

/// The change set of one store, with the objects of its rows.
package struct StoreChanges {
    let store: EngineStore
    package internal(set) var changes = ChangeSet()
    /// The objects of the insertions, in the same order.
    package internal(set) var insertedObjects: [NSManagedObject] = []
    /// The objects of the updates, in the same order; updates without an object come last.
    package internal(set) var updatedObjects: [NSManagedObject] = []
    package internal(set) var deletedObjects: [NSManagedObject] = []
    package internal(set) var checkedObjects: [NSManagedObject] = []
    /// Updated objects whose stored values do not differ from their snapshots.
    package internal(set) var unwrittenObjects: [NSManagedObject] = []

    /// How many times the store's rows had expired when the save began.
    let expirations: Int
    /// How often the store's metadata had been set then: the save writes these.
    let metadataCount: Int

    init(store: EngineStore) {
        self.store = store
        expirations = store.rows.expirations
        metadataCount = store.metadataCount
    }

    package var allObjects: [NSManagedObject] {
        insertedObjects + updatedObjects + deletedObjects + checkedObjects + unwrittenObjects
    }

    /// Calls a body with the updated objects and the rows after the commit, except for values that the store computes.
    ///
    /// - Parameter body: also gets whether the row will be exactly as the save foretells.
    func forEachUpdated(_ body: (NSManagedObject, Row, Bool) -> Void) {
        var index = 0
        // The store tells the row of an object without a snapshot.
        updatedObjects.forEachWithValues { object in
            if object.snapshot != nil {
                body(object, changes.updates[index].row, changes.updates[index].isForetold)
            }
            index += 1
        }
    }

    /// The rows of the updated objects after the commit, if each will be as the save foretells.
    var foretoldUpdates: [Row]? {
        var rows: [Row] = []
        rows.reserveCapacity(updatedObjects.count)
        forEachUpdated { _, row, isForetold in
            if isForetold { rows.append(row) }
        }
        return rows.count == updatedObjects.count ? rows : nil
    }
}
