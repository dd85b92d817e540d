// SPDX-License-Identifier: Apache-2.0
// Numbers of the predicate language: 64-bit integers, doubles and decimals, compared and calculated with
// across their types. Statistics.swift and Functions.swift build on it.

import Foundation
import PerdureBase

/// A number of the predicate language.
enum Number {
    case integer(Int64)
    case double(Double)
    case decimal(Decimal)

    /// The number in a constant; nil for other constants.
    init?(_ value: ConstantValue) {
        switch value {
        case .boolean(let flag): self = .integer(flag ? 1 : 0)
        case .integer(let number): self = .integer(number)
        case .double(let number): self = .double(number)
        case .decimal(let number): self = .decimal(number)
        default: return nil
        }
    }

    var constant: ConstantValue {
        switch self {
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .decimal(let value): .decimal(value)
        }
    }

    var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        case .decimal(let value): value.nearestDouble
        }
    }

    private var decimal: Decimal? {
        switch self {
        case .integer(let value): Decimal(value)
        case .decimal(let value): value
        case .double: nil
        }
    }

    /// The whole part of a decimal; nil if it does not fit.
    static func exactInteger(_ value: Decimal) -> Int64? {
        guard value >= Decimal(Int64.min), value <= Decimal(Int64.max) else { return nil }
        return Int64("\(value.wholePart)")
    }

    /// The order of two numbers; nil when one of them is NaN.
    func order(to other: Number) -> ComparisonResult? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): return ComparisonRules.result(left, right)
        case (.integer(let left), .double(let right)): return Self.order(left, right)
        case (.double(let left), .integer(let right)): return Self.order(right, left).map(Self.reversed)
        case (.double, _), (_, .double):
            guard !double.isNaN, !other.double.isNaN else { return nil }
            return ComparisonRules.result(double, other.double)
        default:
            guard let left = decimal, let right = other.decimal, !left.isNaN, !right.isNaN else { return nil }
            return ComparisonRules.result(left, right)
        }
    }

    /// Compares exactly, even where a double has fewer digits than the integer.
    private static func order(_ left: Int64, _ right: Double) -> ComparisonResult? {
        if right.isNaN { return nil }
        if right >= 0x1p63 { return .orderedAscending }
        if right < -0x1p63 { return .orderedDescending }
        let whole = right.rounded(.towardZero)
        let order = ComparisonRules.result(left, Int64(whole))
        return order == .orderedSame ? ComparisonRules.result(0, right - whole) : order
    }

    private static func reversed(_ order: ComparisonResult) -> ComparisonResult {
        switch order {
        case .orderedAscending: .orderedDescending
        case .orderedDescending: .orderedAscending
        default: .orderedSame
        }
    }
}

extension Number {
    enum Operation { case add, subtract, multiply, divide }

    /// Calculates; nil for a division by zero and for a result that is NaN, as in SQL.
    ///
    /// Integers stay integers, so their quotient has no fraction; overflow of 64 bits is an error.
    static func calculate(_ left: Number, _ operation: Operation, _ right: Number) throws -> Number? {
        if case .integer(let left) = left, case .integer(let right) = right {
            return try calculate(left, operation, right).map { .integer($0) }
        }
        if let left = left.decimal, let right = right.decimal { return calculate(left, operation, right) }
        return calculate(left.double, operation, right.double).map { .double($0) }
    }

    private static func calculate(_ left: Int64, _ operation: Operation, _ right: Int64) throws -> Int64? {
        let (result, overflow) =
            switch operation {
            case .add: left.addingReportingOverflow(right)
            case .subtract: left.subtractingReportingOverflow(right)
            case .multiply: left.multipliedReportingOverflow(by: right)
            case .divide: right == 0 ? (0, false) : left.dividedReportingOverflow(by: right)
            }
        guard !overflow else {
            throw CoreDataException.invalidArgument(
                "integer overflow in \(left) \(operation) \(right); write one of the numbers with a fraction (1.0)"
            )
        }
        return operation == .divide && right == 0 ? nil : result
    }

    private static func calculate(_ left: Double, _ operation: Operation, _ right: Double) -> Double? {
        let result =
            switch operation {
            case .add: left + right
            case .subtract: left - right
            case .multiply: left * right
            case .divide: right == 0 ? .nan : left / right
            }
        return result.isNaN ? nil : result
    }

    private static func calculate(_ left: Decimal, _ operation: Operation, _ right: Decimal) -> Number? {
        switch operation {
        case .add: .decimal(left + right)
        case .subtract: .decimal(left - right)
        case .multiply: .decimal(left * right)
        case .divide: right == 0 ? nil : .decimal(left / right)
        }
    }
}

extension Decimal {
    /// The number without its fraction.
    var wholePart: Decimal {
        var source = self
        var result = Decimal()
        NSDecimalRound(&result, &source, 0, self < 0 ? .up : .down)
        return result
    }
}
