// SPDX-License-Identifier: Apache-2.0
// A statement as a text that people run: literals stand in the place of parameters.

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient
import PerdureSQL

extension ServerRequest {
    /// The text with its values, without a semicolon.
    var filledText: String {
        guard !parameters.isEmpty else { return text }
        var filled = ""
        var rest = text[...]
        var quote: Character?
        while let first = rest.first {
            if let number = Self.parameter(rest), quote == nil {
                filled += number.index < parameters.count ? parameters[number.index].literal : "NULL"
                rest = rest.dropFirst(number.length)
                continue
            }
            if first == "'" || first == "\"" { quote = quote == nil ? first : quote == first ? nil : quote }
            filled.append(first)
            rest = rest.dropFirst()
        }
        return filled
    }

    /// The parameter that a text begins with.
    private static func parameter(_ text: Substring) -> (index: Int, length: Int)? {
        guard text.first == "$" else { return nil }
        let digits = text.dropFirst().prefix { ("0"..."9").contains($0) }
        guard let number = Int(digits), number > 0 else { return nil }
        return (number - 1, digits.count + 1)
    }
}

extension ServerValue {
    /// The value in a text.
    var literal: String {
        switch self {
        case .null, .nullArray: "NULL"
        case .bool(let value): value ? "true" : "false"
        case .int2(let value): String(value)
        case .int4(let value): String(value)
        case .int8(let value): String(value)
        case .float8(let value): "'\(value)'::double precision"
        case .text(let value): ServerName.literal(value)
        case .bytea(let value): "'\\x\(value.map { String(format: "%02x", $0) }.joined())'::bytea"
        case .uuid(let value): "'\(value.uuidString)'::uuid"
        case .numeric(let value): "'\(value)'::numeric"
        case .jsonb(let value): "\(ServerName.literal(value))::jsonb"
        case .timestamptz(let value):
            "(timestamptz '2000-01-01 00:00:00Z' + \(value) * interval '1 microsecond')"
        case .array(let type, let values):
            "ARRAY[\(values.map(\.literal).joined(separator: ", "))]::\(type)[]"
        // Only rows of saves are encoded so, and no script has any.
        case .encodedArray: "NULL"
        }
    }
}
#endif
