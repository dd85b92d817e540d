// SPDX-License-Identifier: Apache-2.0
// The order of a request among objects in memory. It equals the order of a store's result: objects that the sort
// descriptors do not distinguish are in the order of their numbers.

import Foundation
import PerdurePredicates

/// An order of objects; no two are equal.
package struct ObjectOrder {
    package let rules: [SortRule]

    /// The values of one object that the order compares; read once for many comparisons.
    package struct Keys {
        fileprivate let id: NSManagedObjectID
        fileprivate let values: [Value]
    }

    fileprivate enum Value {
        case id(NSManagedObjectID)
        case constant(ConstantValue)

        var constant: ConstantValue {
            switch self {
            case .id(let id): ConstantValue(id)
            case .constant(let value): value
            }
        }
    }

    /// Makes the order of sort descriptors.
    ///
    /// - Throws: `CoreDataException` for a descriptor that no store can sort by.
    package init(_ descriptors: [NSSortDescriptor]) throws { rules = try descriptors.map { try $0.sortRule } }

    /// The values of an object that the order compares.
    ///
    /// - Throws: what reading the object's values reports.
    package func keys(of object: NSManagedObject) throws -> Keys {
        Keys(id: object.objectID, values: try rules.map { try Self.value(of: object, $0) })
    }

    /// Whether an object comes before another one, by their keys.
    ///
    /// - Throws: `CoreDataException` for values without an order.
    package func precedes(_ left: Keys, _ right: Keys) throws -> Bool {
        for (index, rule) in rules.enumerated() {
            switch try Self.compare(left.values[index], right.values[index], rule) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: continue
            }
        }
        return left.id.order(relativeTo: right.id) == .orderedAscending
    }

    /// The index at which an object belongs in a sorted part of a list.
    ///
    /// - Parameters:
    ///   - keys: the object's keys.
    ///   - range: the part of the list; it is sorted.
    ///   - element: returns an element of the list.
    /// - Returns: the object's index in the whole list.
    /// - Throws: what reading and comparing values reports.
    package func insertionIndex(
        of keys: Keys, in range: Range<Int>, _ element: (Int) throws -> NSManagedObject
    ) throws -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if try precedes(self.keys(of: element(middle)), keys) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The objects, sorted.
    package func sorted(_ objects: [NSManagedObject]) throws -> [NSManagedObject] {
        let entries = try objects.map { (object: $0, keys: try keys(of: $0)) }
        return try entries.sorted { try precedes($0.keys, $1.keys) }.map(\.object)
    }

    private static func value(of object: NSManagedObject, _ rule: SortRule) throws -> Value {
        if rule.keys.isEmpty || rule.keys == ["self"] || rule.keys == ["objectID"] {
            return .id(object.objectID)
        }
        let value = try KeyPathReader.read(rule.keys[...], from: object)
        return (value as? NSManagedObject).map { .id($0.objectID) } ?? .constant(ConstantValue(value))
    }

    private static func compare(_ left: Value, _ right: Value, _ rule: SortRule) throws -> ComparisonResult {
        guard case .id(let first) = left, case .id(let second) = right else {
            return try rule.compareAny(left.constant, right.constant)
        }
        return rule.isAscending ? first.order(relativeTo: second) : second.order(relativeTo: first)
    }
}

extension NSManagedObjectID {
    /// Compares by store and number; unsaved objects come last, in the order in which they were made.
    fileprivate final func order(relativeTo other: NSManagedObjectID) -> ComparisonResult {
        let (left, right) = (permanentSuccessor ?? self, other.permanentSuccessor ?? other)
        if left.isSame(as: right) { return .orderedSame }
        return left.precedes(right) ? .orderedAscending : .orderedDescending
    }

    private func precedes(_ other: NSManagedObjectID) -> Bool {
        guard isTemporaryID == other.isTemporaryID else { return other.isTemporaryID }
        // Numbers of unsaved objects count down.
        if isTemporaryID { return key.number > other.key.number }
        return namespace === other.namespace ? key.number < other.key.number : storeIndex < other.storeIndex
    }

    private var storeIndex: Int {
        guard let store = persistentStore else { return Int.max }
        return store.persistentStoreCoordinator?.persistentStores.firstIndex { $0 === store } ?? Int.max
    }
}
