// SPDX-License-Identifier: Apache-2.0
// Works with a store's file without a model: checks it, reads and writes its metadata. SQLiteStoreFile+Moving.swift copies
// and removes stores.

import Foundation
import PerdurePropertyList
import PerdureSQL
import PerdureStore

/// A store's file, without its model.
package enum SQLiteStoreFile {
    /// Whether the file is a SQLite store of Core Data's layout; false for a missing or empty file.
    package static func isStore(at path: String) -> Bool {
        (try? reading(path) { _ in true }) ?? false
    }

    /// Whether a file is a database without any table: the rest of an interrupted creation.
    ///
    /// - Throws: the errors of an opening.
    package static func isUnfilled(at path: String, timeout: TimeInterval = 10) throws -> Bool {
        var status = stat()
        // SQLite treats a file below its smallest page size as empty, and never writes such a file itself.
        guard stat(path, &status) == 0, status.st_size >= 512 else { return false }
        return try looking(path, timeout) { opening in
            try StoreCreation(
                options: opening.options, connection: opening.shortReadConnection(isOpenedNext: true)
            )
            .hasNoTables()
        }
    }

    /// Reads the metadata of a store, which need not be open.
    ///
    /// It waits for a lock up to the timeout.
    package static func readMetadata(at path: String, timeout: TimeInterval = 10) throws
        -> [String: PropertyListValue]
    {
        try reading(path, timeout: timeout) { try StoreMetadata.read($0) }
    }

    /// Reads the metadata of a store, and its model if asked for, in one read view.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - timeout: How long to wait for a lock.
    ///   - isOpenedNext: Whether the store is opened for writing after this.
    ///   - body: Receives the metadata, and a function that reads the archive of the model. It may be called twice.
    /// - Returns: The result of the body.
    /// - Throws: Any error of a read or of the body.
    package static func readVersion<T>(
        at path: String, timeout: TimeInterval, isOpenedNext: Bool = false,
        _ body: ([String: PropertyListValue], _ modelArchive: () throws -> Data?) throws -> T
    ) throws -> T {
        try readingAtOnce(path, timeout, isOpenedNext) { connection in
            try body(try StoreMetadata.read(connection)) { try ModelCache.read(connection) }
        }
    }

    /// Replaces the metadata of a store at once.
    package static func writeMetadata(_ metadata: [String: PropertyListValue], at path: String) throws {
        try changeMetadata(at: path, timeout: SQLiteOptions(path: path).timeout) { _ in metadata }
    }

    /// Changes the metadata of a store at once: they are read and written in one transaction.
    ///
    /// It waits for a lock up to the timeout.
    package static func changeMetadata(
        at path: String, timeout: TimeInterval,
        _ change: ([String: PropertyListValue]) throws -> [String: PropertyListValue]
    ) throws {
        guard try StoreOpening.content(at: path).isDatabase else { throw missing(path) }
        var options = SQLiteOptions(path: path)
        options.timeout = timeout
        let connection = try StoreOpening(options: options).writer()
        try requireStore(connection)
        try connection.beginWriting()
        do {
            try StoreMetadata.write(try change(try StoreMetadata.read(connection)), connection)
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }

    /// The expanded keyed archive of the store's own copy of its model; nil when there is none.
    package static func readModelArchive(at path: String, timeout: TimeInterval = 10) throws -> Data? {
        try reading(path, timeout: timeout) { try ModelCache.read($0) }
    }

    /// The entities of the store, each with the number of its own rows.
    package static func entityCounts(at path: String) throws -> [EntityCount] {
        try reading(path) { try entityCounts($0) }
    }

    /// The entities of the store that a connection reads, each with the number of its own rows.
    static func entityCounts(_ connection: SQLiteConnection) throws -> [EntityCount] {
        let entities = try EntityRow.all(connection)
        return try EntityRow.counts(entities, connection).map {
            EntityCount(number: $0.entity.number, name: $0.entity.name, rows: $0.rows)
        }
    }

    /// Opens the file for reading and checks that it is a store.
    static func reading<T>(
        _ path: String, timeout: TimeInterval = 10, _ body: (SQLiteConnection) throws -> T
    ) throws -> T {
        try looking(path, timeout) { opening in
            let connection = try opening.shortReadConnection()
            try requireStore(connection)
            return try body(connection)
        }
    }

    /// Reads the file in one read view.
    ///
    /// Without locks another process may write meanwhile. In that case the result is dropped, and the file is read again with
    /// locks.
    static func readingAtOnce<T>(
        _ path: String, _ timeout: TimeInterval, _ isOpenedNext: Bool = false,
        _ body: (SQLiteConnection) throws -> T
    ) throws -> T {
        try looking(path, timeout) { opening in
            let mark = FileFingerprint(path: path)
            let connection = try opening.shortReadConnection(isOpenedNext: isOpenedNext)
            let found = Result { try inTransaction(connection, body) }
            if connection.isImmutable, FileFingerprint(path: path) != mark {
                return try inTransaction(try opening.readOnly(), body)
            }
            return try found.get()
        }
    }

    private static func inTransaction<T>(
        _ connection: SQLiteConnection, _ body: (SQLiteConnection) throws -> T
    ) throws -> T {
        try connection.beginReading()
        defer { connection.rollback() }
        try requireStore(connection)
        return try body(connection)
    }

    private static func looking<T>(
        _ path: String, _ timeout: TimeInterval, _ body: (StoreOpening) throws -> T
    ) throws -> T {
        var options = SQLiteOptions(path: path)
        options.isReadOnly = true
        options.timeout = timeout
        let opening = StoreOpening(options: options)
        do {
            return try body(opening)
        } catch let error as StoreError {
            throw opening.notAStore(error)
        }
    }

    /// Checks that the file is a store.
    ///
    /// Core Data's files have no identifying number, so their two bookkeeping tables identify them.
    ///
    /// - Returns: whether the store has the tables of a history.
    @discardableResult
    static func requireStore(_ connection: SQLiteConnection) throws -> Bool {
        let counts = try connection.first(
            "SELECT COUNT(*), IFNULL(SUM(name = 'ATRANSACTION'), 0) FROM sqlite_master WHERE type = 'table'"
                + " AND name IN ('Z_METADATA', 'Z_PRIMARYKEY', 'ATRANSACTION')"
        ) { (all: $0.integer(0), history: $0.integer(1)) }
        guard let counts, counts.all - counts.history == 2 else {
            throw StoreError.notAStore(
                path: connection.path,
                reason: "it is a SQLite database without Core Data's bookkeeping tables")
        }
        return counts.history > 0
    }

    static func missing(_ path: String) -> StoreError {
        .cannotOpen(path: path, code: ENOENT, reason: "there is no store")
    }
}
