// SPDX-License-Identifier: Apache-2.0
// Objects whose class conforms to Observable: what is read is noted, what changes is announced. Objects of other
// classes never come here. The registrar is ObjectObservation.swift.

import PerdureStore

extension NSManagedObject {
    /// The readers; nil as long as no property was read, and for a fault.
    final var observation: ObjectObservation? {
        guard let keys = binding.observedKeys, case .live(let value) = slots[keys.slot] else { return nil }
        // Only an observation is put there.
        return unsafeDowncast(value, to: ObjectObservation.self)
    }

    /// Notes that a property of a special object is read.
    final func noteAccess(_ slot: Int) {
        if let keys = binding.observedKeys {
            observation(keys).access(keys.bySlot[slot])
        } else if state.contains(.probe) {
            (link?.sink as? KeyPathProbe)?.note(slot, of: self)
        }
    }

    /// The same by name, also of a property that the model does not have.
    @inline(never)
    final func noteAccess(forKey key: String) {
        guard binding.observedKeys != nil || state.contains(.probe) else { return }
        if let slot = binding.layout.slots[key] { return noteAccess(slot) }
        guard let keys = binding.observedKeys else { return }
        let observation = observation(keys)
        observation.access(keys[key])
        // A change of a source does not find keys that extensions declare: who reads such a key reads its sources.
        for source in tables.sources(of: key).keys { observation.access(keys[source]) }
    }

    private func observation(_ keys: ObservedKeys) -> ObjectObservation {
        if let observation { return observation }
        let made = ObjectObservation()
        slots[keys.slot] = .live(made)
        return made
    }

    /// Tells readers of a key, and of those that depend on it, that it is going to change.
    final func tellReaders(willChange key: String) {
        guard let observation, let keys = binding.observedKeys else { return }
        observation.willSet(keys[key])
        for dependent in binding.dependents(of: key) { observation.willSet(keys[dependent]) }
    }

    /// Tells them that it has changed.
    final func tellReaders(didChange key: String) {
        guard let observation, let keys = binding.observedKeys else { return }
        observation.didSet(keys[key])
        for dependent in binding.dependents(of: key) { observation.didSet(keys[dependent]) }
    }

    /// Tells readers of all properties, whose values are dropped: whoever reads again gets those of the store.
    ///
    /// Observers by name are not told, because their options would fire the fault again.
    final func dropping(_ drop: () -> Void) {
        guard let observation, let keys = binding.observedKeys else { return drop() }
        for key in keys.bySlot { observation.willSet(key) }
        for key in keys.others { observation.willSet(key) }
        drop()
        for key in keys.bySlot { observation.didSet(key) }
        for key in keys.others { observation.didSet(key) }
    }
}
