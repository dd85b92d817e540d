// SPDX-License-Identifier: Apache-2.0
// The order of a fetch's result: sort terms resolved once, then compared row by row. Null comes
// first in ascending order (FET-21); strings compare by code point unless a collation is asked for.

import Foundation

/// The sort terms of a plan, compiled.
struct RowOrder {
    private let terms: [(path: RowPath, isAscending: Bool, collation: SortTerm.Collation)]

    /// Resolves the terms.
    ///
    /// - Throws: `StoreError.unsupported` for a key that cannot be sorted by.
    init(_ terms: [SortTerm], entity: Int32, schema: Schema) throws {
        self.terms = try terms.map {
            (try RowPath($0.keys, entity: entity, schema: schema), $0.isAscending, $0.collation)
        }
    }

    /// Sorts rows, keeping the given order of equal ones.
    func sorted(_ rows: [Row], in tables: InMemoryTables) -> [Row] {
        guard !terms.isEmpty else { return rows }
        let keyed = rows.map { row in (row: row, values: terms.map { $0.path.value(of: row, in: tables) }) }
        return keyed.enumerated().sorted { left, right in
            precedes(left.element.values, right.element.values) ?? (left.offset < right.offset)
        }.map(\.element.row)
    }

    private func precedes(_ left: [SlotValue], _ right: [SlotValue]) -> Bool? {
        for (index, term) in terms.enumerated() {
            switch left[index].order(relativeTo: right[index], term.collation) {
            case .orderedSame: continue
            case .orderedAscending: return term.isAscending
            case .orderedDescending: return !term.isAscending
            }
        }
        return nil
    }
}

extension SlotValue {
    /// How two values of one property are ordered.
    func order(relativeTo other: SlotValue, _ collation: SortTerm.Collation) -> ComparisonResult {
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

    private func orderAsNumbers(_ other: SlotValue) -> ComparisonResult {
        guard let left = decimalNumber, let right = other.decimalNumber else {
            return (doubleNumber ?? 0).order(relativeTo: other.doubleNumber ?? 0)
        }
        return left.order(relativeTo: right)
    }

    private var decimalNumber: Decimal? {
        switch self {
        case .decimal(let box): box.value
        case .integer(let value): Decimal(value)
        default: nil
        }
    }

    private var doubleNumber: Double? {
        switch self {
        case .double(let value), .date(let value): value
        case .integer(let value): Double(value)
        case .decimal(let box): NSDecimalNumber(decimal: box.value).doubleValue
        default: nil
        }
    }

    private static func order(_ left: Data, _ right: Data) -> ComparisonResult {
        if left.lexicographicallyPrecedes(right) { return .orderedAscending }
        return right.lexicographicallyPrecedes(left) ? .orderedDescending : .orderedSame
    }
}

extension Comparable {
    fileprivate func order(relativeTo other: Self) -> ComparisonResult {
        self < other ? .orderedAscending : self > other ? .orderedDescending : .orderedSame
    }
}

extension SortTerm.Collation {
    fileprivate func order(_ left: String, _ right: String) -> ComparisonResult {
        switch self {
        case .literal: literalOrder(left, right)
        case .caseInsensitive: left.caseInsensitiveCompare(right)
        case .localized: left.localizedCompare(right)
        case .localizedCaseInsensitive: left.localizedCaseInsensitiveCompare(right)
        case .localizedStandard: left.localizedStandardCompare(right)
        }
    }

    private func literalOrder(_ left: String, _ right: String) -> ComparisonResult {
        if left.utf8.elementsEqual(right.utf8) { return .orderedSame }
        return left.utf8.lexicographicallyPrecedes(right.utf8) ? .orderedAscending : .orderedDescending
    }
}
