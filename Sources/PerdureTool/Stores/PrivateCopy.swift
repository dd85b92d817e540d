// SPDX-License-Identifier: Apache-2.0
// SQLite writes beside a store even when it only reads: it makes a -shm file, recovers a -wal. So the
// tool reads a copy in a folder of its own, and the store stays as it is, on any medium.

import Foundation

/// A copy of a store that is removed when nobody needs it any more.
final class PrivateCopy {
    let path: String
    private let folder: URL

    /// Copies the store with what lies in its WAL and its journal; the folder of external data is linked.
    ///
    /// - Throws: `ToolError` when the store cannot be read, or is written to all the time.
    init(of store: String) throws {
        let url = URL(fileURLWithPath: store)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("perdure-\(UUID().uuidString)")
        path = folder.appendingPathComponent(url.lastPathComponent).path
        try Self.requireFile(store)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ToolError(
                "\(folder.path): cannot be created; set TMPDIR to a folder that can be written", .cannotWrite)
        }
        Interruption.removeOnInterrupt(folder.path)
        try copyFiles(from: store)
        try linkExternalData(url)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func requireFile(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ToolError("\(path): there is no such file")
        }
        guard !isFolder.boolValue else { throw ToolError("\(path): is a folder, not a store") }
        guard Fingerprint.size(of: path) > 0 else { throw ToolError("\(path): is empty, not a store") }
    }

    /// Copies until nothing has changed in between: a store may be in use.
    private func copyFiles(from store: String) throws {
        for _ in 0..<5 {
            let before = Fingerprint(of: store)
            for suffix in Fingerprint.suffixes { try copy(store + suffix, to: path + suffix) }
            if before == Fingerprint(of: store) { return }
        }
        throw ToolError("\(store): another program keeps writing to it; try again when it is idle")
    }

    private func copy(_ source: String, to target: String) throws {
        guard let input = fopen(source, "rbe") else {
            let code = errno
            // A side file that is not there is not there in the copy either.
            unlink(target)
            if code == ENOENT { return }
            throw ToolError("\(source): cannot be read: \(String(cString: strerror(code)))")
        }
        defer { fclose(input) }
        guard let output = fopen(target, "wbe") else { throw Self.cannotWrite(target) }
        defer { fclose(output) }
        try copy(input, to: output, source: source, target: target)
    }

    private func copy(
        _ input: UnsafeMutablePointer<FILE>, to output: UnsafeMutablePointer<FILE>, source: String,
        target: String
    ) throws {
        var progress = Progress("Copying \(source)", total: Fingerprint.size(of: source))
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var done: Int64 = 0
        while true {
            let count = fread(&buffer, 1, buffer.count, input)
            if count == 0 { break }
            guard fwrite(&buffer, 1, count, output) == count else { throw Self.cannotWrite(target) }
            done += Int64(count)
            progress.show(done)
        }
        progress.end()
        guard ferror(input) == 0 else { throw ToolError("\(source): cannot be read") }
        guard fflush(output) == 0 else { throw Self.cannotWrite(target) }
    }

    private static func cannotWrite(_ path: String) -> ToolError {
        ToolError(
            "\(path): \(String(cString: strerror(errno))); set TMPDIR to a folder with room for a copy",
            .cannotWrite)
    }

    private func linkExternalData(_ store: URL) throws {
        let name = ".\(store.deletingPathExtension().lastPathComponent)_SUPPORT"
        let support = store.deletingLastPathComponent().appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: support.path) else { return }
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent(name), withDestinationURL: support.standardizedFileURL)
    }
}

/// Sizes and times of a store's files.
private struct Fingerprint: Equatable {
    static let suffixes = ["", "-wal", "-journal"]
    private var fields: [Int64] = []

    init(of store: String) {
        for suffix in Self.suffixes {
            var status = stat()
            guard stat(store + suffix, &status) == 0 else {
                fields.append(-1)
                continue
            }
            fields += [
                Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
            ]
        }
    }

    static func size(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }
}
