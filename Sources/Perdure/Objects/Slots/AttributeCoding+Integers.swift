// SPDX-License-Identifier: Apache-2.0
// Integers, and the numbers that are none. A number beyond 64 bits stays in its slot as a double until validation refuses it: an
// integer in its place would be another number. Part of AttributeCoding.swift.

import Foundation
import PerdureModel
import PerdureStore

extension AttributeCoding {
    /// Whether the attribute holds whole numbers.
    var isInteger: Bool { isRanged || type == .boolean }

    /// Whether a number may be outside the range of its type, or a text no URI.
    var needsRangeCheck: Bool {
        // Counters refuse such numbers where they are set.
        type == .integer64 ? details?.merge?.kind != .counter : isRanged || type == .uri
    }

    private var isRanged: Bool { type == .integer16 || type == .integer32 || type == .integer64 }

    /// The slot's form of a number in an integer attribute; nil for a value of another class.
    func integer(_ value: Any) -> StoredValue? {
        switch value {
        case let number as Int: .integer(Int64(number))
        case let number as NSNumber: integer(otherwise: number)
        default: nil
        }
    }

    /// The slot's form of a number that is no plain integer: the fraction is cut off, and NaN counts as nil.
    private func integer(otherwise number: NSNumber) -> StoredValue {
        let nearest = number.doubleValue
        if nearest.isNaN { return .null }
        if abs(nearest) < 0x1p63 { return .integer(number.int64Value) }
        // The greatest integers have a nearest double that is out of range.
        if let integer = Int64(exactly: number) { return .integer(integer) }
        return type == .boolean ? .integer(1) : .double(nearest)
    }

    /// Whether an object is a number that the integer attribute can store; NaN is none.
    func isInRange(_ object: AnyObject) -> Bool {
        guard case .integer(let number)? = (object as? NSNumber).flatMap(integer) else { return false }
        return switch type {
        case .integer16: Int16(exactly: number) != nil
        case .integer32: Int32(exactly: number) != nil
        default: true
        }
    }

    /// The first number of a value that its integer attribute cannot store; of a composite, an element's.
    func unfitNumber(in value: StoredValue) -> Double? {
        switch value {
        case .double(let number): isInteger ? number : nil
        case .composite(let leaves):
            zip(leafCodings, leaves).lazy.compactMap { $0.coding.unfitNumber(in: $1) }.first
        default: nil
        }
    }

    /// Whether a slot's value has a number that its integer attribute cannot store.
    func isUnfit(_ value: SlotValue) -> Bool {
        if case .stored(let stored) = value { return unfitNumber(in: stored) != nil }
        return zip(leafCodings, LiveComposite.leaves(of: value) ?? []).contains { $0.coding.isUnfit($1) }
    }

    /// Refuses a value that no row can hold.
    ///
    /// - Throws: the error of a value that does not fit.
    func checkFit(_ value: StoredValue, _ entity: String, _ property: String) throws {
        guard let number = unfitNumber(in: value) else { return }
        throw ErrorTranslation.translate(
            StoreError.invalidValue(
                entity: entity, property: property, reason: "\(number) does not fit into it"))
    }
}
