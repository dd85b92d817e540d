// SPDX-License-Identifier: Apache-2.0
// What `perdure store protect` keeps of a store: a checksum of each page, and the state of the file they belong to.
// ChecksumFile.swift keeps them on disk, ProtectionCheck.swift compares them.

import Foundation

/// When a file was written last, as the file system says it.
struct FileTime: Equatable {
    var seconds: Int64
    var nanoseconds: Int64

    init(_ time: timespec) { (seconds, nanoseconds) = (Int64(time.tv_sec), Int64(time.tv_nsec)) }

    init(seconds: Int64, nanoseconds: Int64) {
        (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
    }

    static func < (a: FileTime, b: FileTime) -> Bool {
        (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
    }
}

/// The checksums of a file's pages.
///
/// On disk they are little-endian words of eight bytes: two of the magic, the format with the page's size, the file's size, the
/// two of its time, the time of the protection, the number of pages, the checksums, and a checksum of all of it.
struct PageChecksums: Equatable {
    let pageSize: Int
    let fileSize: Int64
    let modified: FileTime
    /// Seconds since 1970.
    let date: Int64
    let checksums: [UInt64]

    static let format: UInt64 = 1
    /// The letters `PerdurePageSums1`.
    private static let magic: [UInt64] = [0x5065_7264_7572_6550, 0x6167_6553_756D_7331]
    private static let headWords = 8
    /// The largest side file that is read: the sums of half a terabyte of usual pages.
    static let largest = 1 << 30

    init(pageSize: Int, fileSize: Int64, modified: FileTime, date: Int64, checksums: [UInt64]) {
        (self.pageSize, self.fileSize, self.modified) = (pageSize, fileSize, modified)
        (self.date, self.checksums) = (date, checksums)
    }

    /// The number of pages of a file; the last one may be cut off.
    static func pages(_ fileSize: Int64, of pageSize: Int) -> Int {
        Int((fileSize + Int64(pageSize) - 1) / Int64(pageSize))
    }

    var data: Data {
        var words = Self.magic + [Self.format | UInt64(pageSize) << 32, UInt64(bitPattern: fileSize)]
        words += [modified.seconds, modified.nanoseconds, date].map { UInt64(bitPattern: $0) }
        words += [UInt64(checksums.count)] + checksums
        words = words.map(\.littleEndian)
        words.append(words.withUnsafeBytes { PageHash.of($0, number: 0) }.littleEndian)
        return words.withUnsafeBytes { Data($0) }
    }

    /// The words of a file.
    ///
    /// - Throws: `Damage` for what no protection has written, or a disk has changed.
    init(_ data: Data) throws {
        guard data.count >= (Self.headWords + 1) * 8, data.count % 8 == 0 else {
            throw Damage(reason: "it is cut off")
        }
        let words = data.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 8).map {
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
            }
        }
        let seal = data.dropLast(8).withUnsafeBytes { PageHash.of($0, number: 0) }
        guard seal == words.last else { throw Damage(reason: "its own checksum is wrong") }
        guard Array(words.prefix(2)) == Self.magic else { throw Damage(reason: "it is of another kind") }
        guard words[2] & 0xFFFF_FFFF == Self.format else {
            throw Damage(reason: "a newer version of Perdure has written it")
        }
        try self.init(words)
    }

    private init(_ words: [UInt64]) throws {
        let size = Int(words[2] >> 32)
        let numbers = words[3..<7].map { Int64(bitPattern: $0) }
        guard (512...65_536).contains(size), (0..<Int64.max / 2).contains(numbers[0]),
            words[7] == UInt64(words.count - Self.headWords - 1),
            words[7] == UInt64(Self.pages(numbers[0], of: size))
        else { throw Damage(reason: "its numbers do not fit each other") }
        self.init(
            pageSize: size, fileSize: numbers[0],
            modified: FileTime(seconds: numbers[1], nanoseconds: numbers[2]), date: numbers[3],
            checksums: Array(words[Self.headWords..<(words.count - 1)]))
    }

    /// Why a side file cannot be used.
    struct Damage: Error { let reason: String }
}
