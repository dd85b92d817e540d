// SPDX-License-Identifier: Apache-2.0
// Reads the bytes of one value, and never beyond them: a server may be hostile, and a proxy broken.

#if PostgreSQL
import Foundation

/// Bytes that are read from front to back.
struct ByteReader: ~Copyable {
    private let content: UnsafeRawBufferPointer
    private var offset = 0
    /// What the bytes are, for errors: a column.
    let what: String

    /// Reads bytes that the caller keeps alive meanwhile.
    init(_ bytes: UnsafeRawBufferPointer, what: String) {
        content = bytes
        self.what = what
    }

    /// How many bytes are left.
    var remaining: Int { content.count - offset }

    /// The next whole number.
    mutating func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) throws -> T {
        guard remaining >= MemoryLayout<T>.size else { throw tooShort() }
        defer { offset += MemoryLayout<T>.size }
        return T(bigEndian: content.loadUnaligned(fromByteOffset: offset, as: T.self))
    }

    /// The next bytes.
    mutating func bytes(_ count: Int) throws -> UnsafeRawBufferPointer {
        guard count >= 0, remaining >= count else { throw tooShort() }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: content[offset..<offset + count])
    }

    /// Fails when bytes are left: the value is not what it says it is.
    consuming func end() throws {
        guard remaining == 0 else { throw error("\(remaining) bytes too many came from the server") }
    }

    /// An error that names what is read.
    func error(_ reason: String) -> PostgreSQLError { .invalidValue(what: what, reason: reason) }

    private func tooShort() -> PostgreSQLError { error("too few bytes came from the server") }
}

extension UnsafeRawBufferPointer {
    /// The bytes as a text; nil where they are no UTF-8.
    ///
    /// `String(validating:as:)` takes the way of all encodings, which takes almost twice the time.
    package var utf8Text: String? {
        guard let text = try? UTF8Span(validating: bindMemory(to: UInt8.self).span) else { return nil }
        return String(copying: text)
    }
}
#endif
