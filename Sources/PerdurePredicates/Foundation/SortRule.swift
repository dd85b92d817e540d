// SPDX-License-Identifier: Apache-2.0
// A sort descriptor as a value: planned requests and in-memory sorting read it. NSSortDescriptor+Making.swift
// makes the objects around it.

import Foundation

/// A sort descriptor as a value.
package struct SortRule: Sendable, Hashable {
    /// The keys of the key path; empty for the object itself.
    package var keys: [String]
    package var isAscending: Bool
    /// How strings are ordered.
    package var order: StringOrder

    package init(_ keys: [String], isAscending: Bool = true, order: StringOrder = .literal) {
        self.keys = keys
        self.isAscending = isAscending
        self.order = order
    }

    /// The order of two objects.
    ///
    /// - Parameters:
    ///   - left: An object whose keys can be read.
    ///   - right: Another.
    /// - Returns: Their order in the rule's direction.
    /// - Throws: CoreDataException for unknown keys and for values that have no order.
    package func compare(_ left: Any?, _ right: Any?) throws -> ComparisonResult {
        try compare(
            values: ConstantValue(KeyPathReader.read(keys[...], from: left)),
            ConstantValue(KeyPathReader.read(keys[...], from: right)))
    }

    /// The order of two values of the key; nil, and NaN like it, comes before everything when ascending.
    ///
    /// - Parameters:
    ///   - left: A value.
    ///   - right: Another.
    /// - Returns: Their order in the rule's direction.
    /// - Throws: CoreDataException for values that have no order.
    package func compare(values left: ConstantValue, _ right: ConstantValue) throws -> ComparisonResult {
        let result = try ascending(left.ordered, right.ordered)
        guard !isAscending, result != .orderedSame else { return result }
        return result == .orderedAscending ? .orderedDescending : .orderedAscending
    }

    /// The order of two values of any kinds, as dictionaries hold them: numbers and dates, then texts, then all others, as in
    /// SQL.
    ///
    /// - Parameters:
    ///   - left: A value.
    ///   - right: Another.
    /// - Returns: Their order in the rule's direction.
    /// - Throws: CoreDataException for values of one kind that have no order.
    package func compareAny(_ left: ConstantValue, _ right: ConstantValue) throws -> ComparisonResult {
        let (left, right) = (left.ordered, right.ordered)
        guard left != .null, right != .null, left.rank != right.rank || left.rank == 1 else {
            return try compare(values: left.sortable, right.sortable)
        }
        let order =
            left.rank == right.rank ? Self.order(left, right) : ComparisonRules.result(left.rank, right.rank)
        return isAscending ? order : order.reversed
    }

    /// The order of numbers and dates; a date counts as its seconds.
    private static func order(_ left: ConstantValue, _ right: ConstantValue) -> ComparisonResult {
        guard let left = Number(left.seconds), let right = Number(right.seconds) else { return .orderedSame }
        return left.order(to: right) ?? .orderedSame
    }

    private func ascending(_ left: ConstantValue, _ right: ConstantValue) throws -> ComparisonResult {
        switch (left, right) {
        case (.null, .null): return .orderedSame
        case (.null, _): return .orderedAscending
        case (_, .null): return .orderedDescending
        case (.string(let left), .string(let right)): return order.compare(left, right)
        case (.url, .url), (.url, .string), (.string, .url):
            return order.compare(left.text ?? "", right.text ?? "")
        default: return try ComparisonRules.order(left.comparisonKey, right.comparisonKey) ?? .orderedSame
        }
    }
}

extension StringOrder {
    /// The order that a selector names; nil for a selector that no store can sort by.
    init?(selector: Selector?) {
        switch selector?.description {
        case nil, "compare:": self = .literal
        case "caseInsensitiveCompare:": self = .caseInsensitive
        case "localizedCompare:": self = .localized
        case "localizedCaseInsensitiveCompare:": self = .localizedCaseInsensitive
        case "localizedStandardCompare:": self = .localizedStandard
        default: return nil
        }
    }

    /// The selector that names the order; nil for the order of characters.
    package var selector: Selector? {
        switch self {
        case .literal: nil
        case .caseInsensitive: Selector("caseInsensitiveCompare:")
        case .localized: Selector("localizedCompare:")
        case .localizedCaseInsensitive: Selector("localizedCaseInsensitiveCompare:")
        case .localizedStandard: Selector("localizedStandardCompare:")
        }
    }
}

extension ConstantValue {
    /// The rank of a value's kind in the order of different kinds.
    fileprivate var rank: Int {
        switch self {
        case .null: 0
        case .boolean, .integer, .double, .decimal, .date: 1
        case .string, .url: 2
        default: 3
        }
    }

    /// The value that takes its place in an order: stores keep NaN as nil (MOD-113).
    fileprivate var ordered: ConstantValue {
        switch self {
        case .double(let number) where number.isNaN: .null
        case .decimal(let number) where number.isNaN: .null
        case .date(let date) where date.timeIntervalSinceReferenceDate.isNaN: .null
        default: self
        }
    }

    /// Collections have no order among each other, and come before data that has bytes.
    fileprivate var sortable: ConstantValue {
        switch self {
        case .array, .set, .dictionary: .data(Data())
        default: self
        }
    }

    /// A date as its number of seconds.
    fileprivate var seconds: ConstantValue {
        if case .date(let date) = self { return .double(date.timeIntervalSinceReferenceDate) }
        return self
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
