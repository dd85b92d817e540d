// SPDX-License-Identifier: Apache-2.0
// A row that a save changed without writing its object. NSManagedObjectContext+Computed.swift applies it.

import PerdureStore

/// The row of an object that a save did not write, with values that the store computed because of that save.
struct ComputedRow {
    let id: NSManagedObjectID
    let row: Row
}
