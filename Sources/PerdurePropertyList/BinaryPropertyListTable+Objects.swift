// SPDX-License-Identifier: Apache-2.0
// The objects of a binary property list, one at a time: where each ends, and what it is. The recursion
// over containers is in BinaryPropertyListExpansion.swift.

import Foundation

/// One object; containers hold the numbers of their elements.
enum BinaryPropertyListObject {
    case leaf(PropertyListValue)
    case array(ReferenceList)
    case set(ReferenceList)
    case dictionary(keys: ReferenceList, values: ReferenceList)
}

/// The references of a container, read out of the file one by one: an array of them would take eight times their room in a
/// hostile file.
struct ReferenceList: RandomAccessCollection {
    fileprivate let bytes: [UInt8]
    fileprivate let start: Int
    fileprivate let width: Int
    let count: Int

    var startIndex: Int { 0 }
    var endIndex: Int { count }
    subscript(index: Int) -> Int { Int(clamping: bytes.bigEndian(at: start + index * width, width: width)) }
}

extension BinaryPropertyListTable {
    /// The end of the object that starts at a position, after checking that it lies before `limit` and that its
    /// references exist.
    func extent(at start: Int, limit: Int) throws -> Int {
        let header = try Header(self, at: start, limit: limit)
        guard let size = header.payloadSize(referenceSize: referenceSize), size <= limit - header.payload
        else {
            throw PropertyListError("an object reaches beyond the end of the file", offset: start)
        }
        for reference in header.references(self, from: 0, count: header.referenceCount)
        where reference >= count {
            throw PropertyListError(
                "an object refers to number \(reference), which does not exist", offset: start)
        }
        return header.payload + size
    }

    /// The object with a number below `count`.
    func object(at index: Int) throws -> BinaryPropertyListObject {
        let start = Int(offsets[index])
        let header = try Header(self, at: start, limit: bytes.count)
        switch header.kind {
        case 0xA: return .array(header.references(self, from: 0, count: header.length))
        case 0xC: return .set(header.references(self, from: 0, count: header.length))
        case 0xD:
            return .dictionary(
                keys: header.references(self, from: 0, count: header.length),
                values: header.references(self, from: header.length, count: header.length))
        default: return .leaf(try leaf(header, at: start))
        }
    }

    private func leaf(_ header: Header, at start: Int) throws -> PropertyListValue {
        let payload = header.payload
        switch header.kind {
        case 0x0: return header.marker == 0 ? .null : .boolean(header.marker == 9)
        case 0x1: return try integer(at: payload, width: header.length)
        case 0x2 where header.length == 4:
            return .real(Double(Float(bitPattern: UInt32(bytes.bigEndian(at: payload, width: 4)))))
        case 0x2: return .real(Double(bitPattern: bytes.bigEndian(at: payload, width: 8)))
        case 0x3:
            let seconds = Double(bitPattern: bytes.bigEndian(at: payload, width: 8))
            // Foundation stops the process when it prints such a date.
            guard !seconds.isNaN else { throw PropertyListError("a date is not a number") }
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case 0x4: return .data(Data(bytes[payload..<(payload + header.length)]))
        case 0x5: return .string(try ascii(payload..<(payload + header.length)))
        case 0x6: return .string(utf16(at: payload, count: header.length))
        default:
            let number = bytes.bigEndian(at: payload, width: header.length)
            guard let uid = Int(exactly: number), uid <= UInt32.max else {
                throw PropertyListError("a reference is too large", offset: start)
            }
            return .uid(uid)
        }
    }

    /// Widths 1, 2 and 4 are unsigned, 8 is signed, 16 holds integers beyond Int64.
    private func integer(at position: Int, width: Int) throws -> PropertyListValue {
        guard width == 16 else {
            return .integer(Int64(bitPattern: bytes.bigEndian(at: position, width: width)))
        }
        let high = bytes.bigEndian(at: position, width: 8)
        let low = bytes.bigEndian(at: position + 8, width: 8)
        if high == 0, low > UInt64(Int64.max) { return .unsigned(low) }
        guard high == (low >> 63 == 0 ? 0 : .max) else {
            throw PropertyListError("an integer has more than 64 bits", offset: position)
        }
        return .integer(Int64(bitPattern: low))
    }

    private func ascii(_ range: Range<Int>) throws -> String {
        guard let bad = range.first(where: { bytes[$0] >= 0x80 }) else {
            return String(decoding: bytes[range], as: UTF8.self)
        }
        throw PropertyListError("a plain string holds a byte that is not ASCII", offset: bad)
    }

    private func utf16(at position: Int, count: Int) -> String {
        let units = (0..<count).map {
            UInt16(truncatingIfNeeded: bytes.bigEndian(at: position + 2 * $0, width: 2))
        }
        return String(decoding: units, as: UTF16.self)
    }
}

/// The marker of an object, and its length where it has one.
private struct Header {
    let marker: UInt8
    /// Bytes, UTF-16 units or elements; for numbers, dates and references the bytes of the number.
    let length: Int
    /// Where the object's contents start.
    let payload: Int

    /// The upper half of the marker: the type.
    var kind: UInt8 { marker >> 4 }

    init(_ table: BinaryPropertyListTable, at start: Int, limit: Int) throws {
        let bytes = table.bytes
        guard start < limit else { throw PropertyListError("an object is cut off", offset: start) }
        marker = bytes[start]
        let low = Int(marker & 0xF)
        switch marker {
        case 0x00, 0x08, 0x09: (length, payload) = (0, start + 1)
        case 0x10...0x14, 0x22, 0x23, 0x33: (length, payload) = (1 << low, start + 1)
        case 0x80...0x87: (length, payload) = (low + 1, start + 1)
        case 0x40...0x6F, 0xA0...0xAF, 0xC0...0xDF:
            (length, payload) = try Self.count(bytes, low: low, at: start + 1, limit: limit)
        default:
            throw PropertyListError("unknown kind of object \(String(marker, radix: 16))", offset: start)
        }
    }

    /// Counts below 15 stand in the marker, other counts in an integer object after the marker.
    private static func count(
        _ bytes: [UInt8], low: Int, at position: Int, limit: Int
    ) throws -> (length: Int, payload: Int) {
        guard low == 0xF else { return (low, position) }
        guard position < limit, (0x10...0x13).contains(bytes[position]) else {
            throw PropertyListError("an object's length is missing", offset: position)
        }
        let width = 1 << Int(bytes[position] & 0xF)
        guard width <= limit - position - 1 else {
            throw PropertyListError("an object's length is cut off", offset: position)
        }
        let value = bytes.bigEndian(at: position + 1, width: width)
        guard value < UInt64(limit) else {
            throw PropertyListError("an object claims \(value) elements", offset: position)
        }
        return (Int(value), position + 1 + width)
    }

    /// The size of the contents in bytes, nil when it overflows.
    func payloadSize(referenceSize: Int) -> Int? {
        let unit =
            switch kind {
            case 0x6: 2
            case 0xA, 0xC: referenceSize
            case 0xD: 2 * referenceSize
            default: 1
            }
        let (size, overflow) = length.multipliedReportingOverflow(by: unit)
        return overflow ? nil : size
    }

    /// How many elements a container has; none for leaves.
    var referenceCount: Int { kind < 0xA ? 0 : kind == 0xD ? 2 * length : length }

    /// Some of a container's elements; in a dictionary the keys come first.
    func references(_ table: BinaryPropertyListTable, from first: Int, count: Int) -> ReferenceList {
        let width = table.referenceSize
        return ReferenceList(bytes: table.bytes, start: payload + first * width, width: width, count: count)
    }
}
