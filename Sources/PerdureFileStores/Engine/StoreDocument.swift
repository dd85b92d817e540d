// SPDX-License-Identifier: Apache-2.0
// The file of an open store: read, and replaced so that it is the old or the new one whatever happens. StoreDocument+Replacing.swift
// writes; FileEngine.swift uses it.

import Foundation
import Perdure
import PerdureFoundationGaps

/// A file, and the state in which it was last read or written.
final class StoreDocument: @unchecked Sendable {
    // Sendable because the stamp is only touched under the lock.
    let path: String
    let lock = NSLock()
    /// What the file was like; nil for a file that was missing.
    var stamp: FileStamp?

    /// Symbolic links are followed once, so that the file is replaced and not the link.
    init(_ url: URL) { path = url.resolvingSymlinksInPath().path }

    /// The bytes of the file; nil where there is none, or an empty one.
    ///
    /// - Throws: The system's error.
    func read() throws -> Data? {
        try lock.withLock {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            if descriptor < 0, errno == ENOENT {
                stamp = nil
                return nil
            }
            guard descriptor >= 0, let found = FileStamp(descriptor) else { throw failure("read") }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            guard found.isPlainFile else { throw DocumentErrors.damaged(path, "it is no plain file") }
            let data = try handle.readToEnd() ?? Data()
            stamp = found
            return data.isEmpty ? nil : data
        }
    }

    /// Whether somebody else has replaced or changed the file since it was last read or written here.
    var hasChanged: Bool { lock.withLock { FileStamp(at: path) != stamp } }

    /// The system's error, with Cocoa's code.
    func failure(_ operation: String) -> NSError { DocumentErrors.failure(path, operation, errno) }
}

/// What tells one state of a file from another.
struct FileStamp: Equatable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int
    let mode: UInt32

    var isPlainFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }

    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        mode = UInt32(status.st_mode)
    }

    /// A file is the same whatever became of its mode.
    static func == (left: FileStamp, right: FileStamp) -> Bool {
        left.device == right.device && left.inode == right.inode && left.size == right.size
            && left.seconds == right.seconds && left.nanoseconds == right.nanoseconds
    }
}
