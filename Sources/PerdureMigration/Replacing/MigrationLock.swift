// SPDX-License-Identifier: Apache-2.0
// The lock that lets one heavy migration of a store run at a time, across threads and processes.

import Foundation
import Perdure
import PerdureBase
import PerdureFoundationGaps
import PerdureModel

/// A lock on `.<store name>.migration-lock`, held as long as the value lives; the file stays.
final class MigrationLock {
    private let path: String
    /// The lock file; negative where this thread has the lock already.
    private let descriptor: Int32

    /// The threads that have locks, by lock file: a handler of a stage may add the same store again.
    private static let holders = Lock<[String: pthread_t]>([:])

    /// Waits for the lock.
    ///
    /// - Parameters:
    ///   - store: The store's file.
    ///   - timeout: Seconds to wait.
    /// - Throws: 513 for a folder that cannot be written to, 134090 when another migration holds the lock too long.
    init(of store: URL, timeout: TimeInterval) throws {
        path = Self.path(of: store)
        let path = path
        if Self.holders.withLock({ $0[path] }) == pthread_self() {
            descriptor = -1
            return
        }
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, Self.mode(of: store))
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        let end = Uptime.now + timeout
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR, Uptime.now < end else {
                // The end of the value closes the file.
                throw code == EWOULDBLOCK || code == EINTR ? Self.busy(store) : Self.failure(path, code)
            }
            usleep(20_000)
        }
        Self.holders.withLock { $0[path] = pthread_self() }
    }

    deinit {
        guard descriptor >= 0 else { return }
        Self.holders.withLock { if $0[path] == pthread_self() { $0[path] = nil } }
        close(descriptor)
    }

    /// Waits for the lock if a migration has ever made its file; one within the file needs no lock file of its own.
    static func ifPresent(of store: URL, timeout: TimeInterval) throws -> MigrationLock? {
        guard access(path(of: store), F_OK) == 0 else { return nil }
        return try MigrationLock(of: store, timeout: timeout)
    }

    /// Waits for the lock of a store of any kind; that of one on a server lies there.
    static func any(of place: StorePlace, timeout: TimeInterval) throws -> AnyObject? {
        guard !place.url.isFileURL else { return try MigrationLock(of: place.url, timeout: timeout) }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())
        return try coordinator.withStoreFiles(place.shown) {
            try place.files?.lockMigrations(at: place.url, timeout: timeout)
        }
    }

    private static func path(of store: URL) -> String {
        store.deletingLastPathComponent()
            .appendingPathComponent(".\(store.lastPathComponent).migration-lock").path
    }

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
