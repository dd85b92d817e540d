// SPDX-License-Identifier: Apache-2.0
// Prints property list values as text and as JSON.

import Foundation
import PerdurePropertyList

enum MetadataText {
    static func text(_ value: PropertyListValue?) -> String {
        switch value {
        case nil, .null?: "–"
        case .data(let data)?:
            data.count <= 32 ? PlainText.hex(data) : PlainText.count(data.count, "byte", "bytes")
        case .array(let elements)?, .set(let elements)?: elements.map(text).joined(separator: ", ")
        case .dictionary(let entries)?:
            "{"
                + entries.sorted { $0.key < $1.key }
                .map { "\(PlainText.safe($0.key)): \(text($0.value))" }.joined(separator: ", ") + "}"
        case let value?: plain(value)
        }
    }

    private static func plain(_ value: PropertyListValue) -> String {
        switch json(value) {
        case .string(let text): PlainText.safe(text)
        case let other: other.text
        }
    }

    static func json(_ value: PropertyListValue) -> JSONValue {
        switch value {
        case .null: .null
        case .boolean(let flag): .boolean(flag)
        case .integer(let number): .integer(number)
        case .real(let number): .number(number)
        case .string(let text): .string(text)
        case .date(let date): .string(DateText.text(date))
        case .data(let data): .string(data.base64EncodedString())
        case .array(let elements), .set(let elements): .array(elements.map(json))
        case .dictionary(let entries): .sorted(entries.mapValues(json))
        case .uid(let number): .integer(Int64(number))
        case .unsigned(let number): .string(String(number))
        }
    }
}
