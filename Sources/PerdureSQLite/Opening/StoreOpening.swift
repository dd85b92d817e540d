// SPDX-License-Identifier: Apache-2.0
// From a path to a connection on a file that is known to be a store. StoreCreation.swift fills a new file;
// StoreOpening+ShortReads.swift reads without leaving traces; SQLiteEngine.swift is the next stage.

import CSQLite
import Foundation
import PerdureStore

/// Opens connections to one store's file.
struct StoreOpening: Sendable {
    let options: SQLiteOptions
    /// The private copy that is read instead, when reading would change the file.
    var copy: PrivateStoreCopy?
    /// The one connection of a look at the store (Looking/StoreLook.swift); nil for usual openings.
    var pinned: SQLiteConnection?

    init(options: SQLiteOptions) { self.options = options }

    /// The path that is opened.
    var file: String { copy?.path ?? options.path }

    /// /dev/null stands for a store in memory, as it does for Core Data.
    var isInMemory: Bool { options.path == "/dev/null" }

    /// The kind of file at the path.
    enum Content {
        case missing, empty
        case database(isInWALMode: Bool)

        var isDatabase: Bool {
            if case .database = self { true } else { false }
        }

        /// Whether the header says that the file is used with a WAL.
        var isInWALMode: Bool {
            if case .database(isInWALMode: true) = self { true } else { false }
        }
    }

    /// Checks the first bytes of the file: SQLite would take a text file for an empty database until the first read.
    ///
    /// - Throws: `StoreError.notAStore` for a directory or another kind of file, `.cannotOpen` for an unreadable file.
    static func content(at path: String) throws -> Content {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw FileHeader.cannotOpen(path, errno) }
            return .missing
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError.notAStore(path: path, reason: "it is no plain file")
        }
        guard status.st_size > 0 else { return .empty }
        let header = try FileHeader(path: path)
        guard header.isDatabase else {
            throw StoreError.notAStore(path: path, reason: "it does not start as a SQLite database does")
        }
        return .database(isInWALMode: header.isInWALMode)
    }

    /// The connection that writes; for a read-only store, the first connection that reads.
    func writer() throws -> SQLiteConnection {
        if isInMemory { return try prepared(.memory) }
        if options.isReadOnly { return try readOnly() }
        return try prepared(try Self.content(at: options.path).isDatabase ? .readWrite : .create)
    }

    /// A connection that only reads.
    func reader() throws -> SQLiteConnection {
        try options.isReadOnly ? readOnly() : repairing()
    }

    /// A connection that only reads, but may repair the file after a crash: SQLite needs write access for that.
    func repairing() throws -> SQLiteConnection {
        let connection = try prepared(.readWrite)
        try connection.execute("PRAGMA query_only = ON")
        return connection
    }

    /// A connection that makes checkpoints.
    func mover() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: options.path, mode: .readWrite, timeout: 0)
        try connection.execute("PRAGMA synchronous = \(options.durability.rawValue)")
        sqlite3_wal_autocheckpoint(connection.handle, 0)
        // The first read opens the WAL.
        try connection.readOnce()
        return connection
    }

    func prepared(_ mode: SQLiteConnection.Mode) throws -> SQLiteConnection {
        let options = self.options
        return try SQLiteConnection(
            path: options.path, file: file, keeping: copy, mode: mode, timeout: options.timeout
        ) {
            sqlite3_wal_autocheckpoint($0.handle, 0)
            attachFiles(to: $0)
            try $0.registerAppleFunctions()
            try $0.registerStringFunctions()
            try $0.registerMergedFunctions()
            try $0.execute("PRAGMA synchronous = \(options.durability.rawValue)")
            try $0.apply(options.pragmas.filter { Self.isForEveryConnection($0.key) })
            try $0.applyDurability(options)
        }
    }

    /// Whether a pragma applies to every connection.
    ///
    /// Pragmas that change the file apply to the connection that writes (SQLiteEngine+Opening.swift). Automatic checkpoints
    /// stay off (Checkpointing.swift).
    private static func isForEveryConnection(_ pragma: String) -> Bool {
        !fileSettings.contains(pragma.lowercased()) && pragma.lowercased() != "wal_autocheckpoint"
    }

    static let fileSettings: Set = [
        "page_size", "auto_vacuum", "encoding", "journal_mode", "user_version", "application_id",
    ]

    /// A connection with an exclusive lock from its first transaction on.
    ///
    /// It is busy at once when other connections exist.
    func alone() throws -> SQLiteConnection {
        try SQLiteConnection(path: options.path, mode: .readWrite, timeout: 0) {
            // The pragma must come before the first read, or the lock is not exclusive.
            try $0.execute("PRAGMA locking_mode = EXCLUSIVE")
        }
    }

    /// Converts an error of the opening: damage means that the file is no store.
    func notAStore(_ error: StoreError) -> StoreError {
        switch error {
        case .database(let code, _, let message, _) where code == SQLITE_CORRUPT || code == SQLITE_NOTADB:
            .notAStore(path: options.path, reason: message)
        default: error
        }
    }
}
