// SPDX-License-Identifier: Apache-2.0
// The files that belong to a store besides its main file.

import Foundation

/// The names of a store's files.
struct StoreSideFiles {
    let path: String

    /// SQLite's side files.
    var sqlite: [String] { Self.sqliteEndings.map { path + $0 } }

    /// The checksums of pages (Protecting/ChecksumFile.swift).
    ///
    /// They are only compared with what is there, so that a copy of the store
    /// has none.
    var checksums: String { path + Self.checksumsEnding }

    /// What the names of side files have after the store's name.
    static var endings: [String] { sqliteEndings + [checksumsEnding] }

    private static let sqliteEndings = ["-wal", "-shm", "-journal"]
    private static let checksumsEnding = "-checksums"

    func removeSQLiteFiles() throws {
        for file in sqlite { try removeIfThere(file) }
    }

    /// Removes the side files and the store's own file, which no other process may know.
    func removeAll() throws {
        try removeIfThere(path)
        try removeSQLiteFiles()
    }

    func removeIfThere(_ file: String) throws {
        guard unlink(file) != 0, errno != ENOENT else { return }
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file])
    }
}
