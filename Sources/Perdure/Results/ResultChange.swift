// SPDX-License-Identifier: Apache-2.0
// What changed in a fetched list, as its delegate is told: sections by number, objects by index path, "from" in the
// list before, "to" in the list after. ResultPlanner.swift finds it out.

import Foundation

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

    /// The objects whose contents may be different from what they were.
    var reloaded: [NSManagedObject] { (moves + updates).map(\.object) }
}

/// What an event means to one object, as far as a list is concerned.
struct ResultRoles {
    /// Places of objects that do not belong to the list any more, ascending.
    var removed: [Int] = []
    /// Objects that have to find their place, with the one that they had.
    var placed: [(object: NSManagedObject, oldIndex: Int?)] = []
    /// Places of objects that changed and stay where they are.
    var updated: [Int] = []

    var isEmpty: Bool { removed.isEmpty && placed.isEmpty && updated.isEmpty }
}
