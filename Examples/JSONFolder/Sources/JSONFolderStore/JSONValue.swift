// SPDX-License-Identifier: Apache-2.0
// JSON as a value, and its text. JSONValue+Stored.swift and JSONValue+Metadata.swift put a store's values into it.

import Foundation

/// A value of a JSON text.
enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// An object with one entry, whose name says what the value is.
    static func tagged(_ tag: String, _ value: JSONValue) -> JSONValue { .object([tag: value]) }

    /// The entry of an object with one entry.
    var tag: (name: String, value: JSONValue)? {
        guard case .object(let entries) = self, entries.count == 1, let entry = entries.first else {
            return nil
        }
        return (entry.key, entry.value)
    }

    var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    var string: String? { if case .string(let value) = self { value } else { nil } }
    var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
    var object: [String: JSONValue]? { if case .object(let entries) = self { entries } else { nil } }
}

extension JSONValue: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let values = try? container.decode([JSONValue].self) {
            self = .array(values)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let entries): try container.encode(entries)
        }
    }
}

extension JSONValue {
    /// Reads a text.
    init(text: Data) throws { self = try JSONDecoder().decode(JSONValue.self, from: text) }

    /// The text, the same for equal values.
    func text() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
