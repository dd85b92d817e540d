// SPDX-License-Identifier: Apache-2.0
// Values into the binary form of parameters (PG-31). NumericDigits.swift has decimals.

#if PostgreSQL
import Foundation

extension ServerValue {
    /// Appends the binary form; nothing for a null, which has no bytes.
    ///
    /// - Parameters:
    ///   - bytes: where it is appended.
    ///   - what: what the value is, for errors.
    /// - Throws: `PostgreSQLError.invalidValue` for a value that has no form on the server.
    func encode(to bytes: inout [UInt8], what: @autoclosure () -> String) throws {
        switch self {
        case .null, .nullArray: break
        case .bool(let value): bytes.append(value ? 1 : 0)
        case .int2(let value): bytes.append(bigEndian: value)
        case .int4(let value): bytes.append(bigEndian: value)
        case .int8(let value), .timestamptz(let value): bytes.append(bigEndian: value)
        case .float8(let value): bytes.append(bigEndian: value.bitPattern)
        case .text(let value): try Self.append(value, to: &bytes, what: what())
        case .bytea(let value): bytes.append(contentsOf: value)
        case .uuid(let value): withUnsafeBytes(of: value.uuid) { bytes.append(contentsOf: $0) }
        case .numeric(let value): NumericDigits(value).encode(to: &bytes)
        case .jsonb(let value):
            bytes.append(1)
            try Self.append(value, to: &bytes, what: what())
        case .encodedArray(_, let content): bytes.append(contentsOf: content)
        case .array(let type, let elements):
            try Self.append(elements, of: type, to: &bytes, what: what())
        }
    }

    private static func append(
        _ text: String, to bytes: inout [UInt8], what: @autoclosure () -> String
    ) throws {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        // By memchr: the loop of a collection takes seconds for large texts in debug builds.
        let hasNull = bytes.withUnsafeBytes { content in
            guard let base = content.baseAddress else { return false }
            return memchr(base + start, 0, content.count - start) != nil
        }
        guard !hasNull else {
            throw PostgreSQLError.invalidValue(
                what: what(),
                reason: "a text with U+0000 has no form on a PostgreSQL server; remove the character")
        }
    }

    private static func append(
        _ elements: [ServerValue], of type: ServerType, to bytes: inout [UInt8],
        what: @autoclosure () -> String
    ) throws {
        guard elements.allSatisfy({ $0.oid == type.rawValue }), let count = Int32(exactly: elements.count)
        else {
            throw PostgreSQLError.invalidValue(
                what: what(), reason: "the elements of an array are of several types")
        }
        bytes.append(bigEndian: Int32(elements.isEmpty ? 0 : 1))
        bytes.append(bigEndian: Int32(elements.contains(where: \.isNull) ? 1 : 0))
        bytes.append(bigEndian: type.rawValue)
        guard count > 0 else { return }
        bytes.append(bigEndian: count)
        bytes.append(bigEndian: Int32(1))
        for element in elements { try element.appendWithLength(to: &bytes, what: what()) }
    }

    private func appendWithLength(to bytes: inout [UInt8], what: @autoclosure () -> String) throws {
        let start = bytes.count
        bytes.append(bigEndian: Int32(-1))
        guard !isNull else { return }
        try encode(to: &bytes, what: what())
        guard let length = Int32(exactly: bytes.count - start - 4) else {
            throw PostgreSQLError.invalidValue(what: what(), reason: "an element has more than 2 GiB")
        }
        bytes.put(length, at: start)
    }
}
#endif
