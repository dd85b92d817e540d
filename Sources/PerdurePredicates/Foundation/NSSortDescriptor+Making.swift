// SPDX-License-Identifier: Apache-2.0
// NSSortDescriptor(key:ascending:) and the other initialisers that Foundation on Linux lacks, added as in
// NSPredicate+Making.swift.

import Foundation
import PerdureBase

/// Carries the initialisers that Foundation on Linux lacks; only NSSortDescriptor conforms.
public protocol _SortDescriptorFactory {}

extension NSSortDescriptor: _SortDescriptorFactory {}

extension _SortDescriptorFactory where Self: NSSortDescriptor {
    /// Makes a sort descriptor for a key path.
    ///
    /// - Parameters:
    ///   - key: The key path; nil for the object itself.
    ///   - ascending: Whether small values come first; nil is smaller than every value.
    public init(key: String?, ascending: Bool) { self.init(key: key, ascending: ascending, selector: nil) }

    /// Makes a sort descriptor for a key path that orders strings by a named method.
    ///
    /// - Parameters:
    ///   - key: The key path; nil for the object itself.
    ///   - ascending: Whether small values come first; nil is smaller than every value.
    ///   - selector: "compare:", "caseInsensitiveCompare:", "localizedCompare:",
    ///     "localizedCaseInsensitiveCompare:" or "localizedStandardCompare:".
    public init(key: String?, ascending: Bool, selector: Selector?) {
        self = Self.checked(KeySortDescriptor(key, ascending, selector, comparator: nil))
    }

    /// Makes a sort descriptor that orders the values of a key path by a function; stores cannot sort by it.
    ///
    /// - Parameters:
    ///   - key: The key path; nil for the object itself.
    ///   - ascending: Whether the function's order is kept or reversed.
    ///   - cmptr: The order of two values.
    public init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
        self = Self.checked(KeySortDescriptor(key, ascending, nil, comparator: cmptr))
    }

    private static func checked(_ descriptor: NSSortDescriptor) -> Self {
        guard let descriptor = descriptor as? Self else {
            CoreDataException.invalidArgument("a subclass (\(Self.self)) cannot be made from a key").stop()
        }
        return descriptor
    }
}

extension NSSortDescriptor {
    /// The key path; nil for a descriptor that sorts the objects themselves.
    public var key: String? {
        switch self {
        case let own as KeySortDescriptor: own.sortKey
        case is UnnamedSortDescriptor: nil
        default: try? keyPath.propertyName()
        }
    }

    /// The method that orders strings.
    public var selector: Selector? { (self as? KeySortDescriptor)?.sortSelector }

    /// The descriptor as a value.
    ///
    /// - Throws: CoreDataException for comparators and for selectors that no store can sort by.
    package var sortRule: SortRule {
        get throws {
            guard let descriptor = self as? KeySortDescriptor else { return try swiftSortRule }
            guard descriptor.comparison == nil else { throw Self.comparatorRefusal }
            guard let order = StringOrder(selector: descriptor.sortSelector) else {
                let name = descriptor.sortSelector?.description ?? ""
                throw CoreDataException.invalidArgument("unsupported NSSortDescriptor selector: \(name)")
            }
            return SortRule(descriptor.keys, isAscending: ascending, order: order)
        }
    }

    /// The rule of a descriptor that Foundation made of a Swift key path.
    private var swiftSortRule: SortRule {
        get throws {
            if let unnamed = self as? UnnamedSortDescriptor { _ = try unnamed.path.propertyName() }
            guard type(of: self) == NSSortDescriptor.self else { throw Self.comparatorRefusal }
            let keys = try keyPath.propertyKeys()
            let type = Swift.type(of: keyPath).valueType
            guard let isNatural = NaturalOrder.isOrder(of: type, by: comparator) else {
                throw CoreDataException.invalidArgument(
                    "unsupported NSSortDescriptor: no store knows the order of \(type); write "
                        + "NSSortDescriptor(key: \"\(keys.joined(separator: "."))\", ascending: \(ascending))"
                )
            }
            guard isNatural else { throw Self.comparatorRefusal }
            return SortRule(keys, isAscending: ascending)
        }
    }

    private static let comparatorRefusal = CoreDataException.invalidArgument(
        "unsupported NSSortDescriptor (comparator blocks are not supported)")
}
