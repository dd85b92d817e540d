// SPDX-License-Identifier: Apache-2.0
// The observers of one object of an Observable class. Accessors, key-value coding and changes call them in
// NSManagedObject+Observation.swift.

import Observation

/// The Observation framework's identifier of a property.
typealias ObservedKey = KeyPath<ObjectObservation, Void>

/// The observers of one object.
///
/// Made at the first read of a property, because a registrar is a heap object. A property's key path leads into this
/// class, with the property's name as argument. So every key can be observed, also a key without a Swift property.
final class ObjectObservation: Observable {
    private let registrar = ObservationRegistrar()

    subscript(key: String) -> Void { () }

    @inline(__always) func access(_ key: ObservedKey) { registrar.access(self, keyPath: key) }
    func willSet(_ key: ObservedKey) { registrar.willSet(self, keyPath: key) }
    func didSet(_ key: ObservedKey) { registrar.didSet(self, keyPath: key) }
}

/// The keys of an entity whose objects can be observed.
final class ObservedKeys: @unchecked Sendable {
    // Sendable because nothing changes after init; the arguments of the key paths are strings.

    /// The slot of an object's observers, behind the slots of its properties.
    let slot: Int
    let bySlot: ContiguousArray<ObservedKey>
    /// The class's own keys beside the model's.
    let others: [ObservedKey]
    private let slots: [String: Int]

    /// Makes the keys.
    ///
    /// - Parameters:
    ///   - slots: the slots of the properties by name.
    ///   - names: the names of the properties by slot.
    ///   - computed: further keys of the class.
    ///   - slot: the slot of an object's observers.
    init(_ slots: [String: Int], _ names: ContiguousArray<String>, computed: Set<String>, slot: Int) {
        self.slot = slot
        self.slots = slots
        bySlot = ContiguousArray(names.map { \ObjectObservation[$0] })
        others = computed.subtracting(names).sorted().map { \ObjectObservation[$0] }
    }

    subscript(key: String) -> ObservedKey { slots[key].map { bySlot[$0] } ?? \ObjectObservation[key] }
}
