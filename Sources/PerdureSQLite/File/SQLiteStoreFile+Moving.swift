// SPDX-License-Identifier: Apache-2.0
// Destroys and replaces whole stores. Replacing/StoreDestruction.swift and Replacing/StoreReplacement.swift do the work.

import Foundation
import PerdureStore

extension SQLiteStoreFile {
    /// Destroys a store: an empty file stays, its side files and its external data are removed.
    ///
    /// Nothing happens if there is no store.
    ///
    /// If another connection has the store open, the file holds an empty database afterwards. That connection gets
    /// `StoreError.replaced` with its next read or write.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - timeout: Seconds to wait for the lock; infinity for no limit.
    /// - Throws: `StoreError.notAStore` for another kind of file, `.busy`, the system's errors. The store is unchanged then,
    ///   or it is empty and a file beside it could not be removed.
    package static func destroy(at path: String, timeout: TimeInterval = 240) throws {
        try StoreDestruction(path: StoreFeatures.home(of: path), timeout: timeout).run()
    }

    /// Replaces `destination` by a copy of the store at `source`, including the commits in its WAL and its external data.
    ///
    /// After any failure the destination is the complete old store or the complete new one. A connection that has it open
    /// gets `StoreError.replaced` with its next read or write.
    ///
    /// - Parameters:
    ///   - source: The store to copy.
    ///   - destination: The store to replace; it may be missing.
    ///   - sourceTimeout: Seconds to wait for a lock of the source.
    ///   - timeout: Seconds to wait for a lock of the destination; infinity for no limit.
    ///   - whileLocked: Is called after others are locked out of the destination and before anything is written.
    /// - Throws: `StoreError.notAStore` for another kind of source or destination, `.busy`, the system's errors, and those of
    ///   `whileLocked`.
    package static func copy(
        from source: String, to destination: String, sourceTimeout: TimeInterval = 240,
        timeout: TimeInterval = 240, whileLocked: () throws -> Void = {}
    ) throws {
        try StoreReplacement(
            source: source, destination: StoreFeatures.home(of: destination),
            sourceTimeout: sourceTimeout, timeout: timeout
        ).run(whileLocked: whileLocked)
    }

    /// A function that says whether any connection has committed to the store since this call.
    ///
    /// It may be called while a writer has the store locked. A store with a rollback journal cannot be read then, so the
    /// function looks at the counter of changes in the file's header, which each commit raises.
    ///
    /// - Parameter path: The store's file.
    /// - Returns: The function, which keeps a connection open.
    /// - Throws: `StoreError.notAStore`, `.cannotOpen`, `.busy`.
    package static func commitCheck(at path: String) throws -> () throws -> Bool {
        let connection = try SQLiteConnection(path: path, mode: .readOnly, timeout: 10)
        let isWAL = try connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal"
        guard isWAL else {
            let mark = try FileHeader(path: path).changes
            return { try FileHeader(path: path).changes != mark }
        }
        let version = try dataVersion(connection)
        return { try dataVersion(connection) != version }
    }

    private static func dataVersion(_ connection: SQLiteConnection) throws -> Int64? {
        try connection.first("PRAGMA data_version") { $0.integer(0) }
    }
}
