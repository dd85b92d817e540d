// SPDX-License-Identifier: Apache-2.0
// Destroying and replacing whole stores. How, is in Replacing/StoreDestruction.swift and Replacing/StoreReplacement.swift.

import Foundation
import PerdureStore

extension SQLiteStoreFile {
    /// Destroys a store: an empty file stays, its side files and its external data go; nothing happens where there is none.
    ///
    /// Where somebody else has the store open the file holds an empty database; whoever has it open gets
    /// `StoreError.replaced` with the next read or write.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - timeout: Seconds to wait for the lock; infinity for as long as it takes.
    /// - Throws: `StoreError.notAStore` for a file of another kind, `.busy`, the system's errors; the store is as it was
    ///   then, or it is empty and some file beside it could not be removed.
    package static func destroy(at path: String, timeout: TimeInterval = 240) throws {
        try StoreDestruction(path: path, timeout: timeout).run()
    }

    /// Makes `destination` a copy of the store at `source`, with what its WAL holds and its external data.
    ///
    /// The destination is the old store or the new one, whole, whatever fails. Whoever has it open gets
    /// `StoreError.replaced` with the next read or write.
    ///
    /// - Parameters:
    ///   - source: The store to copy.
    ///   - destination: The store to replace; it may be missing.
    ///   - sourceTimeout: Seconds to wait for a lock of the source.
    ///   - timeout: Seconds to wait for a lock of the destination; infinity for as long as it takes.
    /// - Throws: `StoreError.notAStore` for a source or a destination of another kind, `.busy`, the system's errors.
    package static func copy(
        from source: String, to destination: String, sourceTimeout: TimeInterval = 240,
        timeout: TimeInterval = 240
    ) throws {
        try StoreReplacement(
            source: source, destination: destination, sourceTimeout: sourceTimeout, timeout: timeout
        ).run()
    }
}
