// SPDX-License-Identifier: Apache-2.0
// The handle of a counter: `post.$likes`. The numbers are in MergeableNumber.swift.

import Foundation
import PerdureStore

/// A counter of one object: what is added to it here and by others adds up.
///
/// ```swift
/// post.$likes.increment()            // +1, whatever others do meanwhile
/// post.$likes.increment(by: 3)
/// post.likes = 5                     // adds the difference to what is to be seen now
/// post.$likes.assign(0)              // absolute: what others add until the save is lost
/// try post.$likes.tryIncrement(by: amountFromTheNet)
/// ```
///
/// The handle holds its object and nothing else: it may be kept, and always shows the newest value. Each access may fire
/// the object's fault, which costs one access to the store at most; nothing else here does. A change is announced, undone
/// and saved as that of any attribute; the save adds it to what is stored by then.
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

    /// The number to be seen: the stored one and what was added since.
    public var value: Number { Number(_amount: slot.visible?.amount) }

    /// The number that the store holds, as far as the context knows.
    public var storedValue: Number { Number(_amount: slot.state?.base.amount) }

    /// What the next save adds; nil after `assign(_:)`, when the save replaces the stored number.
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
    /// Stops the process when the number would leave the range of its type: `tryIncrement(by:)` is for amounts from
    /// outside. The minimum and the maximum of the model are looked at when the object is validated and again when the
    /// save adds to the stored number.
    ///
    /// - Parameter amount: what to add.
    public func increment(by amount: Number.Amount = 1) { add(amount._amount) }

    /// Subtracts from the number; nil counts as 0.
    ///
    /// Stops the process when the number would leave the range of its type: `tryDecrement(by:)` is for amounts from
    /// outside.
    ///
    /// - Parameter amount: what to subtract.
    public func decrement(by amount: Number.Amount = 1) {
        guard let given = amount._amount, let negative = given.negative else {
            return slot.raise("the negative of \(amount) is out of range")
        }
        add(negative)
    }

    /// Replaces the number: the save stores it, with what is added after this, whatever others have stored.
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
    /// - Parameter amount: what to add, from wherever.
    /// - Throws: `CoreDataException` when the number would leave the range of its type; it is unchanged.
    public func tryIncrement(by amount: Number.Amount = 1) throws {
        try ExceptionTrap.catching { increment(by: amount) }
    }

    /// Subtracts from the number; throws where `decrement(by:)` stops the process.
    ///
    /// - Parameter amount: what to subtract, from wherever.
    /// - Throws: `CoreDataException` when the number would leave the range of its type; it is unchanged.
    public func tryDecrement(by amount: Number.Amount = 1) throws {
        try ExceptionTrap.catching { decrement(by: amount) }
    }

    /// Replaces the number; throws where `assign(_:)` stops the process.
    ///
    /// - Parameter number: the number, from wherever.
    /// - Throws: `CoreDataException` for a number that the attribute's type does not have.
    public func tryAssign(_ number: Number) throws { try ExceptionTrap.catching { assign(number) } }

    // MARK: Deltas

    private func add(_ amount: _MergeableAmount?) {
        change(
            amount, integer: { .add($0 ?? 0) }, real: { .add($0 ?? 0) }, decimal: { .add($0 ?? 0) })
    }

    /// Makes the delta of the attribute's type, and reports a number that the type does not have.
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
