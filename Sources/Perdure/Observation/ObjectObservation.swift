// SPDX-License-Identifier: Apache-2.0
// The observers of one object of an Observable class. What accessors, key-value coding and changes tell them is in
// NSManagedObject+Observation.swift.

import Observation

/// A property, as the Observation framework tells properties apart.
typealias ObservedKey = KeyPath<ObjectObservation, Void>

/// The observers of one object.
///
/// Made when a property is read for the first time, because a registrar is a heap object. Properties have key paths of
/// this class, with their name as argument: so every key can be observed, also one that no Swift property has.
final class ObjectObservation: Observable, LiveValue {
    private let registrar = ObservationRegistrar()

    subscript(key: String) -> Void { () }

    @inline(__always) func access(_ key: ObservedKey) { registrar.access(self, keyPath: key) }
    func willSet(_ key: ObservedKey) { registrar.willSet(self, keyPath: key) }
    func didSet(_ key: ObservedKey) { registrar.didSet(self, keyPath: key) }
}

/// The keys of an entity whose objects can be observed.
final class ObservedKeys: @unchecked Sendable {
    // Sendable because nothing changes after init; the arguments of the key paths are strings.

    /// Where an object keeps its observers: behind the slots of its properties.
    let slot: Int
    let bySlot: ContiguousArray<ObservedKey>
    /// Keys that the class has besides the model's.
    let others: [ObservedKey]
    private let slots: [String: Int]

    init(_ slots: [String: Int], _ names: ContiguousArray<String>, _ tables: ClassTables, slot: Int) {
        self.slot = slot
        self.slots = slots
        bySlot = ContiguousArray(names.map { \ObjectObservation[$0] })
        let keys = tables.dependentKeyNames.union(tables.accessors.names).subtracting(names)
        others = keys.sorted().map { \ObjectObservation[$0] }
    }

    subscript(key: String) -> ObservedKey { slots[key].map { bySlot[$0] } ?? \ObjectObservation[key] }
}
