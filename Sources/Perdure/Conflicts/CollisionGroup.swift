// SPDX-License-Identifier: Apache-2.0
// The violations of one uniqueness constraint in one save, grouped by values and by the stored row. Part of
// ConflictList.swift.

import PerdureStore

/// Objects of one save that share the values of a constraint.
struct ConstraintCollision {
    private(set) var objects: [NSManagedObject] = []
    var existing: Row?
    /// Whether `objects` has all objects of the save with these values.
    fileprivate var isComplete = false
    private var known: Set<NSManagedObject> = []

    fileprivate mutating func add(_ object: NSManagedObject) {
        if known.insert(object).inserted { objects.append(object) }
    }
}

/// The collisions of one constraint, found by hashing: there may be as many collisions as objects.
struct CollisionGroup {
    private(set) var collisions: [ConstraintCollision] = []
    private let attributes: [String]
    private let set: StoreChanges
    private var indexesByValues: [ConstraintValues: Int] = [:]
    private var indexesByRow: [ObjectKey: Int] = [:]
    /// The objects of the save by their entity's root and their values; built at the first collision of two objects.
    private var partners: [ConstraintValues: [NSManagedObject]]?

    init(_ attributes: [String], _ set: StoreChanges) {
        self.attributes = attributes
        self.set = set
    }

    /// Adds a refused object, with the stored row that has its values.
    mutating func add(_ object: NSManagedObject, _ existing: Row?) {
        let values = values(of: object)
        let index = index(of: values, existing)
        collisions[index].existing = collisions[index].existing ?? existing
        if let existing, indexesByRow[existing.key] == nil { indexesByRow[existing.key] = index }
        if existing != nil { return collisions[index].add(object) }
        // When two objects of this save collide, the engine may report only one of them.
        guard !collisions[index].isComplete else { return }
        collisions[index].isComplete = true
        for object in partners(with: values) { collisions[index].add(object) }
    }

    private mutating func index(of values: ConstraintValues, _ row: Row?) -> Int {
        let known = [indexesByValues[values], row.flatMap { indexesByRow[$0.key] }].compactMap { $0 }.min()
        if let known { return known }
        collisions.append(ConstraintCollision())
        indexesByValues[values] = collisions.count - 1
        return collisions.count - 1
    }

    /// The objects of the save with the same values, in the save's order.
    private mutating func partners(with values: ConstraintValues) -> [NSManagedObject] {
        if let partners { return partners[values] ?? [] }
        let made = Dictionary(grouping: set.insertedObjects + set.updatedObjects) { self.values(of: $0) }
        partners = made
        return made[values] ?? []
    }

    private func values(of object: NSManagedObject) -> ConstraintValues {
        ConstraintValues(
            root: object.binding.layout.root,
            values: UniqueValues(values: attributes.map { object.valueForConflict($0) }))
    }
}

/// The values of an object in a constraint.
private struct ConstraintValues: Hashable {
    let root: Int32
    let values: UniqueValues
}
