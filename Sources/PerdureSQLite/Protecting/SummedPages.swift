// SPDX-License-Identifier: Apache-2.0
// Sums the pages of a database file up, through SQLite's own file (DatabaseFile.swift says why).

import Foundation

/// The pages of a file.
struct SummedPages {
    let file: DatabaseFile
    let fileSize: Int64
    let pageSize: Int

    /// How many bytes are read at once: a multiple of every page size.
    private static let piece = 1 << 20

    /// Calls a body with the index and the checksum of each page, in their order; bytes behind the end count as zero.
    ///
    /// - Throws: `StoreError.database` for what cannot be read, and the errors of the body.
    func forEach(_ body: (Int, UInt64) throws -> Void) throws {
        let count = PageChecksums.pages(fileSize, of: pageSize)
        let perPiece = Self.piece / pageSize
        var buffer = [UInt8](repeating: 0, count: Self.piece)
        for first in stride(from: 0, to: count, by: perPiece) {
            let size = min(perPiece, count - first) * pageSize
            try buffer.withUnsafeMutableBytes { whole in
                let part = UnsafeMutableRawBufferPointer(rebasing: whole[..<size])
                try file.read(part, at: Int64(first) * Int64(pageSize))
            }
            for index in 0..<(size / pageSize) {
                let sum = buffer.withUnsafeBytes { whole in
                    let page = whole[index * pageSize..<(index + 1) * pageSize]
                    return PageHash.of(UnsafeRawBufferPointer(rebasing: page), number: UInt64(first + index))
                }
                try body(first + index, sum)
            }
        }
    }

    /// All checksums.
    func all() throws -> [UInt64] {
        var sums: [UInt64] = []
        try forEach { sums.append($1) }
        return sums
    }
}
