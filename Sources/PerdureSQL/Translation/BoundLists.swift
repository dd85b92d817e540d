// SPDX-License-Identifier: Apache-2.0
// Lists of any length as single bound values: JSON arrays that the database unpacks. The length has no limit, and the
// statement's text does not depend on it.

import Foundation

/// Constants sorted by kind, each kind as JSON text.
struct BoundLists {
    private(set) var lists: [(kind: SQLListKind, json: String)] = []
    /// Values without a form in JSON for a database: NULL, and texts with a null character.
    private(set) var others: [SQLBinding] = []

    init(_ values: [SQLBinding]) {
        var integers: [Int64] = []
        var reals: [Int64] = []
        var texts: [String] = []
        var blobs: [String] = []
        for value in values {
            switch value {
            case .integer(let number): integers.append(number)
            case .real(let number): reals.append(Int64(bitPattern: number.bitPattern))
            case .text(let text) where !text.utf8.contains(0): texts.append(text)
            case .blob(let data): blobs.append(Self.hexadecimal(data))
            default: others.append(value)
            }
        }
        if !integers.isEmpty { lists.append((.integers, Self.json(integers))) }
        if !reals.isEmpty { lists.append((.reals, Self.json(reals))) }
        if !texts.isEmpty { lists.append((.texts, Self.json(texts))) }
        if !blobs.isEmpty { lists.append((.blobs, Self.json(blobs))) }
    }

    static func json(_ numbers: [Int64]) -> String {
        "[" + numbers.map(String.init).joined(separator: ",") + "]"
    }

    private static func json(_ texts: [String]) -> String {
        var json: [UInt8] = [UInt8(ascii: "[")]
        for (index, text) in texts.enumerated() {
            if index > 0 { json.append(UInt8(ascii: ",")) }
            json.append(UInt8(ascii: "\""))
            for byte in text.utf8 { append(byte, to: &json) }
            json.append(UInt8(ascii: "\""))
        }
        json.append(UInt8(ascii: "]"))
        return String(decoding: json, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, to json: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
        case 0..<32: json += Array("\\u00".utf8) + digits(byte)
        default: json.append(byte)
        }
    }

    private static func hexadecimal(_ data: Data) -> String {
        String(decoding: data.flatMap(digits), as: UTF8.self)
    }

    private static func digits(_ byte: UInt8) -> [UInt8] {
        let alphabet = Array("0123456789ABCDEF".utf8)
        return [alphabet[Int(byte >> 4)], alphabet[Int(byte & 15)]]
    }
}
