// SPDX-License-Identifier: Apache-2.0
// propertiesToFetch for objects: a fault may have some values, which a fetch has read. They are kept apart from its
// slots, so that no snapshot, save or cache takes them for a row. Reading another property, or setting one, fires the
// fault.

import PerdureBase
import PerdureStore

/// The known values of a fault.
final class PartialValues: @unchecked Sendable {
    // Sendable because nothing changes after init; the table is behind a lock.
    private let slots: SlotStorage
    private let known: SlotMask

    private static let all = Lock<[ObjectIdentifier: PartialValues]>([:])

    /// Whether a slot's value may be kept: a plain value, in a slot that has a bit of its own.
    static func allows(_ property: PropertyLayout) -> Bool {
        guard property.slot < 63, let attribute = property.attribute, property.isStoredInRow else {
            return false
        }
        return switch attribute.type {
        case .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date, .uuid:
            true
        default: false
        }
    }

    init(_ values: [(slot: Int, value: StoredValue)]) {
        let count = (values.map(\.slot).max() ?? -1) + 1
        var slots = SlotStorage(values: ContiguousArray(repeating: .null, count: count), row: nil)
        var mask = SlotMask()
        for (slot, value) in values {
            slots[slot] = .stored(value)
            mask.insert(slot)
        }
        self.slots = slots
        known = mask
    }

    deinit { slots.deallocate() }

    static func of(_ object: NSManagedObject) -> PartialValues? {
        all.withLock { $0[ObjectIdentifier(object)] }
    }

    static func set(_ values: PartialValues?, for object: NSManagedObject) {
        // The former values are bound, so that they are released outside of the lock.
        let former = all.withLock { all in
            let former = all[ObjectIdentifier(object)]
            all[ObjectIdentifier(object)] = values
            return former
        }
        withExtendedLifetime(former) {}
    }

    /// The memory of a slot's value, if the value is known.
    func address(of slot: Int) -> SlotAddress? { known.contains(slot) ? slots.address(of: slot) : nil }
}

extension NSManagedObject {
    /// Takes some values while the object stays a fault.
    final func adopt(_ values: PartialValues) {
        // Each read of an observed or checked object must take the usual path.
        guard slots.isFault, !state.contains(.observed), binding.observedKeys == nil, !QueueCheck.isOn else {
            return
        }
        PartialValues.set(values, for: self)
        state.insert(.partial)
    }

    /// Forgets the partial values: the object is filled, or must show newer values.
    final func forgetPartialValues() {
        guard state.contains(.partial) else { return }
        state.remove(.partial)
        PartialValues.set(nil, for: self)
    }

    /// The known value of a slot of a fault.
    @inline(never)
    final func partialValueAddress(of slot: Int?) -> SlotAddress? {
        slot.flatMap { PartialValues.of(self)?.address(of: $0) }
    }
}
