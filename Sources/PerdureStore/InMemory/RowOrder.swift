// SPDX-License-Identifier: Apache-2.0
// The order of a fetch's result: sort terms resolved once, then compared row by row. Null comes
// first in ascending order (FET-21); strings compare by code point unless a collation is asked for.

import Foundation
import PerdurePredicates

/// The sort terms of a plan, compiled.
struct RowOrder {
    private let terms: [SortTerm]
    /// Where each term's value is found.
    private let paths: [RowPath]

    /// Resolves the terms.
    ///
    /// - Throws: `StoreError.unsupported` for a key that cannot be sorted by.
    init(_ terms: [SortTerm], entity: Int32, schema: Schema) throws {
        self.terms = terms
        paths = try terms.map { try RowPath($0.keys, entity: entity, schema: schema) }
    }

    /// Sorts rows; equal rows keep their order.
    func sorted(_ rows: [Row], in tables: InMemoryTables) -> [Row] {
        guard !terms.isEmpty else { return rows }
        return terms.sorted(rows) { row in paths.map { $0.value(of: row, in: tables) } }
    }
}

extension StoredValue {
    /// How two values of one property are ordered.
    public func order(relativeTo other: StoredValue, _ collation: SortTerm.Collation) -> ComparisonResult {
        switch (self, other) {
        case (.null, .null): .orderedSame
        case (.null, _): .orderedAscending
        case (_, .null): .orderedDescending
        case (.string(let left), .string(let right)): collation.order(left, right)
        case (.integer(let left), .integer(let right)): left.order(relativeTo: right)
        case (.date(let left), .date(let right)): left.order(relativeTo: right)
        case (.uuid(let left), .uuid(let right)): left.uuidString.order(relativeTo: right.uuidString)
        case (.reference(let left), .reference(let right)): left.number.order(relativeTo: right.number)
        case (.data(let left), .data(let right)): Self.order(left, right)
        default: orderAsNumbers(other)
        }
    }

    /// Two doubles compare as doubles, everything else exactly.
    private func orderAsNumbers(_ other: StoredValue) -> ComparisonResult {
        switch (self, other) {
        case (.double(let left), .double(let right)): return left.order(relativeTo: right)
        case (.integer(let left), .double(let right)): return Self.order(left, right)
        case (.double, .integer): return other.orderAsNumbers(self).turned
        // A decimal holds neither the largest nor the smallest doubles.
        case (.decimal(let left), .double(let right)) where right.isOutsideOfDecimals:
            return left.value.nearestDouble.order(relativeTo: right)
        case (.double(let left), .decimal) where left.isOutsideOfDecimals:
            return other.orderAsNumbers(self).turned
        default: break
        }
        guard let left = decimalNumberValue, let right = other.decimalNumberValue else {
            // Entries of a dictionary may be of different kinds.
            return rank.order(relativeTo: other.rank)
        }
        return left.order(relativeTo: right)
    }

    /// How SQL orders values of different kinds: numbers, texts, bytes.
    private var rank: Int {
        switch self {
        case .null: 0
        case .integer, .double, .decimal, .date: 1
        case .string: 2
        default: 3
        }
    }

    private static func order(_ left: Int64, _ right: Double) -> ComparisonResult {
        // Beyond 2^53 a whole number may have no equal double; the nearest one decides unless it is equal.
        let nearest = Double(left)
        if nearest != right { return nearest.order(relativeTo: right) }
        guard let whole = Int64(exactly: right) else { return .orderedAscending }
        return left.order(relativeTo: whole)
    }

    private static func order(_ left: Data, _ right: Data) -> ComparisonResult {
        if left.lexicographicallyPrecedes(right) { return .orderedAscending }
        return right.lexicographicallyPrecedes(left) ? .orderedDescending : .orderedSame
    }
}

extension Double {
    fileprivate var isOutsideOfDecimals: Bool {
        !isFinite || self != 0 && !(1e-90...1e120).contains(magnitude)
    }
}

extension ComparisonResult {
    fileprivate var turned: ComparisonResult {
        switch self {
        case .orderedAscending: .orderedDescending
        case .orderedDescending: .orderedAscending
        default: .orderedSame
        }
    }
}

extension Comparable {
    fileprivate func order(relativeTo other: Self) -> ComparisonResult {
        self < other ? .orderedAscending : self > other ? .orderedDescending : .orderedSame
    }
}

extension SortTerm.Collation {
    fileprivate func order(_ left: String, _ right: String) -> ComparisonResult {
        stringOrder.compare(left, right)
    }

    private var stringOrder: StringOrder {
        switch self {
        case .literal: .literal
        case .caseInsensitive: .caseInsensitive
        case .localized: .localized
        case .localizedCaseInsensitive: .localizedCaseInsensitive
        case .localizedStandard: .localizedStandard
        }
    }
}
