// SPDX-License-Identifier: Apache-2.0
// Copies, compares and moves files of large values, piece by piece. Used for the replacement of a store
// (Replacing/StoreReplacement.swift).

import Foundation

extension ExternalFile {
    private static let piece = 1 << 20

    /// Copies the file to a new file, and syncs the copy to disk.
    ///
    /// - Throws: `Failure`; the copy does not exist then.
    func copy(to target: ExternalFile) throws {
        try withFile { file, _ in
            try target.create { copy in
                while let bytes = try Self.piece(of: file) { try Self.put(bytes, to: copy) }
            }
        }
    }

    /// Whether both files can be read and have the same bytes.
    func hasBytes(of other: ExternalFile) -> Bool {
        let isEqual = try? withFile { first, size in
            try other.withFile { second, otherSize in
                guard size == otherSize else { return false }
                while let bytes = try Self.piece(of: first) {
                    guard try Self.piece(of: second) == bytes else { return false }
                }
                return true
            }
        }
        return isEqual ?? false
    }

    /// The next bytes of a plain file; nil at its end.
    private static func piece(of file: Int32) throws -> Data? {
        var data = Data(count: piece)
        var done = 0
        while done < piece {
            let part = data.withUnsafeMutableBytes { buffer in
                // In range: done < piece, which is the size of the buffer.
                systemRead(file, buffer.baseAddress! + done, piece - done)
            }
            if part < 0 && errno == EINTR { continue }
            guard part >= 0 else { throw Failure("the file cannot be read") }
            if part == 0 { break }
            done += part
        }
        return done > 0 ? data.prefix(done) : nil
    }

    /// Moves the file into another folder of the same file system, where its new name must be free.
    ///
    /// A missing folder is made.
    func move(to target: ExternalFile) throws {
        try folder.withDescriptor { source in
            try target.folder.withDescriptor(creating: true) { other in
                guard renameat(source, name, other, target.name) == 0 else {
                    throw Failure("the file cannot be moved to \(target.folder.path)")
                }
            }
        }
    }
}

extension ExternalDataFolder {
    /// Syncs the names of the folder's files to disk.
    func synchronize() throws {
        // The folders may be new too.
        for path in [path, supportPath, (supportPath as NSString).deletingLastPathComponent] {
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw ExternalFile.Failure("the folder \(path) cannot be opened")
            }
            defer { close(descriptor) }
            guard fsync(descriptor) == 0 else {
                throw ExternalFile.Failure("the folder \(path) cannot be brought to disk")
            }
        }
    }

    /// Removes the folder and its parent, unless they have other entries.
    func removeIfEmpty() {
        rmdir(path)
        rmdir(supportPath)
    }
}

/// The system's function; inside of ExternalFile a method hides its name.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(file, buffer, count)
}
