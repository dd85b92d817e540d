// SPDX-License-Identifier: Apache-2.0
// The slow path of accessors, for objects whose slots they must not read directly: faults and special objects. Each
// access to a special object has further work; in the debug mode of QueueCheck.swift all objects are special. The fast
// path is in SlotAccessors.swift.

import PerdureBase

extension NSManagedObject {
    /// Whether accessors must take the slow path for the object; asked when it gets its values.
    final var needsSpecialAccess: Bool {
        if state.contains(.observed) || QueueCheck.isOn { return true }
        if type(of: self) == environment.plainClass { return false }
        return binding.observedKeys != nil || binding.accessorSlots.map(for: type(of: self)) != nil
    }

    /// Fires the fault; gives the slot of an accessor's number, nil when there is nothing to read.
    ///
    /// Every read of a special object by an accessor passes through here before the slot is read.
    @inline(never)
    final func specialRead(_ number: Int) -> Int? {
        if QueueCheck.isOn { checkQueue(at: number) }
        if slots.isFault { fireFault(for: knownSlot(behind: number)) }
        if slots.isDirect { return number }
        guard let slot = slot(behind: number), !slots.isFault else { return nil }
        recordAccess(slot)
        return slot
    }

    /// Fires the fault; gives the slot of an accessor's number, nil when there is nothing to write.
    ///
    /// Every write to a special object by an accessor passes through here before the change is announced.
    @inline(never)
    final func specialWrite(_ number: Int) -> Int? {
        if QueueCheck.isOn { checkQueue(at: number) }
        if slots.isFault { fireFault(for: knownSlot(behind: number)) }
        return slots.isDirect ? number : slot(behind: number)
    }

    /// The slot of an accessor's number; nil, without an error, for a property that is missing.
    final func knownSlot(behind number: Int) -> Int? {
        guard let map = binding.accessorSlots.map(for: type(of: self)) else { return number }
        return map.slot(number)
    }

    /// The slot of an accessor's number; reports an error for a property that is missing.
    final func slot(behind number: Int) -> Int? {
        guard let map = binding.accessorSlots.map(for: type(of: self)) else { return number }
        if let slot = map.slot(number) { return slot }
        ExceptionTrap.raise(ObjectErrors.missingProperty(map.name(number), of: self))
        return nil
    }
}

extension NSManagedObject {
    /// The memory of the value behind an accessor's number.
    @inline(__always)
    final func slotAddress(_ number: Int) -> SlotAddress {
        slots.isDirect ? slots.directAddress(of: number) : specialSlotAddress(number)
    }

    @inline(never)
    private func specialSlotAddress(_ number: Int) -> SlotAddress {
        if state.contains(.partial), let address = partialValueAddress(of: knownSlot(behind: number)) {
            return address
        }
        // This comes first, because it may fill the slots.
        let slot = specialRead(number)
        return slots.address(of: slot)
    }

    /// The slot behind a number in an accessor that reads; nil when there is nothing to read.
    @inline(__always)
    final func slot(reading number: Int) -> Int? { slots.isDirect ? number : specialRead(number) }

    /// The slot behind a number in an accessor that writes; nil when there is nothing to write.
    @inline(__always)
    final func slot(writing number: Int) -> Int? { slots.isDirect ? number : specialWrite(number) }
}
