// SPDX-License-Identifier: Apache-2.0
// A folder beside a store for the preparation of its next content:
//
//     .<store name>.replacing, .<store name>.replacing-2 … -8
//
// Its creator holds a lock on it, so folders that a killed process has left can be told from folders in use. The names are few, so an
// opening asks for each of them and need not read the whole folder, which may have the stores of all users of a server.

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
        let (folder, base) = Self.location(of: store)
        var code: Int32 = 0
        // When all names are in use, an own one goes with the next replacement only.
        for suffix in Self.suffixes + ["-" + UUID().uuidString] {
            let path = folder + "/" + base + suffix
            guard let descriptor = Self.claim(path, &code) else { continue }
            (self.path, self.descriptor) = (path, descriptor)
            return
        }
        throw FileHeader.cannotOpen(store, code)
    }

    /// Makes a folder and locks it; nil when the name is in use, or the folder cannot be made.
    private static func claim(_ path: String, _ code: inout Int32) -> Int32? {
        if mkdir(path, 0o700) != 0 {
            code = errno
            // Somebody else may make the folder meanwhile, and has it then.
            guard code == EEXIST, removeIfAbandoned(path), mkdir(path, 0o700) == 0 else { return nil }
        }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            code = errno
            return nil
        }
        // Between the two calls an opening may have taken the folder for a left-over.
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isStill(descriptor, path) { return descriptor }
        code = EBUSY
        close(descriptor)
        return nil
    }

    private static func isStill(_ descriptor: Int32, _ path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, lstat(path, &named) == 0 else { return false }
        return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }

    deinit { close(descriptor) }

    func file(_ name: String) -> String { path + "/" + name }

    /// Removes the folder with its content.
    ///
    /// A later opening removes the rest after a failure.
    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Removes the folders of killed processes; costs a call of the system for each of the eight names.
    static func removeAbandoned(of store: String) {
        let (folder, base) = location(of: store)
        let path = folder + "/" + base
        for suffix in suffixes { removeIfAbandoned(path + suffix) }
    }

    /// The same, and folders with other names, of which the whole folder has to be read.
    static func removeAllAbandoned(of store: String) {
        removeAbandoned(of: store)
        let (folder, base) = location(of: store)
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in all where name.hasPrefix(base + "-") {
            guard UUID(uuidString: String(name.dropFirst(base.count + 1))) != nil else { continue }
            removeIfAbandoned(folder + "/" + name)
        }
    }

    /// Removes a folder that nobody holds a lock on; whether it is gone.
    @discardableResult private static func removeIfAbandoned(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
        return (try? FileManager.default.removeItem(atPath: path)) != nil
    }

    private static func location(of store: String) -> (folder: String, base: String) {
        let url = URL(fileURLWithPath: store)
        return (url.deletingLastPathComponent().path, ".\(url.lastPathComponent).replacing")
    }

    private static let suffixes = [""] + (2...8).map { "-\($0)" }
}
