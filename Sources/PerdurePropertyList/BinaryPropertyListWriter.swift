// SPDX-License-Identifier: Apache-2.0
// Writes binary property lists the way Apple's writer lays them out: the topmost object first, equal
// leaves once, the smallest widths that fit.

import Foundation

/// Writes one property list.
struct BinaryPropertyListWriter {
    /// Each object; containers hold the numbers of their elements.
    private var objects: [Object] = []
    private var leaves: [PropertyListValue: Int] = [:]

    private enum Object {
        case leaf(PropertyListValue)
        case array([Int])
        case set([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    mutating func write(_ value: PropertyListValue) throws -> Data {
        _ = try add(value, depth: 0)
        let referenceSize = Self.width(of: UInt64(objects.count - 1))
        var output = BinaryPropertyList.magic
        var offsets: [Int] = []
        offsets.reserveCapacity(objects.count)
        for object in objects {
            offsets.append(output.count)
            Self.append(object, referenceSize: referenceSize, to: &output)
        }
        appendTrailer(offsets, referenceSize: referenceSize, to: &output)
        return Data(output)
    }

    private mutating func add(_ value: PropertyListValue, depth: Int) throws -> Int {
        guard depth < PropertyListLimits.standard.depth else {
            throw PropertyListError("a property list nests deeper than \(depth) containers")
        }
        switch value {
        case .array(let elements):
            return try addContainer { writer in
                .array(try elements.map { try writer.add($0, depth: depth + 1) })
            }
        case .set(let elements):
            return try addContainer { writer in
                .set(try elements.map { try writer.add($0, depth: depth + 1) })
            }
        case .dictionary(let values):
            // Sorted, so that equal values give equal files.
            let sorted = values.sorted { $0.key < $1.key }
            return try addContainer { writer in
                let keys = try sorted.map { try writer.add(.string($0.key), depth: depth + 1) }
                return .dictionary(
                    keys: keys, values: try sorted.map { try writer.add($0.value, depth: depth + 1) })
            }
        default: return addLeaf(value)
        }
    }

    private mutating func addContainer(
        _ make: (inout BinaryPropertyListWriter) throws -> Object
    ) rethrows -> Int {
        let index = objects.count
        objects.append(.array([]))
        objects[index] = try make(&self)
        return index
    }

    private mutating func addLeaf(_ value: PropertyListValue) -> Int {
        // 0.0 and -0.0 are equal but not the same file; neither is NaN equal to itself. Such reals stand alone.
        if case .real(let number) = value, number == 0 || number.isNaN {
            objects.append(.leaf(value))
            return objects.count - 1
        }
        if let index = leaves[value] { return index }
        leaves[value] = objects.count
        objects.append(.leaf(value))
        return objects.count - 1
    }

    private func appendTrailer(_ offsets: [Int], referenceSize: Int, to output: inout [UInt8]) {
        let tableOffset = output.count
        let offsetSize = Self.width(of: UInt64(tableOffset))
        for offset in offsets { output.append(UInt64(offset), width: offsetSize) }
        output += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        output.append(UInt64(offsets.count), width: 8)
        output.append(0, width: 8)
        output.append(UInt64(tableOffset), width: 8)
    }
}

extension BinaryPropertyListWriter {
    private static func append(
        _ object: Object, referenceSize: Int, to output: inout [UInt8]
    ) {
        switch object {
        case .leaf(let value): append(leaf: value, to: &output)
        case .array(let elements):
            appendMarker(0xA0, count: elements.count, to: &output)
            for element in elements { output.append(UInt64(element), width: referenceSize) }
        case .set(let elements):
            appendMarker(0xC0, count: elements.count, to: &output)
            for element in elements { output.append(UInt64(element), width: referenceSize) }
        case .dictionary(let keys, let values):
            appendMarker(0xD0, count: keys.count, to: &output)
            for element in keys + values { output.append(UInt64(element), width: referenceSize) }
        }
    }

    private static func append(leaf: PropertyListValue, to output: inout [UInt8]) {
        switch leaf {
        case .boolean(let value): output.append(value ? 9 : 8)
        case .integer(let value): append(integer: value, to: &output)
        case .unsigned(let value):
            output.append(0x14)
            output.append(0, width: 8)
            output.append(value, width: 8)
        case .real(let value):
            output.append(0x23)
            output.append(value.bitPattern, width: 8)
        case .date(let value):
            output.append(0x33)
            output.append(value.timeIntervalSinceReferenceDate.bitPattern, width: 8)
        case .data(let value):
            appendMarker(0x40, count: value.count, to: &output)
            output += value
        case .string(let value): append(string: value, to: &output)
        case .uid(let value):
            let number = UInt64(max(0, value))
            let width = width(of: number)
            output.append(0x80 | UInt8(width - 1))
            output.append(number, width: width)
        case .null, .array, .set, .dictionary: output.append(0)
        }
    }

    /// Negative numbers take eight bytes, others the smallest width: 1, 2 and 4 bytes are read as unsigned.
    private static func append(integer value: Int64, to output: inout [UInt8]) {
        let width = value < 0 ? 8 : width(of: UInt64(value))
        output.append(0x10 | UInt8(width.trailingZeroBitCount))
        output.append(UInt64(bitPattern: value), width: width)
    }

    private static func append(string: String, to output: inout [UInt8]) {
        if string.utf8.allSatisfy({ $0 < 0x80 }) {
            appendMarker(0x50, count: string.utf8.count, to: &output)
            output += string.utf8
        } else {
            appendMarker(0x60, count: string.utf16.count, to: &output)
            for unit in string.utf16 { output.append(UInt64(unit), width: 2) }
        }
    }

    private static func appendMarker(_ kind: UInt8, count: Int, to output: inout [UInt8]) {
        output.append(kind | UInt8(min(count, 15)))
        if count >= 15 { append(integer: Int64(count), to: &output) }
    }

    /// The bytes that a number needs: 1, 2, 4 or 8.
    private static func width(of value: UInt64) -> Int {
        switch value {
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }
}

extension [UInt8] {
    /// Appends the lowest bytes of a number, most significant first.
    fileprivate mutating func append(_ value: UInt64, width: Int) {
        for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }
}
