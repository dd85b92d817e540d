// SPDX-License-Identifier: Apache-2.0
// A store in a namespace of a PostgreSQL server, by its URL.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdurePostgreSQLStores
import PerdurePropertyList
import PerdureStore

/// A store on a server.
package struct ServerPlace: StorePlace {
    package let kind = "PostgreSQL"
    package let isPrivate = false
    package let place: ServerStorePlace

    /// Reads a URL; a namespace and a level of encryption stand above what it says.
    ///
    /// - Throws: `InspectionError` that names what is wrong, and repeats no value.
    package init(_ text: String, schema: String? = nil, tls: String? = nil) throws {
        do {
            place = try ServerStorePlace(text, schema: schema, tls: tls)
        } catch StoreError.cannotOpen(_, _, let reason) {
            throw InspectionError("the URL: \(reason)", .usage)
        }
    }

    package var shown: String { place.shown }

    package func metadata() throws -> [String: PropertyListValue] { try place.store.content().metadata }
    package func counts() throws -> [EntityCount] { try place.store.entityCounts() }
    package func modelArchive() throws -> Data? { try place.store.content().modelArchive }

    package func problems(_ schema: Schema) throws -> [StoreProblem] {
        try ServerStoreChecker.check(place.options, schema: schema)
    }

    package func engine(_ schema: Schema, _ reading: EngineReading) throws -> any CopyableEngine {
        var options = place.options
        options.isReadOnly = true
        options.client.isReadOnly = true
        options.creation = .never
        options.notifications = .off
        options.tracksHistory = reading.hasHistory
        // A dump or a copy may take long, and reads one state.
        options.snapshotAge = 1_000_000
        return try PostgreSQLEngine.open(options, schema: schema, entities: schema.entities(of: metadata()))
    }

    /// Errors of servers name their place already.
    package func naming(_ error: any Error) -> any Error { error }
}
#endif
