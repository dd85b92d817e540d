// SPDX-License-Identifier: Apache-2.0
// One of the lists of objects that a save has still to write. Very many conflicts take objects out and put others in,
// each of which must not cost a walk through the list. Part of PendingChanges.swift.

/// Different objects in their order, found without a walk once somebody has looked for one.
struct PendingList {
    /// Where an object stands; those that were taken out are without a place.
    private var places: [NSManagedObject: Int]?
    private var all: [NSManagedObject]
    private var hasGaps = false

    init(_ objects: [NSManagedObject]) { all = objects }

    /// The objects; costs a walk after some were taken out, until `closeGaps`.
    var objects: [NSManagedObject] {
        guard hasGaps, let places else { return all }
        return zip(all, all.indices).filter { places[$0] == $1 }.map(\.0)
    }

    mutating func contains(_ object: NSManagedObject) -> Bool { known()[object] != nil }

    /// Adds an object at the end; gives whether it was not there.
    @discardableResult
    mutating func append(_ object: NSManagedObject) -> Bool {
        guard !contains(object) else { return false }
        places?[object] = all.count
        all.append(object)
        return true
    }

    mutating func remove(_ object: NSManagedObject) {
        guard !all.isEmpty, contains(object) else { return }
        places?[object] = nil
        hasGaps = true
    }

    mutating func removeAll(where isGone: (NSManagedObject) -> Bool) {
        closeGaps()
        all.removeAll(where: isGone)
        places = nil
    }

    private mutating func known() -> [NSManagedObject: Int] {
        if let places { return places }
        let made = Dictionary(zip(all, all.indices), uniquingKeysWith: { first, _ in first })
        places = made
        return made
    }

    mutating func closeGaps() {
        guard hasGaps else { return }
        all = objects
        hasGaps = false
        places = nil
    }
}
