// SPDX-License-Identifier: Apache-2.0
// The metadata of a store: one row of perdure_store.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureStore

/// Reads and writes metadata.
enum StoredMetadata {
    static let uuidKey = "NSStoreUUID"
    static let typeKey = "NSStoreType"

    /// The metadata of a new store.
    static func initial(_ given: [String: PropertyListValue]) -> [String: PropertyListValue] {
        var metadata: [String: PropertyListValue] = [
            typeKey: .string("PostgreSQL"), "NSStoreModelVersionHashes": .dictionary([:]),
            "NSStoreModelVersionHashesVersion": .integer(3),
            "NSStoreModelVersionIdentifiers": .array([.string("")]),
        ]
        metadata.merge(given) { $1 }
        metadata[typeKey] = .string("PostgreSQL")
        if case .string = metadata[uuidKey] {} else { metadata[uuidKey] = .string(UUID().uuidString) }
        return metadata
    }

    static func read(_ plist: Data, uuid: String, _ place: String) throws -> [String: PropertyListValue] {
        do {
            guard case .dictionary(var metadata) = try BinaryPropertyList.read(plist) else {
                throw PropertyListError("it is no dictionary")
            }
            metadata[uuidKey] = .string(uuid)
            return metadata
        } catch let error as PropertyListError {
            throw StoreError.invalidMetadata(path: place, reason: error.description)
        }
    }

    /// The bytes of all but the identifier.
    static func encoded(_ metadata: [String: PropertyListValue], _ place: String) throws -> Data {
        var metadata = metadata
        metadata[uuidKey] = nil
        do { return try BinaryPropertyList.write(.dictionary(metadata)) } catch let error as PropertyListError
        {
            throw StoreError.invalidMetadata(path: place, reason: error.description)
        }
    }

    static func uuid(_ metadata: [String: PropertyListValue]) -> String {
        if case .string(let uuid)? = metadata[uuidKey] { return uuid }
        return ""
    }

    /// The row of a new store.
    static func insertion(_ metadata: [String: PropertyListValue], _ schema: String, _ place: String) throws
        -> ServerRequest
    {
        ServerRequest(
            "INSERT INTO \(schema).perdure_store (format, uuid, metadata) VALUES ($1, $2, $3)",
            [.int4(Bookkeeping.format), .text(uuid(metadata)), .bytea(try encoded(metadata, place))])
    }
}
#endif
