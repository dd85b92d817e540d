// SPDX-License-Identifier: Apache-2.0
// The numbers of an import's new objects: those of their export, if the store has never had objects. Else the store gives numbers of
// its own when it saves. Part of ImportRun.swift.

import Foundation
import Perdure
import PerdureStore

/// Which numbers an export has for new objects.
struct KeptNumbers {
    /// The objects of a hierarchy.
    private struct Hierarchy {
        var objects: [(NSManagedObject, number: Int64)] = []
        var used: Set<Int64> = []
        var highest: Int64 = 0
    }

    private var hierarchies: [Int32: Hierarchy] = [:]
    /// The UUIDs of the stores that were exported.
    private var origins: Set<String> = []
    /// A store must have room for objects behind the highest number.
    private static let limit = Int64.max / 2

    /// Whether any object has a number in an export.
    var isEmpty: Bool { hierarchies.isEmpty }

    /// Notes the number of a new object; a name without a store is one of its file alone, and has none.
    mutating func note(_ object: NSManagedObject, _ record: ImportedRecord) {
        guard let name = record.name, let origin = record.store, name.entity == record.entity else { return }
        origins.insert(origin)
        var hierarchy = hierarchies.removeValue(forKey: root(of: object)) ?? Hierarchy()
        if hierarchy.used.insert(name.number).inserted {
            hierarchy.objects.append((object, name.number))
            hierarchy.highest = max(hierarchy.highest, name.number)
        }
        hierarchies[root(of: object)] = hierarchy
    }

    private func root(of object: NSManagedObject) -> Int32 { EntityBinding.of(object.entity).rootNumber }

    /// Gives the objects their numbers; they are reserved first, so that nobody else gets them, and later objects get higher ones.
    ///
    /// - Returns: Whether the objects have their numbers. They have not if the files are of several stores, whose numbers may clash.
    /// - Throws: What keeps the store from reserving numbers.
    func assign(in store: WritableStore) throws -> Bool {
        guard store.isUnused, origins.count == 1, let target = store.store as? EngineStore,
            hierarchies.values.allSatisfy({ $0.highest <= Self.limit })
        else { return false }
        for (root, hierarchy) in hierarchies {
            let reserved = try target.engine.reserveKeys(Int(hierarchy.highest), entity: root)
            // Somebody else may have made an object meanwhile.
            guard reserved.ranges == [1..<hierarchy.highest + 1] else { return false }
        }
        for (object, number) in hierarchies.values.flatMap(\.objects) {
            store.context.assign(number: number, to: object, in: target)
        }
        return true
    }
}
