// SPDX-License-Identifier: Apache-2.0
// Replaces the file of a store: a temporary file in the same folder, made durable, takes its name (PreparedDocument.swift). A kill
// or a full disk leaves the old file. Part of StoreDocument.swift.

import Foundation
import PerdureBase
import PerdureStore

extension StoreDocument {
    /// Seconds to wait for others who replace the file.
    private static let patience: TimeInterval = 240

    /// Replaces the content.
    ///
    /// - Parameters:
    ///   - data: The new content.
    ///   - whileLocked: Is called while others are locked out, before anything is written.
    /// - Throws: 134030 when somebody else has changed the file, 134090 when they keep it locked; the system's errors, 640 for a
    ///   full disk. The file is as before then.
    func replace(with data: Data, whileLocked: () throws -> Void = {}) throws {
        try prepare(data, whileLocked: whileLocked).commit()
    }

    /// Writes a content beside the file, and locks others out until it takes the file's place or is given up.
    ///
    /// - Parameters:
    ///   - data: The new content.
    ///   - whileLocked: Is called while others are locked out, before anything is written.
    /// - Returns: The content, which only needs its name.
    /// - Throws: What `replace` throws.
    func prepare(_ data: Data, whileLocked: () throws -> Void = {}) throws -> PreparedDocument {
        try lock.withLock {
            guard stamp != nil else {
                try whileLocked()
                let temporary = beside(".creating-\(UUID().uuidString)")
                try write(data, to: temporary, mode: nil)
                return PreparedDocument(self, temporary, replacing: nil)
            }
            let old = try lockedFile()
            do {
                return PreparedDocument(self, try prepare(data, replacing: old, whileLocked), replacing: old)
            } catch {
                // Closing ends the lock.
                close(old)
                throw error
            }
        }
    }

    /// Writes a content beside a locked file, and returns its path.
    private func prepare(_ data: Data, replacing old: Int32, _ whileLocked: () throws -> Void) throws
        -> String
    {
        guard FileStamp(old) == stamp, FileStamp(at: path) == stamp else {
            throw DocumentErrors.changed(path)
        }
        try whileLocked()
        // Who has the lock has this name; what a killed process has left there goes.
        let temporary = beside(".saving")
        unlink(temporary)
        try write(data, to: temporary, mode: stamp?.mode)
        return temporary
    }

    /// The path of a file beside this one.
    private func beside(_ suffix: String) -> String {
        let url = URL(fileURLWithPath: path)
        return url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent)\(suffix)")
            .path
    }

    /// Opens the file, and waits until nobody else replaces it.
    private func lockedFile() throws -> Int32 {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw errno == ENOENT ? DocumentErrors.changed(path) : failure("open") }
        let end = Uptime.now + Self.patience
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR, Uptime.now < end else {
                close(file)
                if code == EWOULDBLOCK || code == EINTR {
                    throw StoreError.busy(path: path, operation: "a save", waited: Self.patience)
                }
                throw DocumentErrors.failure(path, "lock", code)
            }
            usleep(5_000)
        }
        return file
    }

    private func write(_ data: Data, to temporary: String, mode: UInt32?) throws {
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard file >= 0 else { throw failure("write") }
        defer { close(file) }
        if let mode { fchmod(file, mode_t(mode & 0o777)) }
        let isWritten = data.withUnsafeBytes { Self.write($0, to: file) }
        guard isWritten, fsync(file) == 0 else { throw abandoned(temporary) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Removes what was written so far.
    private func abandoned(_ temporary: String) -> NSError {
        let error = failure("write")
        unlink(temporary)
        return error
    }

    /// Makes the name durable, and notes the new state; the caller has the lock.
    func finish() throws {
        stamp = FileStamp(at: path)
        try Self.synchronizeFolder(of: path)
    }

    /// Makes the names in a file's folder durable.
    static func synchronizeFolder(of path: String) throws {
        let name = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        guard folder >= 0, fsync(folder) == 0 else {
            throw StoreError.inDoubt(
                path: path,
                reason:
                    "the folder of the store could not be made durable: \(String(cString: strerror(errno)))")
        }
    }
}
