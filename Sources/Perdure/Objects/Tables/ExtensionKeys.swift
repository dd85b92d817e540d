// SPDX-License-Identifier: Apache-2.0
// Computed properties in extensions. The macro @DependsOn adds a nested type to the extension. The type is found by the
// property's name when code asks for a key that the other tables do not have. Part of ClassTables.swift.

import Foundation

extension ClassTables {
    /// The table that an extension of the class or of a superclass declares for a key.
    ///
    /// A look-up by name is slow. Keys in the class's own tables are therefore not looked up.
    func extensionTable(_ key: String) -> ClassProperties? {
        if let known = extensionTables.withLock({ $0[key] }) { return known }
        guard slotTable?.slots.contains(key) != true, Self.isIdentifier(key) else { return nil }
        let found = Self.superclasses(of: type).lazy.compactMap { Self.extensionTable(key, of: $0) }.first
        extensionTables.withLock { tables in
            // Programs may ask for an undeclared key again and again, so a miss is remembered too. The number of undeclared
            // keys is unlimited, so the cache of misses is not.
            if found != nil || tables.count < Self.mostKnownKeys { tables[key] = .some(found) }
        }
        return found
    }

    /// How many keys are remembered, declared or not.
    static let mostKnownKeys = 1024

    /// The table in the nested class whose name is `_Key_` followed by the key, found by the mangled name.
    private static func extensionTable(_ key: String, of type: NSManagedObject.Type) -> ClassProperties? {
        guard type != NSManagedObject.self, let outer = _mangledTypeName(type) else { return nil }
        let name = "_Key_\(key)"
        let provider = _typeByName("\(outer)\(name.utf8.count)\(name)C") as? any _ClassPropertiesProvider.Type
        return provider?.properties
    }

    /// Whether the compiler mangles the key unchanged; any other text could be taken for a part of another mangled name.
    private static func isIdentifier(_ key: String) -> Bool {
        !key.isEmpty
            && key.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

extension NSManagedObject {
    /// The accessor of a computed property in an extension.
    final func extensionAccessor(_ key: String) -> KeyAccessor? {
        tables.extensionTable(key)?.accessors[key]
    }
}
