// SPDX-License-Identifier: Apache-2.0
// The handle of a counter: `post.$likes`. The numbers are in MergeableNumber.swift.

import Foundation
import PerdureBase
import PerdureStore

/// A counter of one object: additions of this and of other contexts add up.
///
/// ```swift
/// post.$likes.increment()            // +1, whatever other contexts do meanwhile
/// post.$likes.increment(by: 3)
/// post.likes = 5                     // adds the difference from the present number
/// post.$likes.assign(0)              // absolute: additions of others until the save are lost
/// try post.$likes.tryIncrement(by: amountFromTheNet)
/// ```
///
/// The handle only holds its object. A program may keep it, and it always shows the newest value. Each access may fire
/// the object's fault, which costs at most one store access; nothing else here costs one. A change is announced, undone
/// and saved like any attribute's; the save adds it to the number that is stored by then.
///
/// ## Compatibility
/// An addition.
public struct MergeableCounter<Number: MergeableNumber> {
    private let slot: MergeableSlot

    /// The counter behind a slot number in generated code.
    public init(_ object: NSManagedObject, at slot: Int) {
        self.slot = MergeableSlot(object, accessor: slot, .counter)
    }

    init(_ slot: MergeableSlot) { self.slot = slot }

    /// The present number: the stored one and the unsaved additions.
    public var value: Number { Number(_amount: slot.visible?.amount) }

    /// The number that the store holds, as far as the context knows.
    public var storedValue: Number { Number(_amount: slot.state?.base.amount) }

    /// The amount that the next save adds; nil after `assign(_:)`, when the save replaces the stored number.
    ///
    /// ## Compatibility
    /// An addition.
    public var pendingAmount: Number.Amount? {
        switch slot.state?.delta {
        case .integer(let delta) where delta.base == .kept: Number.Amount(_amount: .integer(delta.amount))
        case .real(let delta) where delta.base == .kept: Number.Amount(_amount: .real(delta.amount))
        case .decimal(let delta) where delta.base == .kept: Number.Amount(_amount: .decimal(delta.amount))
        default: nil
        }
    }

    /// Adds to the number; nil counts as 0.
    ///
    /// Stops the process when the number would leave the range of its type: use `tryIncrement(by:)` for amounts from
    /// outside. The model's minimum and maximum are checked when the object is validated, and again when the save adds to
    /// the stored number.
    ///
    /// - Parameter amount: the amount.
    public func increment(by amount: Number.Amount = 1) { add(amount._amount) }

    /// Subtracts from the number; nil counts as 0.
    ///
    /// Stops the process when the number would leave the range of its type: use `tryDecrement(by:)` for amounts from
    /// outside.
    ///
    /// - Parameter amount: the amount.
    public func decrement(by amount: Number.Amount = 1) {
        guard let given = amount._amount, let negative = given.negative else {
            return slot.raise("the negative of \(amount) is out of range")
        }
        add(negative)
    }

    /// Replaces the number: the save stores it, and later additions, whatever number is stored by then.
    ///
    /// - Parameter number: the number.
    public func assign(_ number: Number) {
        let amount = number._amount
        change(
            amount, integer: { .assign($0) }, real: { .assign($0) }, decimal: { .assign($0) })
    }

    // MARK: Twins that throw

    /// Adds to the number; throws where `increment(by:)` stops the process.
    ///
    /// - Parameter amount: the amount, from any source.
    /// - Throws: `CoreDataException` when the number would leave the range of its type; it is unchanged.
    public func tryIncrement(by amount: Number.Amount = 1) throws {
        try ExceptionTrap.catching { increment(by: amount) }
    }

    /// Subtracts from the number; throws where `decrement(by:)` stops the process.
    ///
    /// - Parameter amount: the amount, from any source.
    /// - Throws: `CoreDataException` when the number would leave the range of its type; it is unchanged.
    public func tryDecrement(by amount: Number.Amount = 1) throws {
        try ExceptionTrap.catching { decrement(by: amount) }
    }

    /// Replaces the number; throws where `assign(_:)` stops the process.
    ///
    /// - Parameter number: the number, from any source.
    /// - Throws: `CoreDataException` for a number that the attribute's type cannot hold.
    public func tryAssign(_ number: Number) throws { try ExceptionTrap.catching { assign(number) } }

    // MARK: Deltas

    private func add(_ amount: _MergeableAmount?) {
        change(
            amount, integer: { .add($0 ?? 0) }, real: { .add($0 ?? 0) }, decimal: { .add($0 ?? 0) })
    }

    /// Makes a delta of the attribute's type; reports a number that the type cannot hold.
    private func change(
        _ amount: _MergeableAmount?, integer: (Int64?) -> CounterDelta<Int64>,
        real: (Double?) -> CounterDelta<Double>, decimal: (Decimal?) -> CounterDelta<Decimal>
    ) {
        switch slot.rule?.identity {
        case .integer:
            guard amount == nil || amount?.integer != nil else {
                return slot.raise("it counts integers, and \(Self.text(amount)) is none")
            }
            slot.change(by: .integer(integer(amount?.integer)))
        case .real: slot.change(by: .real(real(amount?.real)))
        case .decimal:
            guard amount?.decimal.isNaN != true else {
                return slot.raise("it counts decimals, and \(Self.text(amount)) is none")
            }
            slot.change(by: .decimal(decimal(amount?.decimal)))
        default: break
        }
    }

    private static func text(_ amount: _MergeableAmount?) -> String {
        switch amount {
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .decimal(let number): "\(number)"
        case nil: "nil"
        }
    }
}

extension MergeContent {
    fileprivate var amount: _MergeableAmount? {
        switch self {
        case .integer(let number): number.map { .integer($0) }
        case .real(let number): number.map { .real($0) }
        case .decimal(let number): number.map { .decimal($0) }
        case .set, .dictionary, .value: nil
        }
    }
}
