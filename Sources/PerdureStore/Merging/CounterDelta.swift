// SPDX-License-Identifier: Apache-2.0
// The change of a counter: a number to add, perhaps after an assignment. CounterNumber.swift has the numbers.

/// The change of a counter, whose value may be nil (MRG-20 to MRG-26).
package struct CounterDelta<Number: CounterNumber>: MergeDelta {
    /// The value that the amount is added to.
    package enum Base: Sendable, Equatable {
        /// The present value.
        case kept
        /// The value of an assignment.
        case assigned(Number?)
    }

    package var base: Base
    package var amount: Number
    /// Whether anything was added, even 0: an addition turns nil into 0.
    package var isTouched: Bool

    package init(base: Base = .kept, amount: Number = .zero, isTouched: Bool = false) {
        self.base = base
        self.amount = amount
        self.isTouched = isTouched
    }

    package static var identity: Self { Self() }

    /// An addition.
    package static func add(_ amount: Number) -> Self { Self(amount: amount, isTouched: true) }
    /// An assignment; it overwrites what other writers do meanwhile.
    package static func assign(_ number: Number?) -> Self { Self(base: .assigned(number)) }

    /// The number that the amount is added to, for a given value.
    private func start(_ value: Number?) -> Number? {
        if case .assigned(let number) = base { return number }
        return value
    }

    package func applied(to value: Number?) throws -> Number? {
        guard isTouched else { return start(value) }
        return try (start(value) ?? .zero).plus(amount)
    }

    package func shown(on value: Number?) -> Number? {
        do { return try applied(to: value) } catch {
            return error as? MergeError == .tooSmall ? .least : .greatest
        }
    }

    package func composed(with later: Self) throws -> Self {
        if later.base != .kept { return later }
        return Self(
            base: base, amount: try amount.plus(later.amount), isTouched: isTouched || later.isTouched)
    }

    package func normalized(for value: Number?) -> Self {
        // Not with `try?`, which takes a result of nil for an error.
        do { return try applied(to: value) == value ? .identity : self } catch { return self }
    }

    package func inverted(for value: Number?) throws -> Self {
        switch base {
        case .assigned: .assign(value)
        case .kept where !isTouched: .identity
        case .kept: try value == nil ? .assign(nil) : .add(step(back: value))
        }
    }

    /// The negative amount; for fractions the number that leads back in spite of rounding, if there is one.
    private func step(back value: Number?) throws -> Number {
        let result = try applied(to: value) ?? .zero
        return try Number.step(from: result, to: value ?? .zero) ?? .zero.minus(amount)
    }

    /// Two changes are equal when they do the same to every value: assigning 0 and adding 0 equals assigning 0.
    package static func == (left: Self, right: Self) -> Bool {
        if case .assigned = left.base, case .assigned = right.base, let one = try? left.applied(to: nil),
            let other = try? right.applied(to: nil)
        {
            return one == other
        }
        return left.base == right.base && left.amount == right.amount && left.isTouched == right.isTouched
    }

    package static func difference(from old: Number?, to new: Number?) -> Self {
        if old == new { return .identity }
        guard let new else { return .assign(nil) }
        return Number.step(from: old ?? .zero, to: new).map { .add($0) } ?? .assign(new)
    }
}
