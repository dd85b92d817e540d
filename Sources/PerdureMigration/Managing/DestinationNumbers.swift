// SPDX-License-Identifier: Apache-2.0
// The numbers of new objects in their store: those of their sources where they are kept, else new ones.

import Perdure
import PerdureModel
import PerdureStore

/// Chooses numbers for the objects of one destination.
final class DestinationNumbers {
    private let engine: any StoreEngine
    /// Whether no two objects have one number, whatever their hierarchies.
    private let hasOneSequence: Bool
    /// The highest number of a source object by hierarchy of the destination; these numbers are reserved.
    private var kept: [Int32: Int64] = [:]
    private var used = KeySet()
    private var pools: [Int32: Pool] = [:]
    /// The entity of the last object, with its root and pool.
    private var last: (entity: NSEntityDescription, root: Int32, pool: Pool)?

    /// Reserved numbers of one hierarchy.
    private final class Pool {
        var keys = ReservedKeys()
        var left = 0
    }

    /// - Parameters:
    ///   - engine: the destination's engine.
    ///   - given: the numbers that the source has given out, those of deleted objects included; none is given again.
    ///   - keeping: the entities whose objects keep their numbers, of the source and of the destination.
    /// - Throws: what the engine reports.
    init(
        _ engine: any StoreEngine, _ given: GivenNumbers,
        keeping: [(NSEntityDescription, NSEntityDescription)]
    ) throws {
        self.engine = engine
        hasOneSequence = given.hasOneSequence
        for (old, new) in keeping {
            let (root, name) = (EntityBinding.of(new).rootNumber, old.root.name ?? "")
            kept[root] = max(kept[root] ?? 0, given.last(of: name))
        }
        if hasOneSequence {
            guard let (root, number) = kept.max(by: { $0.value < $1.value }) else { return }
            if try !reserve(number, root) { kept = [:] }
        } else {
            for (root, number) in kept where try !reserve(number, root) { kept[root] = 0 }
        }
    }

    /// Reserves the numbers up to one; false where the store does not give them all.
    private func reserve(_ number: Int64, _ root: Int32) throws -> Bool {
        guard number > 0 else { return true }
        let reserved = try engine.reserveKeys(Int(number), entity: root)
        // Only a new store gives them all; a server does so in portions.
        return reserved.ranges.first?.lowerBound == 1 && reserved.ranges.last?.upperBound == number + 1
            && reserved.count == number
    }

    /// The number of a new object.
    ///
    /// - Parameters:
    ///   - object: the object.
    ///   - source: the key of the only object that it is made of; nil where it has none.
    /// - Returns: a number that no other object of its hierarchy has.
    /// - Throws: what keeps the store from giving out numbers.
    func next(_ object: NSManagedObject, like source: ObjectKey?) throws -> Int64 {
        let (root, pool) = place(of: object.entity)
        if let source, !kept.isEmpty, source.number <= kept[root] ?? 0,
            used.insert(ObjectKey(entity: root, root: hasOneSequence ? 0 : root, number: source.number))
        {
            return source.number
        }
        if pool.left == 0 {
            pool.left = Self.portion
            pool.keys = try engine.reserveKeys(pool.left, entity: root)
        }
        pool.left -= 1
        return pool.keys.nextKey()
    }

    /// How many numbers are reserved at once.
    private static let portion = 2_000

    private func place(of entity: NSEntityDescription) -> (Int32, Pool) {
        if let last, last.entity === entity { return (last.root, last.pool) }
        let root = EntityBinding.of(entity).rootNumber
        let pool = pools[root] ?? Pool()
        pools[root] = pool
        last = (entity, root, pool)
        return (root, pool)
    }
}

extension NSEntityDescription {
    /// The entity at the top of the hierarchy.
    fileprivate var root: NSEntityDescription {
        var entity = self
        while let parent = entity.superentity { entity = parent }
        return entity
    }
}
