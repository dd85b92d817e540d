// SPDX-License-Identifier: Apache-2.0
// The tables of one class and its superclasses (ClassProperties.swift), put together once per class. The bindings of entities
// copy what they need.

import Foundation
import Observation
import PerdureBase
import PerdurePredicates

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
    private let dependentKeys: [String: Set<String>]
    /// Whether the class asks for Observation.
    let isObservable: Bool
    private let names = Lock<KeyPathNames?>(nil)
    /// The tables that extensions declare, by key.
    ///
    /// The value is nil for a key without a declaration. ExtensionKeys.swift fills the cache.
    let extensionTables = Lock<[String: ClassProperties?]>([:])
    /// The keys that each computed key depends on; Observation/KeyDependencies.swift fills the cache.
    let keySources = Lock<[String: KeySources]>([:])

    private init(_ type: NSManagedObject.Type) {
        self.type = type
        chain = Self.superclasses(of: type).flatMap(Self.ownTables)
        slotTable = chain.first { !$0.slots.isEmpty }
        accessors = KeyAccessors(chain)
        hasAccessors = !accessors.isEmpty
        validators = KeyValidators(type, chain)
        validatesValues = !validators.isEmpty || OverriddenMethods.hasOwnValidation(type)
        dependentKeys = Self.dependentKeys(type, chain)
        isObservable = type is any Observable.Type
    }

    private static let all = Lock<[ObjectIdentifier: ClassTables]>([:])

    /// The tables of a class, made at the first call.
    static func of(_ type: NSManagedObject.Type) -> ClassTables {
        let id = ObjectIdentifier(type)
        if let known = all.withLock({ $0[id] }) { return known }
        // The tables are made without the lock, because making them runs code of the class. When two threads make them, the
        // first result stays.
        let made = ClassTables(type)
        return all.withLock { tables in
            if let known = tables[id] { return known }
            tables[id] = made
            return made
        }
    }

    static func superclasses(of type: NSManagedObject.Type) -> [NSManagedObject.Type] {
        Array(
            sequence(first: type) { type in
                type == NSManagedObject.self ? nil : _getSuperclass(type) as? NSManagedObject.Type
            })
    }

    /// The declarations of the class and its superclasses together; a class adds to the declarations that it inherits.
    private static func dependentKeys(_ type: NSManagedObject.Type, _ chain: [ClassProperties])
        -> [String: Set<String>]
    {
        let inExtensions = superclasses(of: type).compactMap {
            ($0 as? any DependentKeyDeclaring.Type)?.dependentKeys
        }
        return (chain.map(\.dependentKeys) + inExtensions).reduce(into: [:]) { all, keys in
            all.merge(keys) { $0.union($1) }
        }
    }

    /// The key paths that affect a key, as tables and extensions declare them.
    func keyPaths(affecting key: String) -> Set<String> {
        dependentKeys[key] ?? extensionTable(key)?.dependentKeys[key] ?? []
    }

    /// The keys for which the class or a superclass declares key paths.
    var dependentKeyNames: Set<String> { Set(dependentKeys.keys) }

    /// The tables that the class itself declares: one in an override, which subclasses inherit, and one in a nested type.
    private static func ownTables(_ type: NSManagedObject.Type) -> [ClassProperties] {
        let declared = type._classProperties.flatMap { $0.type == type ? $0 : nil }
        return [declared, nestedTable(type)].compactMap(\.self)
    }

    /// The table in the nested class `_ClassProperties`, found by the name that the compiler gives to it.
    ///
    /// The nested type is a class, because the optimizer removes enums and structs that no code names.
    private static func nestedTable(_ type: NSManagedObject.Type) -> ClassProperties? {
        guard type != NSManagedObject.self, let name = _mangledTypeName(type) else { return nil }
        let provider = _typeByName(name + "16_ClassPropertiesC") as? any _ClassPropertiesProvider.Type
        return provider?.properties
    }

    /// The names behind key paths with this class as root, made at the first call.
    var keyPathNames: KeyPathNames {
        if let known = names.withLock(\.self) { return known }
        // The names are made without the lock, because making them runs code of the class. A second run gives the same names.
        let made = KeyPathNames(self)
        names.withLock { $0 = made }
        return made
    }
}
