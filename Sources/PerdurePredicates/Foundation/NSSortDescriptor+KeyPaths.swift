// SPDX-License-Identifier: Apache-2.0
// NSSortDescriptor of Swift key paths and of SortDescriptor. Names come from generated tables. A key path without a name sorts
// in memory (UnnamedSortDescriptor.swift), and stores refuse it.

import Foundation
import PerdureBase

extension _SortDescriptorFactory where Self: NSSortDescriptor {
    /// Makes a sort descriptor for a property of a class that macros or generated code describe.
    ///
    /// ```swift
    /// request.sortDescriptors = [NSSortDescriptor(keyPath: \Movie.year, ascending: false)]
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The property, also one of an object that a to-one relationship leads to.
    ///   - ascending: Whether small values come first; nil is smaller than every value.
    ///
    /// ## Compatibility
    /// For a value that is Comparable, Foundation's own initialiser is the one that the compiler takes; such
    /// descriptors are understood too.
    public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self = Self.made(of: keyPath, ascending: ascending)
    }

    /// Makes a sort descriptor from a Swift SortDescriptor.
    ///
    /// - Parameter sortDescriptor: The order of objects by a property.
    ///
    /// ## Compatibility
    /// On Apple's systems strings are ordered by `localizedStandardCompare:` unless the descriptor says otherwise.
    /// Foundation on Linux has no such comparator: strings are ordered by their characters, in stores as in memory.
    public init<Compared: NSObject>(_ sortDescriptor: SortDescriptor<Compared>) {
        guard let path = sortDescriptor.keyPath, sortDescriptor.comparesCharacters else {
            let ascending = sortDescriptor.order == .forward
            self.init(key: nil, ascending: ascending) { left, right in
                guard let left = left as? Compared, let right = right as? Compared else {
                    return .orderedSame
                }
                let result = sortDescriptor.compare(left, right)
                // The result has the Swift descriptor's direction already; this descriptor applies the direction once more.
                return ascending ? result : result.reversed
            }
            return
        }
        let order = StringOrder(orderedText: Swift.type(of: path).valueType)
        self = Self.made(
            of: OrderedKeyPaths.property(of: path), ascending: sortDescriptor.order == .forward,
            by: order?.selector)
    }

    private static func made(of keyPath: AnyKeyPath, ascending: Bool, by selector: Selector? = nil) -> Self {
        let descriptor: NSSortDescriptor
        if let name = try? keyPath.propertyName() {
            descriptor = KeySortDescriptor(name, ascending, selector, comparator: nil)
        } else {
            descriptor = UnnamedSortDescriptor(keyPath, ascending)
        }
        guard let descriptor = descriptor as? Self else {
            CoreDataException.invalidArgument("a subclass (\(Self.self)) cannot be made from a key path")
                .stop()
        }
        return descriptor
    }
}

extension SortDescriptor {
    /// Whether strings are compared by their characters, as stores do without a collation.
    fileprivate var comparesCharacters: Bool {
        guard var comparator = stringComparator else { return true }
        comparator.order = .forward
        return comparator == .lexical
    }
}

extension ComparisonResult {
    fileprivate var reversed: ComparisonResult {
        switch self {
        case .orderedAscending: .orderedDescending
        case .orderedDescending: .orderedAscending
        default: .orderedSame
        }
    }
}
