// SPDX-License-Identifier: Apache-2.0
// SHA-256 of FIPS 180-4. Version hashes (VersionHash.swift) and checksums of files are made of it. What is done with one block
// is in SHA256+Compression.swift; SHA-512 is in SHA512.swift.

import Foundation

/// The SHA-256 hash function.
///
/// The toolchain has no implementation. Opening a store with a large model hashes thousands of short messages, so a hash
/// takes no memory but the stack's.
package struct SHA256 {
    var state = SIMD8<UInt32>(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19)
    /// The beginning of a block whose end is still to come.
    private var pending = SIMD64<UInt8>()
    private var byteCount: UInt64 = 0

    private static let blockSize = 64
    /// Where the last block of a message has the message's length.
    private static let lengthPlace = 56

    package init() {}

    /// A hash.
    package struct Digest {
        fileprivate let words: SIMD8<UInt32>

        /// The 32 bytes.
        package var data: Data { withUnsafeBytes(of: words) { Data($0) } }

        package func append(to message: inout [UInt8]) {
            withUnsafeBytes(of: words) { message.append(contentsOf: $0) }
        }
    }

    /// The hash of some bytes.
    package static func digest(of message: [UInt8]) -> Digest {
        var hash = SHA256()
        message.withUnsafeBytes { hash.absorb($0) }
        return hash.digest()
    }

    /// The hash of some bytes.
    @inlinable
    package static func hash(_ bytes: some Sequence<UInt8>) -> Data {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }

    /// Adds bytes to the message.
    @inlinable
    package mutating func update(_ bytes: some Sequence<UInt8>) {
        // Arrays, data and UTF-8 are read where they are; the pointer ends with the closure.
        if bytes.withContiguousStorageIfAvailable({ absorb(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { absorb($0) }
        }
    }

    // No generic code for each byte: other modules would run it unspecialised, with an allocation for each.
    @usableFromInline
    mutating func absorb(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.baseAddress else { return }
        var start = 0
        while start < bytes.count {
            let place = pendingCount
            let part = UnsafeRawBufferPointer(
                start: first + start, count: min(Self.blockSize - place, bytes.count - start))
            // A whole block is read where it lies.
            if part.count == Self.blockSize { compress(first + start) } else { keep(part, at: place) }
            start += part.count
            byteCount += UInt64(part.count)
        }
    }

    /// Ends the message.
    ///
    /// - Returns: the 32 bytes of the hash.
    package mutating func finalize() -> Data { digest().data }

    private var pendingCount: Int { Int(byteCount % UInt64(Self.blockSize)) }

    private mutating func keep(_ part: UnsafeRawBufferPointer, at place: Int) {
        withUnsafeMutableBytes(of: &pending) {
            UnsafeMutableRawBufferPointer(rebasing: $0[place...]).copyMemory(from: part)
        }
        if place + part.count == Self.blockSize { compressPending() }
    }

    private mutating func digest() -> Digest {
        let bitCount = byteCount &* 8
        let place = pendingCount
        withUnsafeMutableBytes(of: &pending) {
            $0[place] = 0x80
            for index in place + 1..<Self.blockSize { $0[index] = 0 }
        }
        if place >= Self.lengthPlace {
            compressPending()
            pending = SIMD64()
        }
        withUnsafeMutableBytes(of: &pending) {
            $0.storeBytes(of: bitCount.bigEndian, toByteOffset: Self.lengthPlace, as: UInt64.self)
        }
        compressPending()
        return Digest(words: state.bigEndianWords)
    }

    private mutating func compressPending() {
        withUnsafeBytes(of: pending) { block in
            if let start = block.baseAddress { compress(start) }
        }
    }
}

extension SIMD8<UInt32> {
    /// The words with their most significant bytes first in memory.
    fileprivate var bigEndianWords: SIMD8<UInt32> {
        var result = self
        for index in indices { result[index] = self[index].bigEndian }
        return result
    }
}
