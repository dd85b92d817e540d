// SPDX-License-Identifier: Apache-2.0
// A table space of a few megabytes on a disk of its own, for servers that run out of room.

#if PostgreSQL
import Foundation
import PerdureTestSupport

/// A disk in memory that the server of the tests keeps tables on.
struct SmallTableSpace {
    /// What could not be done.
    struct Failure: Error {
        let words: [String]
    }

    /// Whether disks can be mounted here, and given to a server of this machine.
    static let isPossible: Bool = {
        guard TestStores.socketPath != nil, getuid() == 0, let folder = try? TemporaryFolder(),
            let path = try? mount(folder)
        else { return false }
        return run("umount", path)
    }()

    let name: String
    private let folder: TemporaryFolder
    private let path: String

    init(_ name: String) throws {
        self.name = name
        folder = try TemporaryFolder()
        path = try Self.mount(folder)
        do {
            try TestStores.run("CREATE TABLESPACE \(name) LOCATION '\(path)'")
        } catch {
            _ = Self.run("umount", path)
            throw error
        }
    }

    /// Gives the disk more room.
    func grow() -> Bool { Self.run("mount", "-o", "remount,size=64m", path) }

    /// Removes all of it; nothing may lie in it any more.
    func remove() {
        _ = try? TestStores.run("DROP TABLESPACE IF EXISTS \(name)")
        _ = Self.run("umount", path)
    }

    /// Mounts a disk that belongs to the server.
    private static func mount(_ folder: TemporaryFolder) throws -> String {
        let path = folder.file("space").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try must("mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", path)
        do {
            try must("chown", "postgres", path)
            try must("chmod", "711", folder.url.path)
        } catch {
            _ = run("umount", path)
            throw error
        }
        return path
    }

    private static func must(_ words: String...) throws {
        guard run(words) else { throw Failure(words: words) }
    }

    private static func run(_ words: String...) -> Bool { run(words) }

    private static func run(_ words: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
#endif
