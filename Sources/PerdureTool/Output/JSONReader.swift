// SPDX-License-Identifier: Apache-2.0
// Reads JSON of strangers: bounded depth, whole numbers of 64 bits, and a key twice is an error. JSONValue.swift is the result.

import Foundation

/// Text that is no JSON.
struct JSONFault: Error {
    /// The number of bytes before the fault.
    let offset: Int
    let text: String
}

/// Reads one value.
struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private static let deepest = 64

    /// Reads a text that holds one value and nothing else.
    static func value(_ bytes: some Sequence<UInt8>) throws(JSONFault) -> JSONValue {
        var reader = JSONReader(bytes: Array(bytes))
        let value = try reader.value(0)
        reader.skipSpace()
        guard reader.position == reader.bytes.count else { throw reader.fault("something follows the value") }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func fault(_ text: String) -> JSONFault {
        JSONFault(offset: position, text: next == nil ? "the text ends too early" : text)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func consume(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        let text = Array(word.description.utf8)
        guard bytes[position...].starts(with: text) else { throw fault("a value is expected here") }
        position += text.count
        return value
    }

    private mutating func value(_ depth: Int) throws(JSONFault) -> JSONValue {
        guard depth < Self.deepest else { throw fault("values are nested too deep") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try consume("true", .boolean(true))
        case UInt8(ascii: "f"): return try consume("false", .boolean(false))
        case UInt8(ascii: "n"): return try consume("null", .null)
        default: return try number()
        }
    }

    private mutating func object(_ depth: Int) throws(JSONFault) -> JSONValue {
        position += 1
        var members: [(key: String, value: JSONValue)] = []
        var seen: Set<String> = []
        while true {
            skipSpace()
            if next == UInt8(ascii: "}"), members.isEmpty { break }
            guard next == UInt8(ascii: "\"") else { throw fault("a key in quotes is expected here") }
            let key = try string()
            guard seen.insert(key).inserted else { throw fault("the key '\(key)' is there twice") }
            skipSpace()
            guard next == UInt8(ascii: ":") else { throw fault("a colon is expected here") }
            position += 1
            members.append((key, try value(depth + 1)))
            if try endsList(UInt8(ascii: "}")) { return .object(members) }
        }
        position += 1
        return .object(members)
    }

    private mutating func array(_ depth: Int) throws(JSONFault) -> JSONValue {
        position += 1
        skipSpace()
        if next == UInt8(ascii: "]") {
            position += 1
            return .array([])
        }
        var values: [JSONValue] = []
        while true {
            values.append(try value(depth + 1))
            if try endsList(UInt8(ascii: "]")) { return .array(values) }
        }
    }

    /// Goes past a comma, or past the end of a list.
    private mutating func endsList(_ end: UInt8) throws(JSONFault) -> Bool {
        skipSpace()
        defer { position += 1 }
        if next == end { return true }
        guard next == UInt8(ascii: ",") else {
            throw fault("a comma or the end of the list is expected here")
        }
        return false
    }

    private mutating func number() throws(JSONFault) -> JSONValue {
        let start = position
        while let byte = next, byte.isOfNumber { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if let whole = Int64(text), text.first != "+" { return .integer(whole) }
        guard let first = text.first, first == "-" || first.isNumber, let number = Double(text) else {
            position = start
            throw fault("a value is expected here")
        }
        return .number(number)
    }

    private mutating func string() throws(JSONFault) -> String {
        position += 1
        var units: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: units, as: UTF8.self) else {
                    throw fault("the text before here is not UTF-8")
                }
                return text
            case UInt8(ascii: "\\"): units += Array(String(try escape()).utf8)
            case ..<0x20: throw fault("a control character must be written as an escape")
            default: units.append(byte)
            }
        }
        throw fault("a text has no end")
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "n"): "\n", UInt8(ascii: "t"): "\t", UInt8(ascii: "r"): "\r", UInt8(ascii: "b"): "\u{8}",
        UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\",
        UInt8(ascii: "/"): "/",
    ]

    private mutating func escape() throws(JSONFault) -> Character {
        guard let byte = next else { throw fault("a text has no end") }
        position += 1
        if byte == UInt8(ascii: "u") { return Character(try scalar()) }
        guard let scalar = Self.escapes[byte] else { throw fault("there is no such escape") }
        return Character(scalar)
    }

    /// A scalar of one escape, or of the two that stand for one beyond 16 bits.
    private mutating func scalar() throws(JSONFault) -> Unicode.Scalar {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), bytes[position...].starts(with: Array("\\u".utf8)) else {
            throw fault("half of a pair of escapes is missing")
        }
        position += 2
        let second = try unit()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw fault("half of a pair of escapes is missing") }
        return scalar
    }

    private mutating func unit() throws(JSONFault) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4,
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            digits.first != UInt8(ascii: "+")
        else { throw fault("four hexadecimal digits are expected here") }
        position += 4
        return value
    }
}

extension UInt8 {
    fileprivate var isOfNumber: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
