// SPDX-License-Identifier: Apache-2.0
// The stores that migrations fill, beside the store that gets their content: their names, the claims that tell living from
// dead ones, and the removal of what killed migrations have left.

import Foundation
import Perdure
import PerdureStore

/// Temporary stores of migrations.
enum TemporaryStores {
    private static func prefix(_ store: URL) -> String { ".\(store.lastPathComponent).migrating-" }

    /// A name that no other migration uses.
    static func newURL(beside store: URL) -> URL {
        store.deletingLastPathComponent().appendingPathComponent(prefix(store) + UUID().uuidString)
    }

    /// Removes a store with everything that belongs to it.
    ///
    /// What cannot be removed is left to the next migration.
    static func remove(_ url: URL, _ files: any StoreFiles) {
        try? files.destroy(at: url, timeout: 0)
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(url.path + suffix) }
    }

    /// Removes what killed migrations of a store, or into it, have left; stores that a living process claims stay.
    static func removeAbandoned(of store: URL, _ files: any StoreFiles) {
        let folder = store.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var seen: Set<String> = []
        for name in names where name.hasPrefix(prefix(store)) {
            let rest = String(name.dropFirst(prefix(store).count).prefix(36))
            guard UUID(uuidString: rest) != nil, seen.insert(rest).inserted else { continue }
            let url = folder.appendingPathComponent(prefix(store) + rest)
            guard !TemporaryClaim.isHeld(of: url) else { continue }
            remove(url, files)
            unlink(TemporaryClaim.path(of: url))
        }
    }
}

/// A file beside a file.
final class ClaimedFile: ClaimedPlace {
    let url: URL
    let options: [AnyHashable: Any]
    private let store: URL
    private let files: any StoreFiles
    /// Keeps others from taking the temporary store for a left-over.
    private var claim: TemporaryClaim?

    init(beside store: StorePlace, _ files: any StoreFiles) {
        (self.store, self.files) = (store.url, files)
        url = TemporaryStores.newURL(beside: store.url)
        claim = TemporaryClaim(of: url)
        var options = store.options
        // The file need not survive a power cut; the replacement does.
        var pragmas = options[NSSQLitePragmasOption] as? [String: Any] ?? [:]
        pragmas["synchronous"] = "OFF"
        options[NSSQLitePragmasOption] = pragmas
        options[NSReadOnlyPersistentStoreOption] = nil
        self.options = options
    }

    func fill(timeout: TimeInterval) throws {
        try files.copy(from: store, to: url, sourceTimeout: timeout, timeout: timeout)
    }

    func replace(timeout: TimeInterval, whileLocked: () throws -> Void) throws {
        try files.copy(
            from: url, to: store, sourceTimeout: timeout, timeout: timeout, whileLocked: whileLocked)
    }

    func remove() {
        TemporaryStores.remove(url, files)
        claim = nil
    }
}

/// Says that a temporary store belongs to a living process: the lock goes with the process.
final class TemporaryClaim {
    private let path: String
    private let descriptor: Int32

    /// Claims a temporary store that is not made yet.
    ///
    /// Fails where the folder takes no file; the migration reports that when it makes the store.
    ///
    /// - Parameter url: The temporary store.
    init?(of url: URL) {
        path = Self.path(of: url)
        while true {
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard file >= 0 else { return nil }
            flock(file, LOCK_EX)
            var status = stat()
            if fstat(file, &status) != 0 || status.st_nlink > 0 {
                descriptor = file
                return
            }
            // Somebody took the file for a left-over before it was locked.
            close(file)
        }
    }

    deinit {
        unlink(path)
        close(descriptor)
    }

    static func path(of url: URL) -> String { url.path + ".claim" }

    /// Whether a living process has the temporary store.
    static func isHeld(of url: URL) -> Bool {
        let descriptor = open(path(of: url), O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }
}
