// SPDX-License-Identifier: Apache-2.0
// Converts metadata between Apple's dictionaries of Any and the values of engines.

import Foundation
import PerdureBase
import PerdurePropertyList

/// Converts metadata.
enum MetadataConversion {
    /// The keys that applications cannot remove.
    static let systemKeys = StoreTypes.ownKeys.union([
        NSStoreTypeKey, NSStoreUUIDKey, NSStoreModelVersionHashesKey, NSStoreModelVersionIdentifiersKey,
        NSPersistentStoreModelVersionChecksumKey, "NSStoreModelVersionHashesDigest",
        "NSStoreModelVersionHashesVersion", "NSPersistenceFrameworkVersion", "_NSAutoVacuumLevel",
        NSPersistentStoreDeferredLightweightMigrationOptionKey,
    ])

    /// The metadata for users of the API, without Perdure's own entries.
    static func dictionary(_ values: [String: PropertyListValue]) -> [String: Any] {
        values.filter { !StoreTypes.ownKeys.contains($0.key) }.compactMapValues(\.object)
    }

    /// The metadata for an engine; missing system entries keep their values.
    ///
    /// - Parameters:
    ///   - old: the engine's metadata.
    ///   - new: the application's metadata.
    /// - Returns: the values.
    /// - Throws: `CoreDataException` that names the key of a value that is no property list.
    static func replacing(_ old: [String: PropertyListValue], with new: [String: Any]) throws
        -> [String: PropertyListValue]
    {
        var result = old.filter { systemKeys.contains($0.key) }
        for (key, value) in new where !StoreTypes.ownKeys.contains(key) {
            result[key] = try propertyList(value, key: key)
        }
        return result
    }

    private static func propertyList(_ value: Any, key: String) throws -> PropertyListValue {
        if let value = PropertyListValue(program: value, .lenient) { return value }
        throw CoreDataException.invalidArgument(
            "The metadata value for the key \"\(key)\" is a \(type(of: value)), which is no property list value, or holds "
                + "one that is none. Use strings, numbers, dates, data, arrays and dictionaries.")
    }
}
