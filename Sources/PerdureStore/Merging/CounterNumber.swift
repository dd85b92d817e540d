// SPDX-License-Identifier: Apache-2.0
// The numbers that counters hold. A result outside of its type's range is an error, never another number.

import Foundation

/// A number that a counter may hold.
package protocol CounterNumber: Sendable, Equatable {
    static var zero: Self { get }
    static var least: Self { get }
    static var greatest: Self { get }

    /// - Throws: `MergeError` when the sum is out of range.
    func plus(_ other: Self) throws -> Self
    /// - Throws: `MergeError` when the difference is out of range.
    func minus(_ other: Self) throws -> Self

    /// The number that leads exactly from one number to another by addition; nil where there is none.
    static func step(from old: Self, to new: Self) -> Self?
}

extension Int64: CounterNumber {
    package static var least: Int64 { .min }
    package static var greatest: Int64 { .max }

    package func plus(_ other: Int64) throws -> Int64 {
        let (sum, isOver) = addingReportingOverflow(other)
        if isOver { throw other < 0 ? MergeError.tooSmall : .tooLarge }
        return sum
    }

    package func minus(_ other: Int64) throws -> Int64 {
        let (difference, isOver) = subtractingReportingOverflow(other)
        if isOver { throw other < 0 ? MergeError.tooLarge : .tooSmall }
        return difference
    }

    package static func step(from old: Int64, to new: Int64) -> Int64? { try? new.minus(old) }
}

extension Double: CounterNumber {
    package static var least: Double { -greatestFiniteMagnitude }
    package static var greatest: Double { greatestFiniteMagnitude }

    package func plus(_ other: Double) throws -> Double {
        guard isFinite && other.isFinite else { throw MergeError.notFinite }
        let sum = self + other
        if !sum.isFinite { throw sum < 0 ? MergeError.tooSmall : .tooLarge }
        return sum
    }

    package func minus(_ other: Double) throws -> Double { try plus(-other) }

    package static func step(from old: Double, to new: Double) -> Double? {
        let step = new - old
        // Rounding may miss by one unit in the last place; then a neighbour of the difference fits.
        return [step, step.nextUp, step.nextDown].first { $0.isFinite && old + $0 == new }
    }
}

extension Decimal: CounterNumber {
    package static var least: Decimal { -greatest }
    package static var greatest: Decimal { greatestFiniteMagnitude }

    package func plus(_ other: Decimal) throws -> Decimal {
        if isNaN || other.isNaN { throw MergeError.notFinite }
        let sum = self + other
        if sum.isNaN { throw other.isSignMinus ? MergeError.tooSmall : .tooLarge }
        return sum
    }

    package func minus(_ other: Decimal) throws -> Decimal { try plus(-other) }

    package static func step(from old: Decimal, to new: Decimal) -> Decimal? {
        guard let step = try? new.minus(old), (try? old.plus(step)) == new else { return nil }
        return step
    }
}
