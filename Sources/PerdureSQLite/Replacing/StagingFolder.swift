// SPDX-License-Identifier: Apache-2.0
// A folder beside a store for the preparation of its next content:
//
//     .<store name>.replacing-<UUID>
//
// Its creator holds a lock on it, so folders that a killed process has left can be told from folders in use.

import Foundation
import PerdureStore

/// A folder for one replacement or destruction of a store.
final class StagingFolder {
    let path: String
    private let descriptor: Int32

    /// Makes the folder.
    ///
    /// - Throws: `StoreError.cannotOpen` when nothing can be created beside the store.
    init(for store: String) throws {
        let (folder, prefix) = Self.location(of: store)
        path = folder + "/" + prefix + UUID().uuidString
        guard mkdir(path, 0o700) == 0 else { throw FileHeader.cannotOpen(store, errno) }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            // The end of the value closes the folder.
            rmdir(path)
            throw FileHeader.cannotOpen(store, code)
        }
    }

    deinit { close(descriptor) }

    func file(_ name: String) -> String { path + "/" + name }

    /// Removes the folder with its content.
    ///
    /// A later opening removes the rest after a failure.
    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Removes the folders of killed processes.
    static func removeAbandoned(of store: String) {
        let (folder, prefix) = location(of: store)
        for name in names(in: folder, prefix) {
            let path = folder + "/" + name
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    private static func location(of store: String) -> (folder: String, prefix: String) {
        let url = URL(fileURLWithPath: store)
        return (url.deletingLastPathComponent().path, ".\(url.lastPathComponent).replacing-")
    }

    /// Reads the names one by one, because every opening looks here and the folder may be large.
    private static func names(in folder: String, _ prefix: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // The name is an array of characters inside of the entry, which lives until the next call.
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { start -> String? in
                    strncmp(start, prefix, strlen(prefix)) == 0 ? String(cString: start) : nil
                }
            }
            guard let name, UUID(uuidString: String(name.dropFirst(prefix.count))) != nil else { continue }
            names.append(name)
        }
        return names
    }
}
