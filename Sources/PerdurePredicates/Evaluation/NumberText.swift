// SPDX-License-Identifier: Apache-2.0
// Numbers as texts: a literal number beside a text is compared as a text (PRG-53), in memory and in stores alike.
// PerdureSQL/Translation/Operand.swift binds it so in SQL.

import Foundation

extension ConstantValue {
    /// A number's text, as a database with text affinity stores it; nil for NaN and for all other values.
    package var numberText: String? {
        switch self {
        case .boolean(let value): value ? "1" : "0"
        case .integer(let value): String(value)
        case .double(let value): Self.text(of: value)
        case .decimal(let value): value.isNaN ? nil : value.description
        default: nil
        }
    }

    /// Fifteen digits, and always a point: 9.0, 1.0e+20.
    private static func text(of number: Double) -> String? {
        if number.isNaN { return nil }
        if number.isInfinite { return number < 0 ? "-Inf" : "Inf" }
        let text = String(format: "%.15g", number)
        guard !text.contains(".") else { return text }
        guard let exponent = text.firstIndex(of: "e") else { return text + ".0" }
        return "\(text[..<exponent]).0\(text[exponent...])"
    }

    /// The value with each number replaced by its text, in a list too.
    var withNumberTexts: ConstantValue {
        switch self {
        case .array(let elements): .array(elements.map(\.withNumberTexts))
        case .set(let elements): .array(elements.map(\.withNumberTexts))
        default: numberText.map { ConstantValue.string($0) } ?? self
        }
    }

    /// Whether the value has a number to write as text.
    fileprivate var hasNumbers: Bool {
        switch self {
        case .boolean, .integer, .double, .decimal: true
        case .array(let elements): elements.contains(where: \.hasNumbers)
        case .set(let elements): elements.contains(where: \.hasNumbers)
        default: false
        }
    }
}

extension ExpressionNode {
    /// The expression with its literal numbers as texts; nil where it has none.
    var withNumberTexts: ExpressionNode? {
        switch self {
        case .constant(let value): value.hasNumbers ? .constant(value.withNumberTexts) : nil
        case .aggregate(let elements) where elements.contains(where: { $0.withNumberTexts != nil }):
            .aggregate(elements.map { $0.withNumberTexts ?? $0 })
        default: nil
        }
    }

    fileprivate var isList: Bool {
        switch self {
        case .constant(let value): value.isCollection
        case .aggregate: true
        default: false
        }
    }

    fileprivate var isConstant: Bool {
        if case .constant = self { return true }
        return false
    }
}

extension ComparisonNode {
    /// The right side for a text on the left one, with its numbers as texts; nil where that changes nothing.
    var withTextOnTheLeft: ExpressionNode? {
        guard comparison == .equal || comparison == .notEqual || comparison == .isIn, !left.isConstant else {
            return nil
        }
        return right.withNumberTexts
    }

    /// The left side for a text on the right one, with its numbers as texts; nil where that changes nothing.
    var withTextOnTheRight: ExpressionNode? {
        if right.isConstant { return nil }
        switch comparison {
        case .equal, .notEqual: return left.withNumberTexts
        case .contains: return left.isList ? left.withNumberTexts : nil
        default: return nil
        }
    }
}

extension String {
    /// The number at the beginning of the text, as NSString's `doubleValue` reads it; 0 without one.
    ///
    /// Foundation stops the process at some texts whose digits are followed by marks.
    package var leadingNumber: Double {
        var rest = unicodeScalars.drop { $0.properties.isWhitespace }
        var number = ""
        func take(_ accept: (Unicode.Scalar) -> Bool, atMost count: Int = .max) -> Int {
            let taken = rest.prefix(count).prefix(while: accept)
            number.unicodeScalars.append(contentsOf: taken)
            rest = rest.dropFirst(taken.count)
            return taken.count
        }
        func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
        _ = take({ $0 == "-" || $0 == "+" }, atMost: 1)
        var digits = take(isDigit)
        if take({ $0 == "." }, atMost: 1) > 0 {
            let fraction = take(isDigit)
            if fraction == 0 { number += "0" }
            digits += fraction
        }
        guard digits > 0 else { return 0 }
        let mantissa = number
        _ = take({ $0 == "e" || $0 == "E" }, atMost: 1)
        _ = take({ $0 == "-" || $0 == "+" }, atMost: 1)
        let hasExponent = take(isDigit) > 0
        return Double(hasExponent ? number : mantissa) ?? 0
    }
}
