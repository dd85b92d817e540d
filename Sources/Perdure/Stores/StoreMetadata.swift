// SPDX-License-Identifier: Apache-2.0
// Metadata between Apple's dictionaries of Any and the values that engines keep.

import Foundation
import PerdurePredicates
import PerdurePropertyList
import PerdureSQLite

/// Converts metadata.
enum StoreMetadata {
    /// The keys that applications cannot remove.
    static let systemKeys = SQLiteStoreFile.ownKeys.union([
        NSStoreTypeKey, NSStoreUUIDKey, NSStoreModelVersionHashesKey, NSStoreModelVersionIdentifiersKey,
        NSPersistentStoreModelVersionChecksumKey, "NSStoreModelVersionHashesDigest",
        "NSStoreModelVersionHashesVersion", "NSPersistenceFrameworkVersion", "_NSAutoVacuumLevel",
    ])

    /// Metadata for users of the API, without what is our own.
    static func dictionary(_ values: [String: PropertyListValue]) -> [String: Any] {
        values.filter { !SQLiteStoreFile.ownKeys.contains($0.key) }.compactMapValues(object)
    }

    /// Metadata for an engine: system keys that are missing keep their values.
    ///
    /// - Parameters:
    ///   - old: what the engine has.
    ///   - new: what the application wants.
    /// - Returns: the values.
    /// - Throws: `CoreDataException` that names the key of a value that no property list has.
    static func replacing(_ old: [String: PropertyListValue], with new: [String: Any]) throws
        -> [String: PropertyListValue]
    {
        var result = old.filter { systemKeys.contains($0.key) }
        for (key, value) in new where !SQLiteStoreFile.ownKeys.contains(key) {
            result[key] = try propertyList(value, key: key)
        }
        return result
    }

    private static func object(_ value: PropertyListValue) -> Any? {
        switch value {
        case .null, .uid: nil
        case .boolean(let value): value
        case .integer(let value): Int(value)
        case .unsigned(let value): NSNumber(value: value)
        case .real(let value): value
        case .string(let value): value
        case .date(let value): value
        case .data(let value): value
        case .array(let values), .set(let values): values.compactMap(object)
        case .dictionary(let values): values.compactMapValues(object)
        }
    }

    private static func propertyList(_ value: Any, key: String) throws -> PropertyListValue {
        switch value {
        case let value as String: .string(value)
        case let value as Data: .data(value)
        case let value as Date: .date(value)
        case let value as Bool where type(of: value) == Bool.self: .boolean(value)
        case let value as [Any]: .array(try value.map { try propertyList($0, key: key) })
        case let value as Set<AnyHashable>: .array(try value.map { try propertyList($0.base, key: key) })
        case let value as [String: Any]: .dictionary(try value.mapValues { try propertyList($0, key: key) })
        default: try number(value, key: key)
        }
    }

    private static func number(_ value: Any, key: String) throws -> PropertyListValue {
        if let value = value as? NSString { return .string(value as String) }
        if let value = value as? any BinaryInteger { return .integer(Int64(clamping: value)) }
        if let value = value as? any BinaryFloatingPoint { return .real(Double(value)) }
        guard let value = value as? NSNumber else {
            throw CoreDataException.invalidArgument(
                "The metadata value for the key \"\(key)\" is a \(type(of: value)), which is no property list value. "
                    + "Use strings, numbers, dates, data, arrays and dictionaries.")
        }
        switch UInt8(bitPattern: value.objCType.pointee) {
        case UInt8(ascii: "f"), UInt8(ascii: "d"): return .real(value.doubleValue)
        case UInt8(ascii: "B"),
            UInt8(ascii: "c") where value === NSNumber(value: value.boolValue):
            return .boolean(value.boolValue)
        default: return .integer(value.int64Value)
        }
    }
}
