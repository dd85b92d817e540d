// SPDX-License-Identifier: Apache-2.0
// A file without a name, for what a migration must remember but should not keep in memory. KeyIndex.swift and PairLog.swift
// write records into it.

import Foundation

/// Records of fixed sizes in a file that goes with the process.
final class SpillFile {
    private let folder: URL
    private var descriptor: Int32 = -1
    private var end = 0

    /// - Parameter folder: Where the file is made when it is first needed.
    init(in folder: URL) { self.folder = folder }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Writes records behind all others.
    ///
    /// - Returns: The offset of the first.
    /// - Throws: The system's error, for example of a full disk.
    func append<Record: BitwiseCopyable>(_ records: [Record]) throws -> Int {
        try makeFile()
        let start = end
        try records.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                // The bytes before `done` are written, so the rest begins inside of the buffer.
                let count = pwrite(
                    descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(start + done))
                guard count > 0 else { throw Self.failure(errno) }
                done += count
            }
        }
        end += records.count * MemoryLayout<Record>.stride
        return start
    }

    /// Reads records.
    ///
    /// - Throws: The system's error.
    func read<Record: BitwiseCopyable>(_ count: Int, at offset: Int, like blank: Record) throws -> [Record] {
        var records = [Record](repeating: blank, count: count)
        try records.withUnsafeMutableBytes { bytes in
            var done = 0
            while done < bytes.count {
                // As in `append`.
                let count = pread(
                    descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset + done))
                guard count > 0 else { throw Self.failure(errno) }
                done += count
            }
        }
        return records
    }

    private func makeFile() throws {
        guard descriptor < 0 else { return }
        var template = Array(folder.appendingPathComponent(".migration-XXXXXX").path.utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.failure(errno) }
        // Without a name the file goes when the process ends, however it ends.
        unlink(template)
    }

    private static func failure(_ code: Int32) -> any Error {
        CocoaError(
            code == ENOSPC ? .fileWriteOutOfSpace : .fileWriteUnknown,
            userInfo: [
                NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(code)),
                NSLocalizedDescriptionKey:
                    "The migration could not note which objects belong together: "
                    + "\(String(cString: strerror(code))). Make room on the disk and try again.",
            ])
    }
}
