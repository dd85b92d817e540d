// SPDX-License-Identifier: Apache-2.0
// One of the lists of objects that a save still has to write. Very many conflicts may remove and add objects; no
// removal or addition may cost a walk through the list. Part of UnwrittenChanges.swift.

/// Distinct objects in their order; hashed from the first search on.
struct DistinctObjectList {
    /// The index of each object; removed objects have no index.
    private var indexes: [NSManagedObject: Int]?
    private var all: [NSManagedObject]
    private var hasGaps = false

    init(_ objects: [NSManagedObject]) { all = objects }

    /// The objects; costs a walk after removals, until `closeGaps`.
    var objects: [NSManagedObject] {
        guard hasGaps, let indexes else { return all }
        return zip(all, all.indices).filter { indexes[$0] == $1 }.map(\.0)
    }

    mutating func contains(_ object: NSManagedObject) -> Bool { known()[object] != nil }

    /// Appends an object; returns whether it was not in the list.
    @discardableResult
    mutating func append(_ object: NSManagedObject) -> Bool {
        guard !contains(object) else { return false }
        indexes?[object] = all.count
        all.append(object)
        return true
    }

    mutating func remove(_ object: NSManagedObject) {
        guard !all.isEmpty, contains(object) else { return }
        indexes?[object] = nil
        hasGaps = true
    }

    mutating func removeAll(where isGone: (NSManagedObject) -> Bool) {
        closeGaps()
        all.removeAll(where: isGone)
        indexes = nil
    }

    private mutating func known() -> [NSManagedObject: Int] {
        if let indexes { return indexes }
        let made = Dictionary(zip(all, all.indices), uniquingKeysWith: { first, _ in first })
        indexes = made
        return made
    }

    mutating func closeGaps() {
        guard hasGaps else { return }
        all = objects
        hasGaps = false
        indexes = nil
    }
}
