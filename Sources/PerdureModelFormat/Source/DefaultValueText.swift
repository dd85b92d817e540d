// SPDX-License-Identifier: Apache-2.0
// Converts values to the text of model sources, and back: defaults, and the limits of ValidationLimits.swift.

import Foundation
import PerdurePredicates

/// Converts constants from and to the text of a model source.
enum DefaultValueText {
    /// The constant of a default's text in an attribute type; nil when the text is no value of the type.
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

    /// The number of a limit; limits have no type of their own.
    static func number(_ text: String, type: Int) -> ConstantValue? {
        if let value = Int64(text) { return .integer(value) }
        if type == AttributeType.decimal { return decimal(text).map { .decimal($0) } }
        return double(text).map { .double($0) }
    }

    /// The text of a constant; nil for a constant that a model source cannot hold as text.
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

    /// The text of a decimal number; Xcode always writes a fraction.
    private static func decimalText(_ value: Decimal) -> String {
        let text = value.description
        return text.allSatisfy { $0.isNumber || $0 == "-" } ? text + ".0" : text
    }

    /// The seconds of a date since 2001; whole seconds have no fraction in the text.
    static func interval(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        return Int64(exactly: seconds).map(String.init) ?? seconds.description
    }

    /// The date of a text of seconds since 2001.
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

    /// The number of a text; nil for infinity and "not a number", which no model can mean.
    private static func double(_ text: String) -> Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    private static func boolean(_ text: String) -> Bool? {
        switch text {
        case "YES", "yes", "true", "1": true
        case "NO", "no", "false", "0": false
        default: nil
        }
    }
}
