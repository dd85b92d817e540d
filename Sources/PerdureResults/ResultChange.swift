// SPDX-License-Identifier: Apache-2.0
// The changes of a fetched list, as its delegate is told: sections by index, objects by index path. "from" refers to the old
// list, "to" to the new list. ResultChangeBuilder.swift computes the changes.

import Foundation
import Perdure

/// The changes of one event.
struct ResultChange {
    /// One object of the list.
    struct Entry {
        let object: NSManagedObject
        var from: IndexPath?
        var to: IndexPath?
    }

    var deletedSections: [(number: Int, name: String)] = []
    var insertedSections: [Int] = []
    var deletions: [Entry] = []
    var insertions: [Entry] = []
    var moves: [Entry] = []
    var updates: [Entry] = []

    /// The objects whose contents may have changed.
    var reloaded: [NSManagedObject] { (moves + updates).map(\.object) }
}

/// The effect of an event on the objects of one list.
struct ResultRoles {
    /// Indexes of objects that no longer belong to the list, ascending.
    var removed: [Int] = []
    /// Objects whose index must be determined, each with its old index.
    var placed: [(object: NSManagedObject, oldIndex: Int?)] = []
    /// Indexes of objects that changed and keep their position.
    var updated: [Int] = []

    var isEmpty: Bool { removed.isEmpty && placed.isEmpty && updated.isEmpty }
}
