// SPDX-License-Identifier: Apache-2.0
// Finds the tables of a class and its superclasses, once per class. Part of ClassTables.swift.

import Foundation
import PerdureBase

extension ClassTables {
    private static let all = Lock<[ObjectIdentifier: ClassTables]>([:])

    /// The tables of a class, made at the first call.
    static func of(_ type: NSManagedObject.Type) -> ClassTables {
        let id = ObjectIdentifier(type)
        if let known = all.withLock({ $0[id] }) { return known }
        // The tables are made without the lock, because making them runs code of the class. When two threads make them, the
        // first result stays.
        let made = make(type)
        return all.withLock { tables in
            if let known = tables[id] { return known }
            tables[id] = made
            return made
        }
    }

    private static func make(_ type: NSManagedObject.Type) -> ClassTables {
        let chain = superclasses(of: type).flatMap(ownTables)
        return ClassTables(
            type, chain: chain, validators: KeyValidators(validators(type, chain)),
            hasOwnValidation: OverriddenMethods.hasOwnValidation(type),
            hasSaveHooks: OverriddenMethods.hasSaveHooks(type),
            dependentKeys: dependentKeys(type, chain))
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

    /// The validators that the class and its superclasses declare, nearest first.
    private static func validators(_ type: NSManagedObject.Type, _ chain: [ClassProperties])
        -> [[String: KeyValidator]]
    {
        superclasses(of: type).flatMap { type in
            let tables = chain.filter { $0.type == type }.map(\.validators)
            return tables + [(type as? any PropertyValidating.Type)?.validators ?? [:]]
        }
    }

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

extension NSManagedObject {
    /// The key paths that affect a key, as the class's code declares them.
    static func declaredKeyPaths(affecting key: String) -> Set<String> {
        ClassTables.of(self).keyPaths(affecting: key)
    }
}
