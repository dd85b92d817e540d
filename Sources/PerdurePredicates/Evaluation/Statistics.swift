// SPDX-License-Identifier: Apache-2.0
// Sums, averages and the like over lists of values, for functions and collection operators. nil values do not
// count, as in SQL.

import Foundation
import PerdureBase

enum Statistics {
    /// The sum; 0 without values.
    static func sum(_ values: [ConstantValue]) throws -> ConstantValue {
        var total = Number.integer(0)
        for number in try numbers(values) { total = try Number.calculate(total, .add, number) ?? total }
        return total.constant
    }

    /// The mean, never cut to an integer; nil without values.
    static func average(_ values: [ConstantValue]) throws -> ConstantValue {
        let count = values.count { $0 != .null }
        guard count > 0, let sum = Number(try sum(values)) else { return .null }
        if case .decimal(let value) = sum { return .decimal(value / Decimal(count)) }
        return .double(sum.double / Double(count))
    }

    /// The first in the order asked for (ascending: the least); nil without values.
    static func extreme(_ values: [ConstantValue], _ wanted: ComparisonResult) throws -> ConstantValue {
        var best = ConstantValue.null
        for value in values where value != .null {
            if best == .null {
                best = value
            } else if try ComparisonRules.order(value, best) == wanted {
                best = value
            }
        }
        return best
    }

    /// The middle value, or the mean of the two middle ones; nil without values.
    static func median(_ values: [ConstantValue]) throws -> ConstantValue {
        let sorted = try numbers(values).map(\.double).sorted()
        guard !sorted.isEmpty else { return .null }
        let middle = sorted.count / 2
        return .double(
            sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle])
    }

    /// The values that appear most often, in the order of their first appearance.
    static func mode(_ values: [ConstantValue]) -> ConstantValue {
        var counts: [ConstantValue: Int] = [:]
        var order: [ConstantValue] = []
        for value in values where value != .null {
            let key = value.comparisonKey
            if counts[key] == nil { order.append(value) }
            counts[key, default: 0] += 1
        }
        let most = counts.values.max() ?? 0
        return .array(order.filter { counts[$0.comparisonKey] == most })
    }

    /// The standard deviation of the whole population; nil without values.
    static func standardDeviation(_ values: [ConstantValue]) throws -> ConstantValue {
        let numbers = try numbers(values).map(\.double)
        guard !numbers.isEmpty else { return .null }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return .double((squares / Double(numbers.count)).squareRoot())
    }

    private static func numbers(_ values: [ConstantValue]) throws -> [Number] {
        try values.compactMap { value in
            if value == .null { return nil }
            guard let number = Number(value) else {
                throw CoreDataException.invalidArgument("expected numbers and found \(value.kind)")
            }
            return number
        }
    }
}
