// SPDX-License-Identifier: Apache-2.0
// Throwing key-value coding, for keys and values from outside the program: the other methods stop the process.

import Foundation
import PerdureBase

extension _ManagedObjectAdditions where Self: NSManagedObject {
    /// The value of a property by its name; throws where `value(forKey:)` stops the process.
    ///
    /// - Parameter key: a property's name, from any source.
    /// - Returns: the value, nil for nil.
    /// - Throws: `CoreDataException` for an unknown key, and for an archive that holds a class which the attribute's
    ///   transformer does not allow; what the store reports when a fault fires.
    public func tryValue(forKey key: String) throws -> Any? {
        let found: Any? = try ExceptionTrap.catching { value(forKey: key) }
        if found is Data { try requireOpened(key) }
        return found
    }

    /// Sets a property by its name; throws where `setValue(_:forKey:)` stops the process.
    ///
    /// - Parameters:
    ///   - value: the new value.
    ///   - key: a property's name, from any source.
    /// - Throws: `CoreDataException` for an unknown key or a value of a wrong class; the property is unchanged.
    public func trySetValue(_ value: Any?, forKey key: String) throws {
        try ExceptionTrap.catching { setValue(value, forKey: key) }
    }
}

extension NSManagedObject {
    fileprivate final func requireOpened(_ key: String) throws {
        guard let property = binding.property(named: key),
            let reason = TransformedValue.inSlot(slots[property.slot])?.openingFailure
        else { return }
        throw ObjectErrors.cannotOpen(entity: entity.name ?? "", property: key, reason)
    }
}
