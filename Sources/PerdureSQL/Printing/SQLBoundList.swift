// SPDX-License-Identifier: Apache-2.0
// A list of values of one kind that is bound as one value. A database with arrays binds an array; one without unpacks JSON.

import Foundation

/// The type of the elements of a bound list.
package enum SQLListKind: Sendable, Hashable {
    case integers
    case reals
    case texts
    case blobs
    /// Only for databases that keep all digits of a decimal.
    case decimals
    /// Only for databases that have a type for them.
    case uuids
}

/// A list as one bound value.
package enum SQLBoundList: Sendable, Hashable {
    case integers([Int64])
    case reals([Double])
    /// None holds U+0000.
    case texts([String])
    case blobs([Data])
    case decimals([Decimal])
    case uuids([UUID])

    /// The type of the elements.
    package var kind: SQLListKind {
        switch self {
        case .integers: .integers
        case .reals: .reals
        case .texts: .texts
        case .blobs: .blobs
        case .decimals: .decimals
        case .uuids: .uuids
        }
    }

    /// The list as JSON: doubles by their bit patterns, bytes as hexadecimal digits, so that each comes back as it was.
    package var json: String {
        switch self {
        case .integers(let numbers): Self.json(numbers)
        case .reals(let numbers): Self.json(numbers.map { Int64(bitPattern: $0.bitPattern) })
        case .texts(let texts): Self.json(texts)
        case .blobs(let blobs): Self.json(blobs.map(Self.hexadecimal))
        case .decimals(let numbers): Self.json(numbers.map(\.description))
        case .uuids(let uuids): Self.json(uuids.map(\.uuidString))
        }
    }

    private static func json(_ numbers: [Int64]) -> String {
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
