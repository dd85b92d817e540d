// SPDX-License-Identifier: Apache-2.0
// Makes a private copy of a store. SQLite writes beside a store even when it only reads: it makes a -shm file, recovers a
// WAL, plays a journal back. The tool reads the copy instead, so the store stays unchanged on any medium.

import Foundation
import PerdureSQLite
import PerdureStore

/// A copy of a store; it is removed with its last reference, or when the user presses Control-C.
final class PrivateCopy {
    var path: String { copy.path }
    private let copy: PrivateStoreCopy

    /// Copies the store with the changes in its WAL and its journal.
    ///
    /// - Parameters:
    ///   - store: The store's file.
    ///   - limit: The largest size of the copy in GiB; nil for the usual limit.
    /// - Throws: `ToolError` and `StoreError` when the store cannot be read, or changes all the time.
    init(of store: String, limit: Int?) throws {
        try Self.requireFile(store)
        let (bytes, overflows) = Int64(limit ?? 0).multipliedReportingOverflow(by: 1 << 30)
        let allowed = limit == nil ? PrivateStoreCopy.usualLimit : overflows ? .max : bytes
        do {
            copy = try Self.made(store, allowed)
        } catch StoreError.cannotOpen(_, EFBIG, let reason) {
            throw ToolError("\(store): \(reason): allow more with --copy-limit")
        } catch StoreError.cannotOpen(_, ENOSPC, let reason) {
            throw ToolError("\(store): \(reason)", .cannotWrite)
        }
    }

    private static func made(_ store: String, _ limit: Int64) throws -> PrivateStoreCopy {
        var progress: Progress?
        defer { progress?.end() }
        return try PrivateStoreCopy(of: store, limit: limit, began: Interruption.removeOnInterrupt) {
            done, total in
            if progress == nil { progress = Progress("Copying \(store)", total: total) }
            progress?.show(done)
        }
    }

    static func requireFile(_ path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw ToolError("\(path): there is no such file") }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw ToolError("\(path): is a folder, not a store")
        case S_IFREG: break
        default: throw ToolError("\(path): is no plain file, so no store")
        }
        guard status.st_size > 0 else { throw ToolError("\(path): is empty, not a store") }
    }
}
