// SPDX-License-Identifier: Apache-2.0
// The aggregates over many values in derived attributes, computed as SQL's functions of these names do. Used by
// InMemoryTables+Deriving.swift.

import Foundation
import PerdurePredicates

/// One operator over the values of a source.
struct DerivedAggregate {
    let aggregate: DerivationForm.Aggregate
    let source: StoredAttributeType

    /// The result; all operators but the count ignore nulls.
    ///
    /// - Parameter values: one for each member.
    /// - Returns: the figure; nil when a sum of whole numbers does not fit.
    func result(of values: [StoredValue]) -> StoredValue? {
        let known = values.filter { !$0.isNull }
        switch aggregate {
        case .count: return .integer(Int64(values.count))
        case .sum: return sum(known)
        case .average: return known.isEmpty ? .null : average(known)
        case .minimum: return extreme(known, .orderedAscending)
        case .maximum: return extreme(known, .orderedDescending)
        }
    }

    private func sum(_ values: [StoredValue]) -> StoredValue? {
        switch source {
        case .double, .float: .double(fractions(values))
        case .decimal: .decimal(DecimalBox(decimals(values)))
        default: Int64(exactly: integers(values)).map { .integer($0) }
        }
    }

    private func average(_ values: [StoredValue]) -> StoredValue {
        switch source {
        case .double, .float: .double(fractions(values) / Double(values.count))
        case .decimal: .decimal(DecimalBox(decimals(values) / Decimal(values.count)))
        default: .double(Double(integers(values)) / Double(values.count))
        }
    }

    private func integers(_ values: [StoredValue]) -> Int128 {
        values.reduce(0) { if case .integer(let value) = $1 { $0 + Int128(value) } else { $0 } }
    }

    private func decimals(_ values: [StoredValue]) -> Decimal {
        values.reduce(0) { $0 + ($1.decimalNumberValue ?? 0) }
    }

    private func fractions(_ values: [StoredValue]) -> Double {
        values.reduce(0) { if case .double(let value) = $1 { $0 + value } else { $0 } }
    }

    private func extreme(_ values: [StoredValue], _ wanted: ComparisonResult) -> StoredValue {
        guard var best = values.first else { return .null }
        for value in values.dropFirst() where value.order(relativeTo: best, .literal) == wanted {
            best = value
        }
        return best
    }
}

extension DerivationForm.TextFunction {
    /// Applies the function to a text, as the function of that name in expressions does.
    package func applied(to text: String) -> String {
        switch self {
        case .uppercase: text.uppercased()
        case .lowercase: text.lowercased()
        case .canonical: StringMatching.canonical(text)
        }
    }
}

extension DerivedPath {
    /// Whether the result is a sum of whole numbers, which may not fit.
    var addsIntegers: Bool {
        guard case .aggregate(.sum, _) = derivation.form, let source = derivation.source else { return false }
        return DerivationValue(source.type) == .integer
    }
}
