// SPDX-License-Identifier: Apache-2.0
// A store in a namespace of a PostgreSQL server, by its URL.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLStores
import PerdurePropertyList
import PerdureStore

/// A store on a server.
struct ServerPlace: StorePlace {
    let kind = "PostgreSQL"
    let isPrivate = false
    let place: ServerStorePlace

    /// Reads a URL; `--schema` and `--tls` stand above what it says.
    ///
    /// - Throws: `ToolError` that names what is wrong, and repeats no value.
    init(_ text: String, _ arguments: Arguments) throws {
        do {
            place = try ServerStorePlace(
                text, schema: arguments.values["schema"], tls: arguments.values["tls"])
        } catch StoreError.cannotOpen(_, _, let reason) {
            throw ToolError("the URL: \(reason)", .usage)
        }
    }

    var shown: String { place.shown }

    func metadata() throws -> [String: PropertyListValue] { try place.store.content().metadata }
    func counts() throws -> [EntityCount] { try place.store.entityCounts() }
    func modelArchive() throws -> Data? { try place.store.content().modelArchive }

    func problems(_ schema: Schema) throws -> [StoreProblem] {
        try ServerStoreChecker.check(place.options, schema: schema)
    }

    func engine(_ schema: Schema, examining: Bool) throws -> any CopyableEngine {
        var options = place.options
        options.isReadOnly = true
        options.client.isReadOnly = true
        options.creation = .never
        options.notifications = .off
        // A dump or a copy may take long, and reads one state.
        options.snapshotAge = 1_000_000
        return try PostgreSQLEngine.open(options, schema: schema)
    }

    /// Errors of servers name their place already.
    func naming(_ error: any Error) -> any Error { error }
}
#endif
