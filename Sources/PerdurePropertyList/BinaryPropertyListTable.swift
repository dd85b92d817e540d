// SPDX-License-Identifier: Apache-2.0
// The structure of a binary property list: trailer, offset table and the extent of every object, checked
// completely before anything is decoded. Objects are decoded in BinaryPropertyListTable+Objects.swift.

import Foundation

/// A binary property list whose structure has been checked.
///
/// After `init` every object lies inside the file, no two objects overlap and every reference is below
/// `count`, so decoding needs no further checks against the file's bounds.
struct BinaryPropertyListTable: Sendable {
    let bytes: [UInt8]
    /// Where each object starts.
    let offsets: [UInt32]
    /// The width of a reference in bytes.
    let referenceSize: Int
    /// The number of the topmost object.
    let top: Int

    var count: Int { offsets.count }

    init(_ data: Data, limits: PropertyListLimits) throws {
        bytes = [UInt8](data)
        let trailer = try Trailer(bytes, limits: limits)
        referenceSize = trailer.referenceSize
        top = trailer.top
        offsets = try Self.readOffsets(bytes, trailer)
        try checkExtents(tableOffset: trailer.tableOffset)
    }

    private static func readOffsets(_ bytes: [UInt8], _ trailer: Trailer) throws -> [UInt32] {
        var offsets: [UInt32] = []
        offsets.reserveCapacity(trailer.objectCount)
        for index in 0..<trailer.objectCount {
            let position = trailer.tableOffset + index * trailer.offsetSize
            let offset = bytes.bigEndian(at: position, width: trailer.offsetSize)
            guard offset >= 8, offset < UInt64(trailer.tableOffset) else {
                throw PropertyListError("object \(index) lies outside the file", offset: position)
            }
            offsets.append(UInt32(offset))
        }
        return offsets
    }

    /// Checks that each object ends before the next one starts.
    ///
    /// Several entries may name the same object; two objects that share bytes are never honest, and would let
    /// a small file decode to a huge value.
    private func checkExtents(tableOffset: Int) throws {
        var end = 0
        var previous = 0
        for offset in offsets.sorted() where Int(offset) != previous {
            let start = Int(offset)
            guard start >= end else {
                throw PropertyListError("two objects overlap", offset: start)
            }
            end = try extent(at: start, limit: tableOffset)
            previous = start
        }
    }
}

/// The last 32 bytes of the file.
private struct Trailer {
    static let size = 32
    var offsetSize: Int
    var referenceSize: Int
    var objectCount: Int
    var top: Int
    var tableOffset: Int

    init(_ bytes: [UInt8], limits: PropertyListLimits) throws {
        guard bytes.starts(with: BinaryPropertyList.magic) else {
            throw PropertyListError("this is no binary property list: it does not start with bplist00")
        }
        guard bytes.count >= 8 + 1 + 1 + Self.size, bytes.count < Int(UInt32.max) else {
            throw PropertyListError("the binary property list is cut off or too large")
        }
        let start = bytes.count - Self.size
        offsetSize = Int(bytes[start + 6])
        referenceSize = Int(bytes[start + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw PropertyListError("the trailer names impossible widths", offset: start + 6)
        }
        let count = bytes.bigEndian(at: start + 8, width: 8)
        let top = bytes.bigEndian(at: start + 16, width: 8)
        let tableOffset = bytes.bigEndian(at: start + 24, width: 8)
        // Each entry takes at least one byte, so the counts below fit an Int without overflow.
        guard count > 0, count <= UInt64(start), count <= UInt64(limits.objects) else {
            throw PropertyListError("the trailer names \(count) objects", offset: start + 8)
        }
        guard top < count else {
            throw PropertyListError("the topmost object does not exist", offset: start + 16)
        }
        guard tableOffset > 8, tableOffset <= UInt64(start),
            UInt64(start) - tableOffset >= count * UInt64(offsetSize)
        else {
            throw PropertyListError("the offset table lies outside the file", offset: start + 24)
        }
        objectCount = Int(count)
        self.top = Int(top)
        self.tableOffset = Int(tableOffset)
    }
}

extension [UInt8] {
    /// An unsigned big-endian number; the caller has checked that the bytes are there and the width is 1 to 8.
    func bigEndian(at position: Int, width: Int) -> UInt64 {
        var result: UInt64 = 0
        for index in position..<(position + width) { result = result << 8 | UInt64(self[index]) }
        return result
    }
}
