// SPDX-License-Identifier: Apache-2.0
// How a store on a server is opened (PG-10). ClientConfiguration has what concerns the connection alone.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdurePropertyList
import PerdureStore

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
    /// How the engine learns of others' commits (PG-127).
    package var notifications = Notifications.listen
    /// Whether commits are written into the store's history (PG-123).
    package var tracksHistory = false
    /// Whether the store has a history that was not asked for, and is read-only for this reason (PG-125).
    package internal(set) var isLockedByHistory = false
    /// Whether saves leave marks (PG-92).
    ///
    /// Only measurements do without: a commit without an answer then stays in doubt.
    package var keepsMarks = true
    /// One of so many saves removes old marks, by chance: processes that save once would never come to a count (PG-97).
    package var savesPerRemoval = 1_000
    /// Seconds after which a read view ends (PG-132).
    package var snapshotAge = 3_600.0
    /// How many bytes of texts the client may judge for one question (PG-113).
    package var mostClientTexts = 64 << 20
    /// Set in every transaction (PG-147).
    package var settings: [String: String] = [:]
    /// The metadata of a new store: type, hashes, identifiers, and the program's own.
    package var initialMetadata: [String: PropertyListValue] = [:]

    /// The role of statements that define something (PG-136); the session's own unless set.
    package var ownerRole: String?
    /// The names that the model chooses for a new store.
    package var chosenNames = ChosenNames()
    /// In how many parts the tables of a new store are made (PG-145).
    package var partitions = TablePartitions()
    /// What is asked for beside the model's tables (PG-36, PG-58).
    package var additions = StoreAdditions()
    /// The foldings of texts that have indexes (PG-115).
    package var foldedIndexes = FoldedIndexes()
    /// Stands in the names of parts that a migration makes.
    var partMark = ""
    /// What the model says of tables that others made (PG-60).
    package var attached = AttachedNames()
    /// What brings an older store to the schema; nil where none is wanted.
    package var migration: StoreMigration?
    /// Whether a migration leaves columns and tables that nothing needs any more (MIG-135).
    package var defersRemovals = false
    /// Tables with more rows get indexes and checks of keys after a migration's transaction (PG-135).
    package var mostRowsAtOnce = 100_000
    /// The archive of the model, for a new store; nil keeps none.
    package var modelArchive: (@Sendable () throws -> Data)?
    /// The version hashes of the entities of a new store, by their names.
    package var modelHashes: [String: Data] = [:]

    /// - Parameter client: How to connect; its URL may name a namespace.
    package init(_ client: ClientConfiguration) {
        self.client = client
        namespace = client.url["schema"] ?? "public"
    }
}
#endif
