// SPDX-License-Identifier: Apache-2.0
// The metadata of a store: a dictionary in the one row of Z_METADATA, as a binary property list.
//
// | column | value |
// | --- | --- |
// | Z_VERSION | 1 |
// | Z_UUID | the store's identifier, upper case; in memory it is the key NSStoreUUID |
// | Z_PLIST | everything else |

import Foundation
import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// Reads and writes the metadata of a store.
package enum StoreMetadata {
    static let uuidKey = "NSStoreUUID"
    static let typeKey = "NSStoreType"
    /// Our own key: it distinguishes content that has replaced other content (StoreIdentity).
    static let replacementKey = "PerdureReplacement"
    /// Our own key: it counts the migrations that changed tables, so that programs notice which have the store open.
    static let migrationKey = "PerdureMigrations"
    /// The framework version in a new store: a version that writes the same layout as we do.
    static let frameworkVersion: Int64 = 1447

    /// The metadata of a new store.
    static func initial(_ given: [String: PropertyListValue]) -> [String: PropertyListValue] {
        var metadata: [String: PropertyListValue] = [
            typeKey: .string("SQLite"),
            "NSStoreModelVersionHashes": .dictionary([:]),
            "NSStoreModelVersionHashesVersion": .integer(3),
            "NSStoreModelVersionIdentifiers": .array([.string("")]),
            "NSPersistenceFrameworkVersion": .integer(frameworkVersion),
            "_NSAutoVacuumLevel": .string("2"),
        ]
        metadata.merge(given) { $1 }
        if case .string = metadata[uuidKey] {} else { metadata[uuidKey] = .string(UUID().uuidString) }
        return metadata
    }

    static func read(_ connection: SQLiteConnection) throws -> [String: PropertyListValue] {
        let row = try connection.first("SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1") {
            (uuid: $0.text(0), plist: $0.isNull(1) ? nil : $0.blob(1))
        }
        guard let row else {
            throw StoreError.invalidMetadata(path: connection.path, reason: "the table Z_METADATA has no row")
        }
        var metadata = try row.plist.map { try dictionary($0, path: connection.path) } ?? [:]
        metadata[uuidKey] = .string(row.uuid)
        return metadata
    }

    /// The entities of a schema that a store has, as far as its metadata tell; nil for all.
    static func entities(of schema: Schema, _ connection: SQLiteConnection) -> Set<Int32>? {
        // Metadata that cannot be read are a problem of their own.
        (try? read(connection)).flatMap { schema.entities(of: $0) }
    }

    /// The metadata in the bytes of Z_PLIST; the path is for the error.
    package static func dictionary(_ data: Data, path: String) throws -> [String: PropertyListValue] {
        do {
            guard case .dictionary(let metadata) = try BinaryPropertyList.read(data) else {
                throw PropertyListError("it is no dictionary")
            }
            return metadata
        } catch let error as PropertyListError {
            throw StoreError.invalidMetadata(path: path, reason: error.description)
        }
    }

    /// Writes the metadata within the current transaction.
    static func write(_ metadata: [String: PropertyListValue], _ connection: SQLiteConnection) throws {
        var stored = metadata
        guard case .string(let uuid) = stored.removeValue(forKey: uuidKey) else {
            throw StoreError.invalidMetadata(
                path: connection.path, reason: "the metadata have no \(uuidKey)")
        }
        let plist = try encoded(stored, connection.path)
        let update = try connection.prepared(
            "UPDATE Z_METADATA SET Z_UUID = ?, Z_PLIST = ?"
                + " WHERE Z_VERSION = (SELECT MIN(Z_VERSION) FROM Z_METADATA)")
        try update.bind([.text(uuid), .blob(plist)])
        guard try update.run() == 0 else { return }
        try connection.run(
            "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)",
            [.text(uuid), .blob(plist)])
    }

    private static func encoded(_ metadata: [String: PropertyListValue], _ path: String) throws -> Data {
        do {
            return try BinaryPropertyList.write(.dictionary(metadata))
        } catch let error as PropertyListError {
            throw StoreError.invalidMetadata(path: path, reason: error.description)
        }
    }
}
