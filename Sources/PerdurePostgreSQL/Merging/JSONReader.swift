// SPDX-License-Identifier: Apache-2.0
// Reads JSON as a server sends it, and keeps whole numbers apart from fractions. Used by DictionaryJSON.swift.

#if PostgreSQL
import PerdurePropertyList

/// A value of a JSON text.
enum JSONValue {
    case plain(PropertyListValue)
    case list([JSONValue])
    case object([JSONEntry])
}

/// An entry of an object.
struct JSONEntry {
    let key: String
    let value: JSONValue
}

/// Reads one JSON text.
struct JSONReader {
    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0

    /// How deep values may lie in others: deeper texts are none of ours.
    private static let deepest = 500

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The next value; nil for a text that is no JSON.
    mutating func value() -> JSONValue? {
        skipSpaces()
        guard place < bytes.count, depth < Self.deepest else { return nil }
        depth += 1
        defer { depth -= 1 }
        switch bytes[place] {
        case UInt8(ascii: "{"): return object()
        case UInt8(ascii: "["): return list()
        case UInt8(ascii: "\""): return string().map { .plain(.string($0)) }
        case UInt8(ascii: "t"): return word("true", .boolean(true))
        case UInt8(ascii: "f"): return word("false", .boolean(false))
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    // MARK: Collections

    private mutating func object() -> JSONValue? {
        var entries: [JSONEntry] = []
        place += 1
        if takes("}") { return .object([]) }
        repeat {
            skipSpaces()
            guard let key = string(), takes(":"), let next = value() else { return nil }
            entries.append(JSONEntry(key: key, value: next))
        } while takes(",")
        return takes("}") ? .object(entries) : nil
    }

    private mutating func list() -> JSONValue? {
        var values: [JSONValue] = []
        place += 1
        if takes("]") { return .list([]) }
        repeat {
            guard let next = value() else { return nil }
            values.append(next)
        } while takes(",")
        return takes("]") ? .list(values) : nil
    }

    // MARK: Plain values

    private mutating func word(_ word: String, _ value: PropertyListValue) -> JSONValue? {
        guard bytes[place...].starts(with: word.utf8) else { return nil }
        place += word.utf8.count
        return .plain(value)
    }

    private mutating func number() -> JSONValue? {
        let start = place
        while place < bytes.count, "+-.0123456789eE".utf8.contains(bytes[place]) { place += 1 }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        if let whole = Int64(text) { return .plain(.integer(whole)) }
        if let whole = UInt64(text) { return .plain(.unsigned(whole)) }
        return Double(text).map { .plain(.real($0)) }
    }

    private mutating func string() -> String? {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
        place += 1
        var content: [UInt8] = []
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: content, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escaped() else { return nil }
                content.append(contentsOf: String(scalar).utf8)
            default: content.append(byte)
            }
        }
        return nil
    }

    /// The character behind a backslash.
    private mutating func escaped() -> Unicode.Scalar? {
        guard place < bytes.count else { return nil }
        place += 1
        switch bytes[place - 1] {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        // A server sends all other characters as they are.
        case UInt8(ascii: "u"): return unit().flatMap { Unicode.Scalar($0) }
        case let byte: return Unicode.Scalar(byte)
        }
    }

    private mutating func unit() -> UInt16? {
        guard place + 4 <= bytes.count else { return nil }
        defer { place += 4 }
        return UInt16(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
    }

    // MARK: Marks

    private mutating func skipSpaces() {
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    }

    /// Steps over a mark, if it is next.
    private mutating func takes(_ mark: Unicode.Scalar) -> Bool {
        skipSpaces()
        guard place < bytes.count, bytes[place] == UInt8(ascii: mark) else { return false }
        place += 1
        return true
    }
}
#endif
