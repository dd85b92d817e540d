// SPDX-License-Identifier: Apache-2.0
// One file of the external data folder. Opening follows no link, neither at the folder nor at the file, so only plain files
// inside of the folder are ever touched.

import Foundation

/// One file of the external data folder.
///
/// Its name is a UUID (ExternalDataFolder checks that).
struct ExternalFile: ObsoleteFile {
    let folder: ExternalDataFolder
    let name: String

    /// The system's description of an error.
    struct Failure: Error {
        let reason: String
        /// The system's number of the error; 0 where the system reported none.
        let code: Int32

        init(_ what: String, _ code: Int32 = errno) {
            reason = "\(what): \(String(cString: strerror(code)))"
            self.code = code
        }

        init(reason: String) {
            self.reason = reason
            code = 0
        }
    }

    /// Reads the whole file, in pieces.
    ///
    /// A memory map would crash the process if another process truncates the file.
    func read() throws -> Data {
        var data = Data()
        try pieces(beginning: { data.reserveCapacity(min($0, Self.largestReserve)) }) {
            data.append(contentsOf: $0)
        }
        return data
    }

    /// Checks that the file can be read to its end, without keeping the content.
    func examine() throws { try pieces { _ in } }

    private static let pieceSize = 256 << 10
    /// The most memory to reserve at first: the size in the file's attributes may be wrong.
    private static let largestReserve = 16 << 20

    private func pieces(beginning: (Int) -> Void = { _ in }, _ body: (Slice<UnsafeRawBufferPointer>) -> Void)
        throws
    {
        try withFile { file, size in
            guard size <= folder.limit else { throw tooLarge(size) }
            beginning(size)
            var piece = [UInt8](repeating: 0, count: min(max(size, 1), Self.pieceSize))
            var done = 0
            while done < size {
                let part = piece.withUnsafeMutableBytes {
                    pread(file, $0.baseAddress, min($0.count, size - done), off_t(done))
                }
                if part < 0 && errno == EINTR { continue }
                guard part > 0 else { throw Failure(reason: "the file ends early") }
                piece.withUnsafeBytes { body($0[..<part]) }
                done += part
            }
        }
    }

    private func tooLarge(_ size: Int) -> Failure {
        Failure(
            reason:
                "it has \(size) bytes, and \(folder.limit) are allowed: largestExternalData of the store's"
                + " description allows more")
    }

    func withFile<T>(_ body: (Int32, Int) throws -> T) throws -> T {
        try folder.withDescriptor { folder in
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

    /// Writes a new file, and syncs it to disk.
    func write(_ data: Data) throws {
        guard data.count <= folder.limit else { throw tooLarge(data.count) }
        try create { try Self.put(data, to: $0) }
    }

    /// Makes a new file, lets the body write it, and syncs it to disk.
    ///
    /// After a failure the file is removed.
    func create(_ body: (Int32) throws -> Void) throws {
        try folder.withDescriptor(creating: true) { folder in
            let file = openat(
                folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
            guard file >= 0 else { throw Failure("the file cannot be created") }
            defer { close(file) }
            do {
                try body(file)
                guard fsync(file) == 0, fsync(folder) == 0 else {
                    throw Failure("the file cannot be brought to disk")
                }
            } catch {
                unlinkat(folder, name, 0)
                throw error
            }
        }
    }

    static func put(_ data: Data, to file: Int32) throws {
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

    /// Removes the file; a file that is gone already is no error.
    func remove() {
        _ = try? folder.withDescriptor { unlinkat($0, name, 0) }
    }
}
