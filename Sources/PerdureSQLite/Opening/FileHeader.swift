// SPDX-License-Identifier: Apache-2.0
// The first bytes of a file, before it is known to be a store. Used by StoreOpening.swift.

import Foundation
import PerdureStore

/// The beginning of a database file.
struct FileHeader {
    private let bytes: [UInt8]

    /// Reads the header.
    ///
    /// - Throws: `StoreError.cannotOpen`; `StoreError.database` when the file cannot be read.
    init(path: String) throws {
        var bytes = [UInt8](repeating: 0, count: 28)
        let file = try DatabaseFile(path: path)
        try bytes.withUnsafeMutableBytes { try file.read($0, at: 0) }
        self.bytes = bytes
    }

    /// Whether the file is a SQLite database.
    var isDatabase: Bool { bytes.starts(with: "SQLite format 3\0".utf8) }

    /// Whether the database is used with a WAL.
    var isInWALMode: Bool { isDatabase && bytes[18] == 2 }

    /// The size of a page in bytes.
    var pageSize: Int {
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        return size == 1 ? 65_536 : max(size, 512)
    }

    /// SQLite's counter of changes; commits into a WAL do not raise it.
    var changes: [UInt8] { Array(bytes[24..<28]) }

    static func cannotOpen(_ path: String, _ code: Int32) -> StoreError {
        .cannotOpen(path: path, code: code, reason: String(cString: strerror(code)))
    }
}
