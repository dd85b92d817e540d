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

/// Prints dates in one form: ISO 8601 in UTC, with fractions of a second only where the date has them.
enum DateText {
    static func text(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        // A formatter returns no useful date beyond these limits.
        guard seconds.isFinite, abs(seconds) < 1e11 else { return "\(seconds) s after 2001" }
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions =
            seconds == seconds.rounded()
            ? [.withInternetDateTime] : [.withInternetDateTime, .withFractionalSeconds]
        return formatter.string(from: date)
    }
}
