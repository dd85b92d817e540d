// SPDX-License-Identifier: Apache-2.0
// Computed properties in extensions: the macro @DependsOn adds a nested type to the extension, which is found by the
// property's name when somebody asks for a key that is not known otherwise. Part of ClassTables.swift.

import Foundation

extension ClassTables {
    /// What an extension of the class or of a superclass declares for a key.
    ///
    /// A look-up by name is slow, so keys that the class's own tables have are not looked for.
    func extensionTable(_ key: String) -> ClassProperties? {
        if let known = extensionTables.withLock({ $0[key] }) { return known }
        guard slotTable?.slots.contains(key) != true, Self.isIdentifier(key) else { return nil }
        let found = Self.superclasses(of: type).lazy.compactMap { Self.extensionTable(key, of: $0) }.first
        extensionTables.withLock { tables in
            // Programs with keys of their own ask for undeclared ones again and again, but there may be no end of them.
            if found != nil || tables.count < Self.mostKnownKeys { tables[key] = .some(found) }
        }
        return found
    }

    /// How many keys are remembered, declared or not.
    static let mostKnownKeys = 1024

    /// The table in the nested class `_Key_` and the key, found by the name that the compiler gives to it.
    private static func extensionTable(_ key: String, of type: NSManagedObject.Type) -> ClassProperties? {
        guard type != NSManagedObject.self, let outer = _mangledTypeName(type) else { return nil }
        let name = "_Key_\(key)"
        let provider = _typeByName("\(outer)\(name.utf8.count)\(name)C") as? any _ClassPropertiesProvider.Type
        return provider?.properties
    }

    /// Whether the compiler writes a name as it is; anything else would be a piece of another name.
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
