// SPDX-License-Identifier: Apache-2.0
// Walks over the bytes of an XML document: names, quoted values, character references. Used by
// XMLTreeParser.swift.

import Foundation

/// A position in the bytes of a document that is known to be valid UTF-8.
struct XMLScanner {
    let bytes: [UInt8]
    private(set) var position = 0
    private(set) var line = 1

    init(_ data: Data) throws {
        var bytes = [UInt8](data)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw PropertyListError("the XML document is not valid UTF-8")
        }
        self.bytes = bytes
    }

    var isAtEnd: Bool { position >= bytes.count }
    var next: UInt8? { isAtEnd ? nil : bytes[position] }

    func error(_ reason: String) -> PropertyListError {
        PropertyListError("line \(line): \(reason)", offset: position)
    }

    mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where !isAtEnd {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        return text.withUTF8Buffer { buffer in bytes[position..<(position + count)].elementsEqual(buffer) }
    }

    /// Skips a text; throws if another one stands here.
    mutating func expect(_ text: StaticString) throws {
        guard starts(with: text) else { throw error("'\(text)' is missing") }
        advance(text.utf8CodeUnitCount)
    }

    /// Skips everything up to and including a text.
    mutating func skip(through text: StaticString) throws -> Range<Int> {
        let start = position
        while !isAtEnd {
            if starts(with: text) {
                let range = start..<position
                advance(text.utf8CodeUnitCount)
                return range
            }
            advance()
        }
        throw error("'\(text)' is missing")
    }

    mutating func skipSpace() {
        while let byte = next, byte.isXMLSpace { advance() }
    }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    mutating func name() throws -> String {
        let start = position
        while let byte = next, !byte.isXMLSpace, !Self.endsName.contains(byte) { advance() }
        guard position > start else { throw error("a name is missing") }
        return string(start..<position)
    }

    private static let endsName = Set("<>/=\"'&?!".utf8)

    /// A value in quotes; white space in it becomes spaces, as XML asks for attributes.
    mutating func quotedValue() throws -> String {
        guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw error("an attribute's value is not in quotes")
        }
        advance()
        var value: [UInt8] = []
        while let byte = next, byte != quote {
            guard byte != UInt8(ascii: "<") else { throw error("an attribute's value holds '<'") }
            if byte == UInt8(ascii: "&") {
                value += try reference()
            } else {
                value.append(byte.isXMLSpace ? 0x20 : try checked(byte))
                advance()
            }
        }
        guard !isAtEnd else { throw error("an attribute's value has no end") }
        advance()
        return String(decoding: value, as: UTF8.self)
    }

    /// A byte of character data; XML has no control characters but tab and line ends.
    func checked(_ byte: UInt8) throws -> UInt8 {
        guard byte >= 0x20 || byte.isXMLSpace else { throw error("a control character stands in the text") }
        return byte
    }

    /// The character of `&lt;`, `&#10;`, `&#xA;` …; other entities do not exist here.
    mutating func reference() throws -> String.UTF8View {
        try expect("&")
        let start = position
        while let byte = next, byte != UInt8(ascii: ";"), position - start < 12 { advance() }
        let name = string(start..<position)
        guard next == UInt8(ascii: ";") else { throw error("an entity reference has no end") }
        advance()
        switch name {
        case "lt": return "<".utf8
        case "gt": return ">".utf8
        case "amp": return "&".utf8
        case "quot": return "\"".utf8
        case "apos": return "'".utf8
        default: return try numericReference(name)
        }
    }

    private func numericReference(_ name: String) throws -> String.UTF8View {
        let digits = name.dropFirst()
        let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard name.hasPrefix("#"), let code, let scalar = Unicode.Scalar(code),
            code >= 0x20 || code == 9 || code == 10 || code == 13
        else {
            throw error("the entity '&\(name);' does not exist here: only XML's own entities are allowed")
        }
        return String(Character(scalar)).utf8
    }
}

extension UInt8 {
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}
