// SPDX-License-Identifier: Apache-2.0
// A rollback journal as bytes, before SQLite sees it. A journal of a commit over several files ends with the name of a
// super-journal. A process that rolls the journal back, or later rolls back its own transaction, removes the file of that
// name, whatever the file is.
//
//     header, pages ... | name | its length (4 bytes) | its checksum (4 bytes) | d9 d5 05 f9 20 a1 63 d7

import Foundation
import PerdureStore

/// The content of a rollback journal, read before any other use of it.
struct RollbackJournal {
    /// Whether the journal has a header: without one there is nothing to roll back.
    let isFilled: Bool
    /// The file that the journal names as its super-journal.
    let superJournal: String?

    static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    private static let longestName = 4_096

    /// Reads the journal; nil when it is gone, as it is after each commit of another process.
    ///
    /// - Throws: `StoreError.cannotOpen` when the journal cannot be read.
    init?(path: String, store: String) throws {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw StoreError.cannotOpen(
                path: store, code: errno,
                reason: "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        // A journal has no locks of its own, so closing its descriptor loses no lock.
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { return nil }
        isFilled = Self.bytes(file, 1, at: 0).first.map { $0 != 0 } ?? false
        superJournal = Self.name(file, Int(status.st_size))
    }

    /// The name at the end of the journal.
    ///
    /// SQLite would also compare the checksum. This check ignores it: a journal whose name SQLite would skip is still
    /// suspect.
    private static func name(_ file: Int32, _ size: Int) -> String? {
        guard size >= 16 else { return nil }
        let end = bytes(file, 16, at: size - 16)
        guard end.count == 16, end.suffix(8).elementsEqual(magic) else { return nil }
        let length = end.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard length > 0, length <= size - 16 else { return nil }
        let name = bytes(file, min(length, longestName), at: size - 16 - length).prefix { $0 != 0 }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    private static func bytes(_ file: Int32, _ count: Int, at offset: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, count, off_t(offset)) }
        return Array(bytes.prefix(max(read, 0)))
    }
}
