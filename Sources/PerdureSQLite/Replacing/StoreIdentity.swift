// SPDX-License-Identifier: Apache-2.0
// Which store a file holds, as an engine found it when it was opened. CommitWatch.swift asks whether it still does:
// others may have emptied the file, or put another store into it, while it was open here.

import Foundation
import PerdurePropertyList

/// What tells one store in a file from the next one.
///
/// A copy of a store has the store's UUID, so each replacing leaves a token of its own in the metadata. Neither is read
/// unless the schema's number has moved, which it does whenever the contents of a file are replaced.
struct StoreIdentity {
    /// Rises with each change of the schema.
    private var schemaVersion: Int64
    /// Those that the store has had; an engine may give it another one.
    private var identifiers: Set<String>
    private let token: String?

    /// What became of a store.
    enum Finding {
        case same(StoreIdentity), destroyed, replaced
    }

    /// Reads it; nil for a file without a store.
    init?(_ connection: SQLiteConnection) throws {
        let version = try Self.schemaVersion(connection)
        guard let found = try Self.facts(connection) else { return nil }
        (schemaVersion, identifiers, token) = (version, [found.identifier], found.token)
    }

    /// Takes another UUID for one of the store's.
    mutating func accept(_ identifier: String) { identifiers.insert(identifier) }

    /// Takes over how far somebody has looked.
    mutating func adopt(_ other: StoreIdentity) { schemaVersion = other.schemaVersion }

    /// Whether a connection sees the same store.
    ///
    /// - Throws: what reading reports; nothing is known then.
    func look(_ connection: SQLiteConnection) throws -> Finding {
        let version = try Self.schemaVersion(connection)
        guard version != schemaVersion else { return .same(self) }
        guard let found = try Self.facts(connection) else { return .destroyed }
        guard identifiers.contains(found.identifier), found.token == token else { return .replaced }
        var identity = self
        identity.schemaVersion = version
        return .same(identity)
    }

    private static func schemaVersion(_ connection: SQLiteConnection) throws -> Int64 {
        try connection.first("PRAGMA schema_version") { $0.integer(0) } ?? 0
    }

    private static func facts(_ connection: SQLiteConnection) throws -> (identifier: String, token: String?)?
    {
        let table = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'Z_METADATA'"
        guard try connection.first(table, [], { _ in true }) != nil else { return nil }
        let row = try connection.first("SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1") {
            (uuid: $0.text(0), plist: $0.blob(1))
        }
        guard let row else { return nil }
        // Metadata that cannot be read have no token of ours.
        let metadata = try? StoreMetadata.dictionary(row.plist, path: connection.path)
        guard case .string(let token)? = metadata?[StoreMetadata.replacementKey] else {
            return (row.uuid, nil)
        }
        return (row.uuid, token)
    }
}
