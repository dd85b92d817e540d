// SPDX-License-Identifier: Apache-2.0
// The table of types: which values become values of another type, and what may go wrong with them.

import Foundation
import PerdurePredicates

/// How values of one type become values of another.
package struct AttributeConversion: Sendable, Hashable {
    package let from: StoredAttributeType
    package let to: StoredAttributeType

    /// The conversion between two types; nil where none can be inferred.
    ///
    /// Numbers convert among themselves and with booleans; of these anything but 0 is true. A fraction is cut off.
    package init?(from: StoredAttributeType, to: StoredAttributeType) {
        guard from == to || (from.isNumeric && to.isNumeric) else { return nil }
        self.from = from
        self.to = to
    }

    /// Converts a value to the new type.
    ///
    /// - Parameter value: An integer, a double or a decimal; no value stays none.
    /// - Returns: The value; nil for one that does not fit.
    package func converted(_ value: StoredValue) -> StoredValue? {
        if isIdentity || value.isNull { return value }
        return switch to {
        case .boolean: .integer(value == .integer(0) || value.isZero ? 0 : 1)
        case .integer16: value.whole(in: Int64(Int16.min)...Int64(Int16.max))
        case .integer32: value.whole(in: Int64(Int32.min)...Int64(Int32.max))
        case .integer64: value.whole(in: Int64.min...Int64.max)
        case .float:
            value.real.flatMap {
                abs($0) <= Double(Float.greatestFiniteMagnitude) ? .double(Double(Float($0))) : nil
            }
        case .double: value.real.map { .double($0) }
        case .decimal: value.decimalNumber
        default: nil
        }
    }

    /// Whether values stay as they are.
    package var isIdentity: Bool { from == to }

    /// Whether a value may be outside of the new type's range, which only the rows tell.
    package var mayNotFit: Bool {
        guard !isIdentity, let range = to.range else { return false }
        // A decimal may be no number, and other numbers with a fraction may be infinite.
        return from == .decimal || (to == .decimal && (from == .float || from == .double))
            || (from.range ?? 0) > range
    }

    /// Whether all values have an equal one of the new type.
    package var keepsValues: Bool {
        isIdentity || from == .boolean || Self.exact[from]?.contains(to) == true
    }

    /// The types that hold all values of a type.
    private static let exact: [StoredAttributeType: Set<StoredAttributeType>] = [
        .integer16: [.integer32, .integer64, .decimal, .double, .float],
        .integer32: [.integer64, .decimal, .double],
        .integer64: [.decimal],
        .float: [.double],
    ]
}

extension StoredAttributeType {
    fileprivate var isNumeric: Bool { range != nil || self == .boolean }

    /// The rank of a number's range; nil for a type that takes anything, or no number.
    fileprivate var range: Int? {
        switch self {
        case .integer16: 1
        case .integer32: 2
        case .integer64: 3
        case .float: 4
        case .decimal: 5
        case .double: 6
        default: nil
        }
    }
}

extension StoredValue {
    fileprivate var isZero: Bool {
        switch self {
        case .double(let number): number == 0
        case .decimal(let box): box.value == 0
        default: false
        }
    }

    /// The value as a double; nil for no number.
    fileprivate var real: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        case .decimal(let box): box.value.isNaN ? nil : box.value.nearestDouble
        default: nil
        }
    }

    /// The value without its fraction; nil for one outside of a range.
    fileprivate func whole(in range: ClosedRange<Int64>) -> StoredValue? {
        let number: Int64? =
            switch self {
            case .integer(let number): number
            case .double(let number): Int64(exactly: number.rounded(.towardZero))
            case .decimal(let box): box.value.isNaN ? nil : Int64("\(box.value.truncated)")
            default: nil
            }
        return number.flatMap { range.contains($0) ? .integer($0) : nil }
    }

    /// The value as a decimal; nil for an infinite number.
    fileprivate var decimalNumber: StoredValue? {
        switch self {
        case .integer(let number): .decimal(DecimalBox(Decimal(number)))
        case .double(let number):
            Decimal(shortest: number).map { .decimal(DecimalBox($0)) }
        case .decimal: self
        default: nil
        }
    }
}

extension Decimal {
    /// The whole part.
    fileprivate var truncated: Decimal {
        var (magnitude, whole) = (self.magnitude, Decimal())
        NSDecimalRound(&whole, &magnitude, 0, .down)
        return self < 0 ? -whole : whole
    }
}
