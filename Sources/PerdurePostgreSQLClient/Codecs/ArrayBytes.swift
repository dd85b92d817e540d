// SPDX-License-Identifier: Apache-2.0
// Arrays as parameters, encoded while they are filled: a column of thousands of rows costs no value per element.
// ServerValue+Encoding.swift has arrays of values.

#if PostgreSQL
import Foundation

/// An array of one dimension in the server's binary form.
package struct ArrayBytes {
    private let type: ServerType
    private var bytes: [UInt8] = []
    private var count: Int32 = 0
    private var hasNull = false
    /// Dimensions, flags, type, length, lower bound.
    private static let header = 20

    /// An empty array of a type, with room for elements of the length of a number.
    package init(_ type: ServerType, capacity: Int) {
        self.type = type
        bytes.reserveCapacity(Self.header + 12 * capacity)
        bytes.append(contentsOf: repeatElement(0, count: Self.header))
    }

    package mutating func appendNull() {
        count += 1
        hasNull = true
        bytes.append(bigEndian: Int32(-1))
    }

    package mutating func append<T: FixedWidthInteger>(_ value: T) {
        count += 1
        bytes.append(bigEndian: Int32(MemoryLayout<T>.size))
        bytes.append(bigEndian: value)
    }

    package mutating func append(_ value: Double) { append(value.bitPattern) }

    package mutating func append(_ value: Bool) { append(value ? 1 : 0 as UInt8) }

    /// Appends a text; false for one with U+0000, which has no form on the server.
    package mutating func append(_ text: String) -> Bool {
        count += 1
        var text = text
        return text.withUTF8 { content in
            bytes.append(bigEndian: Int32(truncatingIfNeeded: content.count))
            bytes.append(contentsOf: content)
            guard let base = content.baseAddress else { return true }
            return memchr(base, 0, content.count) == nil
        }
    }

    /// Appends any value of the array's type.
    ///
    /// - Throws: `PostgreSQLError.invalidValue` for a value without a form.
    package mutating func append(_ value: ServerValue) throws {
        guard !value.isNull else { return appendNull() }
        count += 1
        let start = bytes.count
        bytes.append(bigEndian: Int32(0))
        try value.encode(to: &bytes, what: "element \(count)")
        bytes.put(Int32(truncatingIfNeeded: bytes.count - start - 4), at: start)
    }

    /// How many bytes there are.
    package var size: Int { bytes.count }

    /// The array as a parameter.
    package consuming func value() -> ServerValue {
        guard count > 0 else { return .array(type, []) }
        bytes.put(1, at: 0)
        bytes.put(hasNull ? 1 : 0, at: 4)
        bytes.put(Int32(bitPattern: type.rawValue), at: 8)
        bytes.put(count, at: 12)
        bytes.put(1, at: 16)
        return .encodedArray(type, bytes)
    }
}
#endif
