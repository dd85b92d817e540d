// SPDX-License-Identifier: Apache-2.0
// Values in the text form of model sources, and back: defaults and the limits of ValidationLimits.swift.

import Foundation
import PerdurePredicates

/// Converts constants from and to the text of a model source.
enum DefaultValueText {
    /// The constant that a default's text means for an attribute type; nil when it means none.
    static func constant(_ text: String, type: Int) -> ConstantValue? {
        switch type {
        case _ where AttributeType.isInteger(type): integer(text).map { .integer($0) }
        case _ where AttributeType.isFloating(type): double(text).map { .double($0) }
        case AttributeType.decimal: decimal(text).map { .decimal($0) }
        case AttributeType.string: .string(text)
        case AttributeType.boolean: boolean(text).map { .boolean($0) }
        case AttributeType.uuid: UUID(uuidString: text).map { .uuid($0) }
        case AttributeType.uri: URL(string: text).map { .url($0) }
        default: nil
        }
    }

    /// A number without a type of its own, as limits have it.
    static func number(_ text: String, type: Int) -> ConstantValue? {
        if let value = Int64(text) { return .integer(value) }
        if type == AttributeType.decimal { return decimal(text).map { .decimal($0) } }
        return double(text).map { .double($0) }
    }

    /// The text of a constant; nil for what a model source cannot hold as text.
    static func text(_ value: ConstantValue) -> String? {
        switch value {
        case .boolean(let value): value ? "YES" : "NO"
        case .integer(let value): String(value)
        case .double(let value): value.description
        case .decimal(let value): decimalText(value)
        case .string(let value): value
        case .uuid(let value): value.uuidString
        case .url(let value): value.absoluteString
        default: nil
        }
    }

    /// Xcode writes a fraction in every decimal number.
    private static func decimalText(_ value: Decimal) -> String {
        let text = value.description
        return text.allSatisfy { $0.isNumber || $0 == "-" } ? text + ".0" : text
    }

    /// The seconds since 2001 of a date, without a fraction where there is none.
    static func interval(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        return Int64(exactly: seconds).map(String.init) ?? seconds.description
    }

    /// The date of such seconds.
    static func date(_ text: String) -> Date? {
        double(text).map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    private static func integer(_ text: String) -> Int64? {
        Int64(text) ?? Double(text).flatMap { Int64(exactly: $0) }
    }

    private static func decimal(_ text: String) -> Decimal? {
        // Decimal(string:) takes any text that starts like a number.
        guard double(text) != nil, let value = Decimal(string: text), !value.isNaN else { return nil }
        return value
    }

    /// Infinity and "not a number" are no values that a model can mean.
    private static func double(_ text: String) -> Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    private static func boolean(_ text: String) -> Bool? {
        switch text {
        case "YES", "yes", "true", "1": true
        case "NO", "no", "false", "0": false
        default: nil
        }
    }
}
