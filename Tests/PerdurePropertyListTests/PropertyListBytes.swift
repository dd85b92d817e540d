// SPDX-License-Identifier: Apache-2.0
// Builds binary property lists byte by byte, honest and crafted ones, for the tests of this folder.

import Foundation

/// Bytes of a binary property list whose objects the test wrote itself.
enum PropertyListBytes {
    /// A file with 2-byte offsets (4-byte ones for large files) around some objects.
    static func file(_ objects: [[UInt8]], top: UInt64 = 0, referenceSize: UInt8 = 1) -> Data {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        return file(body: bytes, offsets: offsets, top: top, referenceSize: referenceSize)
    }

    /// A file with any offsets.
    static func file(
        body: [UInt8], offsets: [Int], count: UInt64? = nil, top: UInt64 = 0, referenceSize: UInt8 = 1,
        tableOffset: UInt64? = nil
    ) -> Data {
        let width = body.count < 0x1_0000 ? 2 : 4
        var bytes = body
        for offset in offsets { bytes += bigEndian(UInt64(offset), width) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(width), referenceSize]
        bytes += bigEndian(count ?? UInt64(offsets.count), 8) + bigEndian(top, 8)
        bytes += bigEndian(tableOffset ?? UInt64(body.count), 8)
        return Data(bytes)
    }

    static func bigEndian(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}
