// SPDX-License-Identifier: Apache-2.0
// Tells readers and observers of an object's changes: every announcement of a special object comes here. Readers use the
// Observation framework (NSManagedObject+Observation.swift), observers register by name (KeyObservers.swift).

import PerdureStore

extension NSManagedObject {
    /// Tells readers of a coming change, and observers who ask for it.
    ///
    /// Fires a fault first, so that observers see the old value. Objects with direct accessors have nobody to tell and
    /// never come here.
    @inline(never)
    final func tellObservers(willChange key: String, _ mutation: MemberMutation? = nil) {
        if slots.isFault, let slot = binding.layout.slots[key] { fireFault(for: slot) }
        let hadValues = !slots.isFault
        tellReaders(willChange: key)
        if state.contains(.observed) { keyObservers?.willChange(key, of: self, mutation) }
        // An observer may have turned the object into a fault, and writing to a fault would be lost.
        if hadValues, slots.isFault { fireFault() }
    }

    /// Tells readers and observers of a change that has happened.
    @inline(never)
    final func tellObservers(didChange key: String) {
        tellReaders(didChange: key)
        if state.contains(.observed) { keyObservers?.didChange(key, of: self) }
    }

    /// Changes a slot for a save, and tells observers without an announcement to subclasses.
    ///
    /// Observers are told after the save: a change that they made in the middle of it would be lost.
    @inline(__always)
    final func changing(_ slot: Int, _ change: () -> Void) {
        if !slots.isSpecial { return change() }
        let key = binding.names[slot]
        tellObservers(willChange: key)
        change()
        if let sink = link?.sink { sink.didSaveOtherValue(self, key) } else { tellObservers(didChange: key) }
    }

    /// Computes the members that an ordered relationship will have, for observers who need indexes.
    ///
    /// - Parameters:
    ///   - slot: the relationship.
    ///   - change: the coming change of the members; runs on a copy here.
    @inline(__always)
    final func expectMembers(at slot: Int, _ change: (ToManyValue) -> Void) {
        if slots.isSpecial, state.contains(.observed) { expectOrder(at: slot, change) }
    }

    @inline(never)
    private func expectOrder(at slot: Int, _ change: (ToManyValue) -> Void) {
        guard binding.slotProperties[slot].relationship?.isOrdered == true, let keyObservers else { return }
        let copy = loadedToMany(at: slot).copy()
        change(copy)
        keyObservers.expect(copy.list, forKey: binding.names[slot])
    }

    /// The observers by name; clears the object's mark when there are none any more.
    private var keyObservers: KeyObservers? {
        if let found = ObservationTable.observers(of: self) { return found }
        state.remove(.observed)
        slots.isSpecial = needsSpecialAccess
        return nil
    }

    /// Moves the watches behind the object's relationships, because it has got the values of a row.
    @inline(never)
    final func followObservedSteps() {
        guard state.contains(.observed), let keyObservers else { return }
        for watch in ObservationTable.watches(keyObservers) { watch.follow(self) }
    }
}
