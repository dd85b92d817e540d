// SPDX-License-Identifier: Apache-2.0
// The order of a request among objects in memory. It is the one in which a store would give them: what the sort
// descriptors do not tell apart comes by its number.

import Foundation
import PerdurePredicates

/// An order of objects; no two are equal.
struct ObjectOrder {
    let rules: [SortRule]

    /// What the order compares of an object: read once for many comparisons.
    struct Keys {
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
    /// - Throws: `CoreDataException` for a descriptor by which no store can sort.
    init(_ descriptors: [NSSortDescriptor]) throws { rules = try descriptors.map { try $0.sortRule } }

    /// What is compared of an object.
    ///
    /// - Throws: what reading its values reports.
    func keys(of object: NSManagedObject) throws -> Keys {
        Keys(id: object.objectID, values: try rules.map { try Self.value(of: object, $0) })
    }

    /// Whether an object comes before another one, by their keys.
    ///
    /// - Throws: `CoreDataException` for values without an order.
    func precedes(_ left: Keys, _ right: Keys) throws -> Bool {
        for (index, rule) in rules.enumerated() {
            switch try Self.compare(left.values[index], right.values[index], rule) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: continue
            }
        }
        return left.id.order(relativeTo: right.id) == .orderedAscending
    }

    /// How many objects of a part of a list come before an object, and those before that part.
    ///
    /// - Parameters:
    ///   - keys: the object's keys.
    ///   - range: where to look; the list is in order there.
    ///   - element: the list.
    /// - Returns: the object's place.
    /// - Throws: what reading and comparing values reports.
    func place(of keys: Keys, in range: Range<Int>, _ element: (Int) throws -> NSManagedObject) throws -> Int
    {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if try precedes(self.keys(of: element(middle)), keys) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Objects in order.
    func sorted(_ objects: [NSManagedObject]) throws -> [NSManagedObject] {
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
