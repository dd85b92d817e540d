// SPDX-License-Identifier: Apache-2.0
// Objects whose class conforms to Observable: reads are noted, changes are announced. Objects of other classes only note
// reads for key path probes. The registrar is in ObjectObservation.swift.

import PerdureStore

extension NSManagedObject {
    /// The readers; nil before a property is read, and for a fault.
    final var observation: ObjectObservation? {
        guard let keys = binding.observedKeys, case .live(let value) = slots[keys.slot] else { return nil }
        // This slot only holds an observation.
        return unsafeDowncast(value, to: ObjectObservation.self)
    }

    /// Notes a read of a special object's property.
    final func recordAccess(_ slot: Int) {
        if let keys = binding.observedKeys {
            observation(keys).access(keys.bySlot[slot])
        } else if state.contains(.probe) {
            (link?.sink as? KeyPathProbe)?.record(slot, of: self)
        }
    }

    /// Notes a read by the property's name, also of a property that the model lacks.
    @inline(never)
    final func recordAccess(forKey key: String) {
        guard binding.observedKeys != nil || state.contains(.probe) else { return }
        if let slot = binding.layout.slots[key] { return recordAccess(slot) }
        guard let keys = binding.observedKeys else { return }
        let observation = observation(keys)
        observation.access(keys[key])
        // A change of a source does not find keys of extensions, so a read of such a key also counts as a read of its
        // sources.
        for source in tables.sources(of: key).keys { observation.access(keys[source]) }
    }

    private func observation(_ keys: ObservedKeys) -> ObjectObservation {
        if let observation { return observation }
        let made = ObjectObservation()
        slots[keys.slot] = .live(made)
        return made
    }

    /// Tells readers of a key and of its dependent keys that the key is going to change.
    final func tellReaders(willChange key: String) {
        guard let observation, let keys = binding.observedKeys else { return }
        observation.willSet(keys[key])
        for dependent in binding.dependents(of: key) { observation.willSet(keys[dependent]) }
    }

    /// Tells readers of a key and of its dependent keys that the key has changed.
    final func tellReaders(didChange key: String) {
        guard let observation, let keys = binding.observedKeys else { return }
        observation.didSet(keys[key])
        for dependent in binding.dependents(of: key) { observation.didSet(keys[dependent]) }
    }

    /// Tells readers of all properties that the values are dropped; the next read gets the store's values.
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
