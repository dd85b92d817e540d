// SPDX-License-Identifier: Apache-2.0
// A folder for one test, which removes itself with its object.

import Foundation

/// A folder that lives as long as this object.
public final class TemporaryFolder: Sendable {
    /// The folder's place.
    public let url: URL

    /// Makes the folder.
    ///
    /// - Throws: When the folder cannot be made.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("perdure-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A file's place in the folder.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: Its URL; nothing is created.
    public func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Copies an SQLite store with its side files and external data into the folder.
    ///
    /// - Parameter store: The main file.
    /// - Returns: The copy's main file, which may be written.
    /// - Throws: When a file cannot be copied.
    public func copyStore(_ store: URL) throws -> URL {
        let copy = file(store.lastPathComponent)
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let source = store.path + suffix
            guard FileManager.default.fileExists(atPath: source) else { continue }
            try Data(contentsOf: URL(fileURLWithPath: source)).write(
                to: URL(fileURLWithPath: copy.path + suffix))
        }
        let support = ".\(store.deletingPathExtension().lastPathComponent)_SUPPORT"
        let external = store.deletingLastPathComponent().appendingPathComponent(support)
        if FileManager.default.fileExists(atPath: external.path) {
            try FileManager.default.copyItem(at: external, to: file(support))
        }
        return copy
    }
}
