// SPDX-License-Identifier: Apache-2.0
// The numbers that a counter may be read as. MergeableCounter.swift uses them.

import Foundation
import PerdurePredicates

/// A number in the form that counters use.
public enum _MergeableAmount: Sendable, Hashable {
    case integer(Int64)
    case real(Double)
    case decimal(Decimal)

    /// The integer; nil for a fraction, and for a number out of range.
    var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .real(let number): Int64(exactly: number)
        case .decimal(let number): Int64("\(number)")
        }
    }

    /// The nearest double; NaN for NaN.
    var real: Double {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        case .decimal(let number): number.isNaN ? .nan : number.nearestDouble
        }
    }

    /// The decimal; NaN for a number without a decimal form, for which Foundation's initializer would stop the process.
    var decimal: Decimal {
        switch self {
        case .integer(let number): Decimal(number)
        case .real(let number): abs(number) < 1e127 ? Decimal(number) : .nan
        case .decimal(let number): number
        }
    }

    /// The negative amount; nil for the least integer, which has none.
    var negative: _MergeableAmount? {
        switch self {
        case .integer(let number): number == .min ? nil : .integer(-number)
        case .real(let number): .real(-number)
        case .decimal(let number): .decimal(-number)
        }
    }
}

/// A type of a counter's value: an integer, a double or a decimal, optional or not.
///
/// ## Compatibility
/// An addition.
public protocol MergeableNumber: Sendable, Equatable {
    /// The type of amounts: the number type without nil.
    associatedtype Amount: MergeableNumber, ExpressibleByIntegerLiteral = Self
    /// The number; nil is 0 for a type without nil, as in accessors.
    init(_amount: _MergeableAmount?)
    /// The number in the form that counters use; nil for nil.
    var _amount: _MergeableAmount? { get }
}

extension MergeableNumber where Self: FixedWidthInteger {
    /// The number; nil is 0.
    public init(_amount: _MergeableAmount?) { self.init(truncatingIfNeeded: _amount?.integer ?? 0) }
    /// The number in the form that counters use.
    public var _amount: _MergeableAmount? { .integer(Int64(self)) }
}

extension Int: MergeableNumber {}
extension Int16: MergeableNumber {}
extension Int32: MergeableNumber {}
extension Int64: MergeableNumber {}

extension Double: MergeableNumber {
    /// The number; nil is 0.
    public init(_amount: _MergeableAmount?) { self = _amount?.real ?? 0 }
    /// The number in the form that counters use.
    public var _amount: _MergeableAmount? { .real(self) }
}

extension Decimal: MergeableNumber {
    /// The number; nil is 0.
    public init(_amount: _MergeableAmount?) { self = _amount?.decimal ?? 0 }
    /// The number in the form that counters use.
    public var _amount: _MergeableAmount? { .decimal(self) }
}

extension Optional: MergeableNumber where Wrapped: MergeableNumber, Wrapped.Amount == Wrapped {
    /// The number that may be nil.
    public typealias Amount = Wrapped
    /// The number, or nil.
    public init(_amount: _MergeableAmount?) { self = _amount.map { Wrapped(_amount: $0) } }
    /// The number in the form that counters use; nil for nil.
    public var _amount: _MergeableAmount? { flatMap(\._amount) }
}
