// SPDX-License-Identifier: Apache-2.0
// The identity of the store in a file at its opening. CommitWatch.swift compares it later: another process may have emptied
// the file, or replaced the store, while it was open here.

import Foundation
import PerdurePropertyList

/// The facts that distinguish one store in a file from the next one.
///
/// A copy of a store has the same UUID, so each replacement leaves its own token in the metadata. UUID and token are read
/// only if the schema's version has changed, which every replacement of the content causes.
struct StoreIdentity {
    /// Increases with each change of the schema.
    private var schemaVersion: Int64
    /// The UUIDs of the store so far; an engine may give it another one.
    private var identifiers: Set<String>
    private let token: String?
    /// How often the tables have been migrated.
    private let migrations: PropertyListValue?

    /// The result of a comparison.
    enum Finding {
        case same(StoreIdentity), destroyed, replaced
        /// Another program has migrated the store's tables.
        case migrated([String: PropertyListValue])
    }

    /// Reads the identity; nil for a file without a store.
    init?(_ connection: SQLiteConnection) throws {
        let version = try Self.schemaVersion(connection)
        guard let found = try Facts(connection) else { return nil }
        (schemaVersion, identifiers, token) = (version, [found.identifier], found.token)
        migrations = found.migrations
    }

    /// Accepts another UUID of the same store.
    mutating func accept(_ identifier: String) { identifiers.insert(identifier) }

    /// Takes over the schema version of a newer comparison.
    mutating func adopt(_ other: StoreIdentity) { schemaVersion = other.schemaVersion }

    /// Whether a connection sees the same store.
    ///
    /// - Throws: any error of the read; the result is unknown then.
    func look(_ connection: SQLiteConnection) throws -> Finding {
        let version = try Self.schemaVersion(connection)
        guard version != schemaVersion else { return .same(self) }
        guard let found = try Facts(connection) else { return .destroyed }
        guard identifiers.contains(found.identifier), found.token == token else { return .replaced }
        if found.migrations != migrations { return .migrated(found.metadata) }
        var identity = self
        identity.schemaVersion = version
        return .same(identity)
    }

    private static func schemaVersion(_ connection: SQLiteConnection) throws -> Int64 {
        try connection.first("PRAGMA schema_version") { $0.integer(0) } ?? 0
    }
}

/// What the metadata of a file say of its store.
private struct Facts {
    let identifier: String
    let metadata: [String: PropertyListValue]

    /// Reads the facts; nil for a file without a store.
    init?(_ connection: SQLiteConnection) throws {
        guard try connection.hasTable("Z_METADATA") else { return nil }
        let row = try connection.first("SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1") {
            (uuid: $0.text(0), plist: $0.blob(1))
        }
        guard let row else { return nil }
        identifier = row.uuid
        // Unreadable metadata have no entry of ours.
        metadata = (try? StoreMetadata.dictionary(row.plist, path: connection.path)) ?? [:]
    }

    var token: String? {
        if case .string(let token)? = metadata[StoreMetadata.replacementKey] { return token }
        return nil
    }

    var migrations: PropertyListValue? { metadata[StoreMetadata.migrationKey] }
}
