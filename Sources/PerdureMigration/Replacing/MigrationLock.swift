// SPDX-License-Identifier: Apache-2.0
// The lock that lets one heavy migration of a store run at a time, across threads and processes.

import Foundation
import PerdureFoundationGaps

/// A lock on `.<store name>.migration-lock`, held as long as the value lives; the file stays.
final class MigrationLock {
    private let descriptor: Int32

    /// Waits for the lock.
    ///
    /// - Parameters:
    ///   - store: The store's file.
    ///   - timeout: Seconds to wait.
    /// - Throws: 513 for a folder that cannot be written to, 134090 when another migration holds the lock too long.
    init(of store: URL, timeout: TimeInterval) throws {
        let path = store.deletingLastPathComponent()
            .appendingPathComponent(".\(store.lastPathComponent).migration-lock").path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, Self.mode(of: store))
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        let end = Date().addingTimeInterval(timeout)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR, Date() < end else {
                // The end of the value closes the file.
                throw code == EWOULDBLOCK || code == EINTR ? Self.busy(store) : Self.failure(path, code)
            }
            usleep(20_000)
        }
    }

    deinit { close(descriptor) }

    /// The lock file is as private as its store.
    private static func mode(of store: URL) -> mode_t {
        var status = stat()
        return stat(store.path, &status) == 0 ? status.st_mode & 0o666 : 0o600
    }

    private static func busy(_ store: URL) -> NSError {
        MigrationErrors.make(
            NSPersistentStoreTimeoutError,
            "Another thread or process is migrating the store at \"\(store.path)\". Wait until it is done, and open the store "
                + "again.", [NSFilePathErrorKey: store.path])
    }

    private static func failure(_ path: String, _ code: Int32) -> any Error {
        CocoaError(
            [EACCES, EPERM, EROFS].contains(code) ? .fileWriteNoPermission : .fileWriteUnknown,
            userInfo: [
                NSFilePathErrorKey: path,
                NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(code)),
                NSLocalizedDescriptionKey:
                    "The store's folder must be writable for a migration: \(path) cannot be opened "
                    + "(\(String(cString: strerror(code)))).",
            ])
    }
}
