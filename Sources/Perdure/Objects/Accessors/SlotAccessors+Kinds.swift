// SPDX-License-Identifier: Apache-2.0
// Typed accessors of an attribute whose kind (SlotKind.swift) may differ from their own: the class was written for another
// type of the attribute.

import Foundation
import PerdureBase
import PerdureStore

extension NSManagedObject {
    /// Sets an attribute, tracked, for an accessor with values of one kind.
    @inline(__always)
    final func set(_ value: consuming StoredValue, _ kind: SlotKind, at number: Int) {
        guard let slot = slot(writing: number) else { return }
        if environment.kinds[slot] == kind {
            setAttribute(.stored(value), at: slot)
        } else {
            setOther(value, at: slot)
        }
    }

    /// Sets a property whose kind differs from its accessor's: converts numbers, reports other values as errors.
    @inline(never)
    private func setOther(_ value: StoredValue, at slot: Int) {
        let property = binding.slotProperties[slot]
        guard property.relationship == nil else {
            return ExceptionTrap.raise(ObjectErrors.otherKind(property, of: self, accessor: "n attribute's"))
        }
        writeProperty(Self.plain(value), at: slot)
    }

    private static func plain(_ value: StoredValue) -> Any? {
        switch value {
        case .integer(let number): NSNumber(value: number)
        case .double(let number): NSNumber(value: number)
        case .string(let text): text
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .data(let data): data
        case .uuid(let uuid): uuid
        case .decimal(let box): NSDecimalNumber(decimal: box.value)
        default: nil
        }
    }

    /// Reads a property whose kind differs from its accessor's; reports a value that cannot be converted.
    @inline(never)
    final func other<T>(_ number: Int, as type: T.Type) -> T? {
        guard let slot = slot(reading: number) else { return nil }
        if type is Data.Type, let merged = slots[slot].merged { return merged.bytes as? T }
        guard let value = value(of: binding.slotProperties[slot]) else { return nil }
        if let value = value as? T { return value }
        ExceptionTrap.raise(ObjectErrors.otherType(value, of: binding.names[slot], of: self, wanted: T.self))
        return nil
    }

    @inline(never)
    final func otherInteger(_ number: Int) -> Int64? { other(number, as: NSNumber.self)?.int64Value }

    @inline(never)
    final func otherDouble(_ number: Int) -> Double? { other(number, as: NSNumber.self)?.doubleValue }
}
