// SPDX-License-Identifier: Apache-2.0
// One file of the external data folder, opened so that nothing but a plain file inside the folder is
// ever touched: no link is followed, neither at the folder nor at the file.

import Foundation

/// One file of the external data folder.
///
/// Its name is a UUID (ExternalDataFolder checks that).
struct ExternalFile {
    let folder: ExternalDataFolder
    let name: String

    /// The system's words for what went wrong.
    struct Failure: Error {
        let reason: String

        init(_ what: String, _ code: Int32 = errno) { reason = "\(what): \(String(cString: strerror(code)))" }
        init(reason: String) { self.reason = reason }
    }

    private func withFolder<T>(_ body: (Int32) throws -> T) throws -> T {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure("the folder \(folder.path) cannot be opened") }
        defer { close(descriptor) }
        return try body(descriptor)
    }

    func read() throws -> Data {
        try withFile { file, size in try Self.bytes(of: file, count: size) }
    }

    /// Checks that the file could be read.
    func examine() throws { try withFile { _, _ in } }

    private func withFile<T>(_ body: (Int32, Int) throws -> T) throws -> T {
        try withFolder { folder in
            // NONBLOCK: opening a pipe or a device planted under the name must not wait.
            let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { throw Failure("the file cannot be opened") }
            defer { close(file) }
            var status = stat()
            guard fstat(file, &status) == 0 else { throw Failure("the file cannot be examined") }
            guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: "it is no plain file") }
            return try body(file, Int(status.st_size))
        }
    }

    private static func bytes(of file: Int32, count: Int) throws -> Data {
        var data = Data(count: count)
        var done = 0
        while done < count {
            let part = data.withUnsafeMutableBytes { buffer in
                // In range: done < count, which is the size of the buffer.
                #if canImport(Glibc)
                    Glibc.read(file, buffer.baseAddress! + done, count - done)
                #else
                    Darwin.read(file, buffer.baseAddress! + done, count - done)
                #endif
            }
            if part < 0 && errno == EINTR { continue }
            guard part > 0 else { throw Failure(reason: "the file ends early") }
            done += part
        }
        return data
    }

    /// Writes a new file and waits until it is on disk.
    func write(_ data: Data) throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try withFolder { folder in
            let file = openat(
                folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
            guard file >= 0 else { throw Failure("the file cannot be created") }
            defer { close(file) }
            do {
                try Self.put(data, to: file)
                guard fsync(file) == 0, fsync(folder) == 0 else {
                    throw Failure("the file cannot be brought to disk")
                }
            } catch {
                unlinkat(folder, name, 0)
                throw error
            }
        }
    }

    private static func put(_ data: Data, to file: Int32) throws {
        try data.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                // In range: done < count, and a buffer with bytes has an address.
                #if canImport(Glibc)
                    let part = Glibc.write(file, buffer.baseAddress! + done, buffer.count - done)
                #else
                    let part = Darwin.write(file, buffer.baseAddress! + done, buffer.count - done)
                #endif
                if part < 0 && errno == EINTR { continue }
                guard part > 0 else { throw Failure("the file cannot be written") }
                done += part
            }
        }
    }

    /// Removes the file; one that is gone already is fine, because the wish is fulfilled.
    func remove() {
        _ = try? withFolder { unlinkat($0, name, 0) }
    }
}
