// SPDX-License-Identifier: Apache-2.0
// Copies a file in the kernel: its blocks are shared until somebody writes them, where the file system can do that. Part of
// FileCopying.swift.

import CSQLite
import Foundation

/// Copies whole files without reading them.
enum SharedBlocks {
    // From linux/fs.h and the manual of lseek; the headers keep them from Swift.
    private static let clone: UInt = 0x4004_9409
    private static let (seekData, seekHole): (Int32, Int32) = (3, 4)

    /// Copies one file into another one, which is empty.
    ///
    /// - Parameters:
    ///   - source: The descriptor to read; it stays open.
    ///   - target: The descriptor to write.
    ///   - size: The bytes to copy; what lies behind them is left out.
    ///   - progress: Receives the number of copied bytes.
    /// - Returns: Whether all was copied; the target may have any content if not.
    static func copy(
        _ source: Int32, to target: Int32, size: Int64, _ progress: (Int64) throws -> Void
    ) rethrows -> Bool {
        #if os(Linux)
        if ioctl(target, clone, source) == 0 {
            guard ftruncate(target, off_t(size)) == 0 else { return false }
            try progress(size)
            return true
        }
        return try copyRanges(source, target, size, progress)
        #else
        return false
        #endif
    }

    #if os(Linux)
    /// Copies what holds data: holes stay holes.
    private static func copyRanges(
        _ source: Int32, _ target: Int32, _ size: Int64, _ progress: (Int64) throws -> Void
    ) rethrows -> Bool {
        var offset: Int64 = 0
        while offset < size {
            let start = Int64(lseek(source, off_t(offset), seekData))
            if start < 0 || start >= size { break }
            let end = Int64(lseek(source, off_t(start), seekHole))
            guard end > start else { return false }
            var (from, to) = (start, start)
            while from < min(end, size) {
                let count = perdure_copy_file_range(
                    source, &from, target, &to, Int(min(min(end, size) - from, 64 << 20)), 0)
                guard count > 0 else { return false }
                try progress(from)
            }
            offset = end
        }
        return ftruncate(target, off_t(size)) == 0
    }
    #endif
}
