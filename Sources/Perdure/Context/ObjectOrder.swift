// SPDX-License-Identifier: Apache-2.0
// The order of a request among objects in memory. It is the one in which a store would give them: what the sort
// descriptors do not tell apart comes by its number.

import Foundation
import PerdurePredicates

/// An order of objects.
struct ObjectOrder {
    private let rules: [SortRule]

    /// Makes the order of sort descriptors.
    ///
    /// - Throws: `CoreDataException` for a descriptor by which no store can sort.
    init(_ descriptors: [NSSortDescriptor]) throws { rules = try descriptors.map { try $0.sortRule } }

    /// Whether an object comes before another one.
    ///
    /// - Throws: what reading their values reports.
    func precedes(_ left: NSManagedObject, _ right: NSManagedObject) throws -> Bool {
        for rule in rules {
            switch try compare(left, right, rule) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: continue
            }
        }
        return left.objectID.order(relativeTo: right.objectID) == .orderedAscending
    }

    private func compare(_ left: NSManagedObject, _ right: NSManagedObject, _ rule: SortRule) throws
        -> ComparisonResult
    {
        let isIdentity = rule.keys.isEmpty || rule.keys == ["self"] || rule.keys == ["objectID"]
        let first = isIdentity ? left : try KeyPathReader.read(rule.keys[...], from: left)
        let second = isIdentity ? right : try KeyPathReader.read(rule.keys[...], from: right)
        guard let first = first as? NSManagedObject, let second = second as? NSManagedObject else {
            return try rule.compare(values: ConstantValue(first), ConstantValue(second))
        }
        let (low, high) = rule.isAscending ? (first, second) : (second, first)
        return low.objectID.order(relativeTo: high.objectID)
    }
}

extension NSManagedObjectID {
    /// By stores and numbers; what was never saved comes last, in the order of its making.
    fileprivate final func order(relativeTo other: NSManagedObjectID) -> ComparisonResult {
        let (left, right) = (settled ?? self, other.settled ?? other)
        if left.isSame(as: right) { return .orderedSame }
        return left.precedes(right) ? .orderedAscending : .orderedDescending
    }

    private func precedes(_ other: NSManagedObjectID) -> Bool {
        guard isTemporaryID == other.isTemporaryID else { return other.isTemporaryID }
        // Numbers of unsaved objects count down.
        if isTemporaryID { return key.number > other.key.number }
        return origin === other.origin ? key.number < other.key.number : storeIndex < other.storeIndex
    }

    private var storeIndex: Int {
        guard let store = persistentStore else { return Int.max }
        return store.persistentStoreCoordinator?.persistentStores.firstIndex { $0 === store } ?? Int.max
    }
}
