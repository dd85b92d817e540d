// SPDX-License-Identifier: Apache-2.0
// Copies the bytes of untrusted files. It does not write pieces of zeros, so holes stay holes. Part of
// PrivateStoreCopy.swift.

import Foundation
import PerdureStore

/// Copies the files of one store.
struct FileCopying {
    /// The store's path, for errors.
    let store: String
    private var done: Int64 = 0
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    private let sharesBlocks: Bool

    init(store: String, sharesBlocks: Bool = false) {
        self.store = store
        self.sharesBlocks = sharesBlocks
    }

    /// Copies a database, in the kernel or through SQLite's own file.
    mutating func copy(
        _ source: DatabaseFile, size: Int64, to target: String, _ progress: (Int64) throws -> Void
    ) throws {
        if sharesBlocks, try shareBlocks(of: SideFiles.resolved(store), size: size, with: target, progress) {
            return
        }
        try copy(size, to: target, progress) { try source.read($0, at: $1) }
    }

    /// Copies a plain file without locks; a file that has been removed meanwhile is skipped.
    mutating func copySideFile(_ source: String, to target: String, _ progress: (Int64) throws -> Void) throws
    {
        let file = open(source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return }
            throw failure(source, "cannot be read")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw failure(source, "is no plain file any more")
        }
        let store = self.store
        try copy(Int64(status.st_size), to: target, progress) { buffer, offset in
            let count = pread(file, buffer.baseAddress, buffer.count, off_t(offset))
            guard count == buffer.count else {
                throw StoreError.cannotOpen(
                    path: store, code: EIO, reason: "\(source) cannot be read to its end")
            }
        }
    }

    /// Copies a file in the kernel; false where that cannot be done.
    private mutating func shareBlocks(
        of source: String, size: Int64, with target: String, _ progress: (Int64) throws -> Void
    ) throws -> Bool {
        let (input, output) = (
            open(source, O_RDONLY | O_NONBLOCK | O_CLOEXEC),
            open(target, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        )
        defer { for file in [input, output] where file >= 0 { close(file) } }
        guard input >= 0, output >= 0 else { return false }
        let start = done
        guard try SharedBlocks.copy(input, to: output, size: size, { try progress(start + $0) }) else {
            return false
        }
        done += size
        return true
    }

    private mutating func copy(
        _ size: Int64, to target: String, _ progress: (Int64) throws -> Void,
        read: (UnsafeMutableRawBufferPointer, Int64) throws -> Void
    ) throws {
        let output = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw failure(target, "cannot be created") }
        defer { close(output) }
        var offset: Int64 = 0
        while offset < size {
            let count = Int(min(Int64(buffer.count), size - offset))
            let isWritten = try buffer.withUnsafeMutableBytes { whole in
                let piece = UnsafeMutableRawBufferPointer(rebasing: whole[..<count])
                try read(piece, offset)
                return Self.isEmpty(piece) || pwrite(output, piece.baseAddress, count, off_t(offset)) == count
            }
            guard isWritten else {
                throw failure(target, "cannot be written; set TMPDIR to a folder with room")
            }
            offset += Int64(count)
            done += Int64(count)
            try progress(done)
        }
        guard ftruncate(output, off_t(size)) == 0 else { throw failure(target, "cannot be written") }
    }

    /// Whether all bytes are zero: the first byte is zero, and each byte equals the one before it.
    private static func isEmpty(_ piece: UnsafeMutableRawBufferPointer) -> Bool {
        guard let start = piece.baseAddress, piece.first == 0 else { return piece.isEmpty }
        // In range: the second comparison starts one byte later and is one byte shorter.
        return memcmp(start, start + 1, piece.count - 1) == 0
    }

    private func failure(_ path: String, _ what: String) -> StoreError {
        let code = errno
        return .cannotOpen(
            path: store, code: code, reason: "\(path) \(what) (\(String(cString: strerror(code))))")
    }
}
