// SPDX-License-Identifier: Apache-2.0
// propertiesToFetch for objects: a fault may have some of its values, which a fetch has read. They are kept apart from
// its slots, so that no snapshot, save or cache takes them for a row; whatever else is asked of it, or set, fires it.

import PerdurePredicates
import PerdureStore

/// The values of a fault that are known.
final class PartialValues: @unchecked Sendable {
    // Sendable because nothing changes after init; the table is behind a lock.
    private let slots: SlotStorage
    private let known: SlotMask

    private static let all = Lock<[ObjectIdentifier: PartialValues]>([:])

    /// Which slots may be known: plain values, of slots that have a bit of their own.
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
        // Bound, so that what goes goes outside of the lock.
        let former = all.withLock { all in
            let former = all[ObjectIdentifier(object)]
            all[ObjectIdentifier(object)] = values
            return former
        }
        withExtendedLifetime(former) {}
    }

    /// Where the value of a slot lies, if it is known.
    func place(of slot: Int) -> SlotPlace? { known.contains(slot) ? slots.place(of: slot) : nil }
}

extension NSManagedObject {
    /// Takes some values while the object stays a fault.
    final func take(_ values: PartialValues) {
        // Of objects whose reads are followed or checked each read must go the usual way.
        guard slots.isFault, !state.contains(.observed), binding.observedKeys == nil, !QueueCheck.isOn else {
            return
        }
        PartialValues.set(values, for: self)
        state.insert(.partial)
    }

    /// Forgets them: the object is filled, or shall show the newest values.
    final func forgetPartialValues() {
        guard state.contains(.partial) else { return }
        state.remove(.partial)
        PartialValues.set(nil, for: self)
    }

    /// The known value of a slot of a fault.
    @inline(never)
    final func partialPlace(of slot: Int?) -> SlotPlace? {
        slot.flatMap { PartialValues.of(self)?.place(of: $0) }
    }
}
