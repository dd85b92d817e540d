// SPDX-License-Identifier: Apache-2.0
// Who is told of an object's changes, and when: every announcement of a special object comes here. Readers are those of
// the Observation framework (NSManagedObject+Observation.swift), observers those by name (KeyObservers.swift).

import PerdureStore

extension NSManagedObject {
    /// Before a change: readers are told, and observers who ask for it.
    ///
    /// A fault that is going to be written is fired first, so that observers see what it was. Objects whose accessors
    /// are direct have nobody to tell and never come here.
    @inline(never)
    final func tellObservers(willChange key: String, _ mutation: MemberMutation? = nil) {
        if slots.isFault, let slot = binding.layout.slots[key] { fireFault(for: slot) }
        let hadValues = !slots.isFault
        tellReaders(willChange: key)
        if state.contains(.observed) { keyObservers?.willChange(key, of: self, mutation) }
        // An observer may have made a fault of the object: what is written to a fault would be lost.
        if hadValues, slots.isFault { fireFault() }
    }

    /// After a change.
    @inline(never)
    final func tellObservers(didChange key: String) {
        tellReaders(didChange: key)
        if state.contains(.observed) { keyObservers?.didChange(key, of: self) }
    }

    /// Tells of a slot that a save changes, without an announcement to subclasses.
    ///
    /// Observers may change objects, and in the middle of a save that would be lost: they are told after it.
    @inline(__always)
    final func changing(_ slot: Int, _ change: () -> Void) {
        if !slots.isSpecial { return change() }
        let key = binding.names[slot]
        tellObservers(willChange: key)
        change()
        if let sink = link?.sink { sink.didSaveOtherValue(self, key) } else { tellObservers(didChange: key) }
    }

    /// Says what members an ordered relationship will have, for observers who are told of places.
    ///
    /// - Parameters:
    ///   - slot: the relationship.
    ///   - change: what will be done to its members; here it is done to a copy.
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

    /// The observers by name; finds out when there are none any more.
    private var keyObservers: KeyObservers? {
        if let found = ObservationTable.observers(of: self) { return found }
        state.remove(.observed)
        slots.isSpecial = needsSpecialAccess
        return nil
    }

    /// The object has the values of a row: watches behind its relationships go where these lead now.
    @inline(never)
    final func followObservedSteps() {
        guard state.contains(.observed), let keyObservers else { return }
        for watch in ObservationTable.watches(keyObservers) { watch.follow(self) }
    }
}
