// SPDX-License-Identifier: Apache-2.0
// How a store on a server is opened (PG-10). ClientConfiguration has what concerns the connection alone.

#if PostgreSQL
import PerdurePostgreSQLClient
import PerdurePropertyList

/// What an opening may choose.
package struct PostgreSQLOptions: Sendable {
    /// What happens to tables that are missing.
    package enum SchemaCreation: String, Sendable {
        /// They are made.
        case create
        /// All must be there.
        case never
        /// The tables are others', and nothing is made (PG-60).
        case attach
    }

    package var client: ClientConfiguration
    /// The namespace of the store's tables; one store per namespace.
    package var namespace: String
    package var creation = SchemaCreation.create
    package var isReadOnly = false
    /// PG-47.
    package var makesForeignKeys = true
    /// How many keys are taken from the server at once (PG-50).
    package var keyBlock: Int64 = 64
    /// How many bytes of texts the client may judge for one question (PG-113).
    package var mostClientTexts = 64 << 20
    /// Set in every transaction (PG-147).
    package var settings: [String: String] = [:]
    /// The metadata of a new store: type, hashes, identifiers, and the program's own.
    package var initialMetadata: [String: PropertyListValue] = [:]

    /// - Parameter client: How to connect; its URL may name a namespace.
    package init(_ client: ClientConfiguration) {
        self.client = client
        namespace = client.url["schema"] ?? "public"
    }
}
#endif
