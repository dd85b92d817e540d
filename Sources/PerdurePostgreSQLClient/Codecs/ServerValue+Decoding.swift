// SPDX-License-Identifier: Apache-2.0
// Values out of the binary form of results (PG-31). What does not fit its type is an error, never a trap.

#if PostgreSQL
import Foundation

extension ServerValue {
    /// Reads a value that is not null.
    ///
    /// - Parameters:
    ///   - bytes: the value's own bytes, kept alive by the caller.
    ///   - oid: the type that the server names.
    ///   - what: the column, for errors.
    /// - Throws: `PostgreSQLError.invalidValue` for another type, or bytes that do not fit it.
    package init(_ bytes: UnsafeRawBufferPointer, oid: UInt32, what: String) throws {
        var reader = ByteReader(bytes, what: what)
        if let type = ServerType(rawValue: oid) {
            self = try Self.scalar(type, &reader)
        } else if let type = ServerType(arrayOID: oid) {
            self = try Self.elements(type, &reader)
        } else {
            throw reader.error("the server's type with the OID \(oid) is none that is read here")
        }
        try reader.end()
    }

    private static func scalar(_ type: ServerType, _ reader: inout ByteReader) throws -> ServerValue {
        switch type {
        case .unknown: throw reader.error("the server sent a value without a type")
        case .bool: .bool(try truth(&reader))
        case .int2: .int2(try reader.integer())
        case .int4: .int4(try reader.integer())
        case .int8: .int8(try reader.integer())
        case .timestamptz: .timestamptz(try reader.integer())
        case .float8: .float8(Double(bitPattern: try reader.integer()))
        case .text, .varchar: .text(try text(&reader))
        case .bytea: .bytea(Data(try reader.bytes(reader.remaining)))
        case .uuid: .uuid(try identifier(&reader))
        case .numeric: .numeric(try NumericDigits(&reader).decimal(reader.what))
        case .jsonb: .jsonb(try json(&reader))
        }
    }

    private static func truth(_ reader: inout ByteReader) throws -> Bool {
        let byte: UInt8 = try reader.integer()
        guard byte <= 1 else { throw reader.error("\(byte) is no boolean") }
        return byte == 1
    }

    private static func text(_ reader: inout ByteReader) throws -> String {
        guard let text = try reader.bytes(reader.remaining).utf8Text else {
            throw reader.error("a text from the server is no UTF-8")
        }
        return text
    }

    private static func identifier(_ reader: inout ByteReader) throws -> UUID {
        let bytes = try reader.bytes(16)
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }

    private static func json(_ reader: inout ByteReader) throws -> String {
        let version: UInt8 = try reader.integer()
        guard version == 1 else {
            throw reader.error("the server sends jsonb in the unknown form \(version)")
        }
        return try text(&reader)
    }

    private static func elements(_ type: ServerType, _ reader: inout ByteReader) throws -> ServerValue {
        let dimensions: Int32 = try reader.integer()
        _ = try reader.integer(Int32.self)
        let element: UInt32 = try reader.integer()
        guard element == type.rawValue else {
            throw reader.error("an array has elements of the OID \(element)")
        }
        guard dimensions != 0 else { return .array(type, []) }
        guard dimensions == 1 else { throw reader.error("an array has \(dimensions) dimensions") }
        let count: Int32 = try reader.integer()
        _ = try reader.integer(Int32.self)
        // Each element has four bytes at least: no more memory is taken than the bytes can fill.
        guard count >= 0, Int(count) <= reader.remaining / 4 else {
            throw reader.error("an array is cut off")
        }
        var values: [ServerValue] = []
        values.reserveCapacity(Int(count))
        for _ in 0..<count { values.append(try self.element(type, &reader)) }
        return .array(type, values)
    }

    private static func element(_ type: ServerType, _ reader: inout ByteReader) throws -> ServerValue {
        let length: Int32 = try reader.integer()
        guard length != -1 else { return .null(type) }
        var own = ByteReader(try reader.bytes(Int(length)), what: reader.what)
        let value = try scalar(type, &own)
        try own.end()
        return value
    }
}
#endif
