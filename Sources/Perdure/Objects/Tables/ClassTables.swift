// SPDX-License-Identifier: Apache-2.0
// The tables of one class and its superclasses (ClassProperties.swift), put together once per class by
// ClassTables+Making.swift. The bindings of entities copy what they need.

import Observation
import PerdureBase

/// The tables of a class, nearest first.
final class ClassTables: Sendable {
    let type: NSManagedObject.Type
    /// The class's own table, if it has one, then those of its superclasses.
    let chain: [ClassProperties]
    /// The nearest table whose accessors use slot numbers.
    let slotTable: ClassProperties?
    /// The hand-written accessors of the class and its superclasses.
    let accessors: KeyAccessors
    let hasAccessors: Bool
    /// The custom validators of the class and its superclasses.
    let validators: KeyValidators
    /// Whether a save must ask the class about each value: it has validators, or a `validateValue(_:forKey:)`.
    let validatesValues: Bool
    /// Whether a save must tell the objects of it.
    let hasSaveHooks: Bool
    private let dependentKeys: [String: Set<String>]
    /// Whether the class asks for Observation.
    let isObservable: Bool
    /// The names behind key paths with this class as root; ClassTables+Making.swift fills the cache.
    let names = Lock<KeyPathNames?>(nil)
    /// The tables that extensions declare, by key.
    ///
    /// The value is nil for a key without a declaration. ExtensionKeys.swift fills the cache.
    let extensionTables = Lock<[String: ClassProperties?]>([:])
    /// The keys that each computed key depends on; KeyDependencies+Entities.swift fills the cache.
    let keySources = Lock<[String: KeySources]>([:])

    /// Takes what ClassTables+Making.swift finds.
    init(
        _ type: NSManagedObject.Type, chain: [ClassProperties], validators: KeyValidators,
        hasOwnValidation: Bool, hasSaveHooks: Bool, dependentKeys: [String: Set<String>]
    ) {
        self.type = type
        self.chain = chain
        slotTable = chain.first { !$0.slots.isEmpty }
        accessors = KeyAccessors(chain)
        hasAccessors = !accessors.isEmpty
        self.validators = validators
        validatesValues = !validators.isEmpty || hasOwnValidation
        self.hasSaveHooks = hasSaveHooks
        self.dependentKeys = dependentKeys
        isObservable = type is any Observable.Type
    }

    /// The key paths that affect a key, as tables and extensions declare them.
    func keyPaths(affecting key: String) -> Set<String> {
        dependentKeys[key] ?? extensionTable(key)?.dependentKeys[key] ?? []
    }

    /// The keys for which the class or a superclass declares key paths.
    var dependentKeyNames: Set<String> { Set(dependentKeys.keys) }
}
