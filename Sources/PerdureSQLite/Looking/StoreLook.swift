// SPDX-License-Identifier: Apache-2.0
// A look at a store that others may be writing: everything is read in one transaction, and nothing beside the file changes.
// LookOpening.swift decides how the file is read.

import Foundation
import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// One state of a store's file.
///
/// A writer is never hindered in WAL mode; with a rollback journal its commits wait for the end of the look, as they wait for
/// any reader. While a look reads a file in place, the same process must not open the store for writing.
package final class StoreLook: Sendable {
    /// The user's path of the store.
    package let path: String
    private let opening: StoreOpening
    // Readers take turns: engines lend the connection through a pool, and the functions below are called one by one.
    private let connection: SQLiteConnection

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - copying: How a private copy is made, where the file cannot be read in place.
    ///   - timeout: How long to wait for a lock, in seconds.
    /// - Throws: `StoreError.notAStore`, `.cannotOpen`, `.busy`.
    package init(at path: String, copying: PrivateCopying = PrivateCopying(), timeout: TimeInterval = 60)
        throws
    {
        self.path = path
        var options = SQLiteOptions(path: path)
        options.isReadOnly = true
        options.original = path
        options.timeout = timeout
        let plain = StoreOpening(options: options)
        do {
            opening = try LookOpening(opening: plain, copying: copying).run()
            // `LookOpening` has set it.
            connection = opening.pinned!
            try SQLiteStoreFile.requireStore(connection)
        } catch let error as StoreError {
            throw plain.notAStore(error)
        }
    }

    /// Whether the file itself is read, and no copy.
    package var isInPlace: Bool { opening.copy == nil }

    package func metadata() throws -> [String: PropertyListValue] { try StoreMetadata.read(connection) }

    /// The entities, each with the number of its own rows.
    package func counts() throws -> [EntityCount] { try SQLiteStoreFile.entityCounts(connection) }

    /// The archive of the store's own copy of its model; nil when it has none.
    package func modelArchive() throws -> Data? { try ModelCache.read(connection) }

    /// What the check of the store finds.
    package func problems(_ schema: Schema) throws -> [StoreProblem] {
        try SQLiteStoreChecker.check(connection, schema)
    }

    /// What the engine of a look does beside reading rows.
    package struct Reading {
        /// Whether files of large values are only checked, and not read.
        package var isExamining = false
        /// Whether the engine has the store's history.
        package var hasHistory = false
        /// Hears of values that cannot be read, which are null then; nil where such a value ends the read.
        ///
        /// It is told as a `StoreError`, in a result of tuples as an `UnreadableCell`.
        package var onUnreadable: ((any Error) -> Void)?

        package init() {}
    }

    /// An engine on this state; the look stays usable when the engine is closed.
    ///
    /// - Throws: `StoreError.schemaMismatch`, and the errors of reads.
    package func engine(_ schema: Schema, _ reading: Reading = Reading()) throws -> SQLiteEngine {
        var options = opening.options
        options.externalValues.areOnlyExamined = reading.isExamining
        options.tracksHistory = reading.hasHistory
        var opening = StoreOpening(options: options)
        opening.copy = self.opening.copy
        opening.pinned = connection
        opening.attachFiles(to: connection)
        connection.onUnreadable = reading.onUnreadable
        return try SQLiteEngine.open(
            opening, schema: schema, entities: StoreMetadata.entities(of: schema, connection))
    }

    /// Reads with the connection.
    func read<T>(_ body: (SQLiteConnection) throws -> T) rethrows -> T { try body(connection) }
}
