// SPDX-License-Identifier: Apache-2.0
// The values of a store's metadata as JSON: like those of rows, with what only property lists have in tagged objects.

import Foundation
import PerdurePropertyList

extension JSONValue {
    /// The form of a metadata value.
    init(_ value: PropertyListValue) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .bool(value)
        case .integer(let value): self = .integer(value)
        case .string(let value): self = .string(value)
        case .array(let values): self = .array(values.map { JSONValue($0) })
        case .unsigned(let value): self = .tagged("unsigned", .string("\(value)"))
        case .real(let value): self = .tagged("real", .string("\(value)"))
        case .date(let value):
            self = .tagged("date", .string("\(value.timeIntervalSinceReferenceDate)"))
        case .data(let value): self = .tagged("data", .string(value.base64EncodedString()))
        case .set(let values): self = .tagged("set", .array(values.map { JSONValue($0) }))
        case .uid(let value): self = .tagged("uid", .integer(Int64(value)))
        // Tagged too, so that an entry named "date" stays an entry.
        case .dictionary(let entries): self = .tagged("entries", .object(entries.mapValues { JSONValue($0) }))
        }
    }

    /// The metadata value; nil for a form that none has.
    var metadata: PropertyListValue? {
        switch self {
        case .null: .null
        case .bool(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .string(let value): .string(value)
        case .array(let values): Self.all(values).map { .array($0) }
        case .object: tag.flatMap { Self.untagged($0.name, $0.value) }
        case .number: nil
        }
    }

    private static func untagged(_ name: String, _ value: JSONValue) -> PropertyListValue? {
        switch (name, value) {
        case ("unsigned", .string(let text)): UInt64(text).map { .unsigned($0) }
        case ("real", .string(let text)): Double(text).map { .real($0) }
        case ("date", .string(let text)):
            Double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case ("data", .string(let text)): Data(base64Encoded: text).map { .data($0) }
        case ("set", .array(let values)): all(values).map { .set($0) }
        case ("uid", .integer(let value)): .uid(Int(value))
        case ("entries", .object(let entries)): self.entries(entries).map { .dictionary($0) }
        default: nil
        }
    }

    private static func all(_ values: [JSONValue]) -> [PropertyListValue]? {
        let read = values.compactMap(\.metadata)
        return read.count == values.count ? read : nil
    }

    /// The values of an object's entries; nil when one of them has no form of metadata.
    static func entries(_ object: [String: JSONValue]) -> [String: PropertyListValue]? {
        let read = object.compactMapValues(\.metadata)
        return read.count == object.count ? read : nil
    }
}
