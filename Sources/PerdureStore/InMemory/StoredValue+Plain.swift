// SPDX-License-Identifier: Apache-2.0
// Slot values as the plain values that predicates compare, and back.

import Foundation
import PerdurePredicates

extension StoredValue {
    /// The value as an attribute's type shows it in a predicate; nil for null.
    func plainValue(of attribute: AttributeDefinition) -> Any? {
        if let parts = attribute.parts { return parts.shown(self) }
        return switch self {
        case .null: nil
        case .integer(let value): attribute.type == .boolean ? value != 0 : value
        case .double(let value): value
        case .string(let value): attribute.type == .uri ? URL(string: value) ?? value : value
        case .date(let value): Date(timeIntervalSinceReferenceDate: value)
        case .data(let value): value
        case .uuid(let value): value
        case .decimal(let box): box.value
        case .reference(let key): key.reference
        case .composite(let leaves): ReadableComposite(leaves, attribute)
        }
    }

    /// A result of the evaluator, as a column of some type holds it.
    package init(plain value: Any?, as type: StoredAttributeType) {
        if let number = Self.calculated(value) {
            self = StoredValue.double(number).number(as: type)
            return
        }
        switch value {
        case nil, is NSNull: self = .null
        case let constant as ConstantValue: self = StoredValue(entry: constant)
        case let reader as ReadableRow: self = .reference(reader.row.key)
        case let reference as StoredReference: self = .reference(ObjectKey(reference))
        case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
        case let data as Data: self = .data(data)
        case let uuid as UUID: self = .uuid(uuid)
        case let url as URL: self = .string(url.absoluteString)
        case let text as String: self = .string(text)
        case let flag as Bool: self = StoredValue.integer(flag ? 1 : 0).number(as: type)
        case let number as Int64: self = StoredValue.integer(number).number(as: type)
        case let number as Int: self = StoredValue.integer(Int64(number)).number(as: type)
        case let number as Decimal: self = StoredValue.decimal(DecimalBox(number)).number(as: type)
        case let number as Double: self = StoredValue.double(number).number(as: type)
        case let number as NSNumber: self = StoredValue.double(number.doubleValue).number(as: type)
        default: self = .null
        }
    }

    /// A double that the evaluator has calculated; a whole one is no whole number, whose quotients would be cut.
    private static func calculated(_ value: Any?) -> Double? {
        guard let value, type(of: value) == NSNumber.self, let number = value as? NSNumber,
            number.objCType.pointee == CChar(UInt8(ascii: "d"))
        else { return nil }
        return number.doubleValue
    }

    /// A number in the form that a type is stored in; a value that does not fit stays as it is.
    package func number(as type: StoredAttributeType) -> StoredValue {
        switch (type, self) {
        case (.double, .double), (.float, .double): self
        case (.double, _), (.float, _): decimalNumberValue.map { .double($0.nearestDouble) } ?? self
        case (.decimal, _): decimalNumberValue.map { .decimal(DecimalBox($0)) } ?? self
        case (.date, .double(let seconds)): .date(seconds)
        case (.integer16, .double(let value)), (.integer32, .double(let value)),
            (.integer64, .double(let value)), (.boolean, .double(let value)):
            Self.whole(value)
        case (.integer16, .decimal(let box)), (.integer32, .decimal(let box)),
            (.integer64, .decimal(let box)):
            Self.whole(box.value)
        default: self
        }
    }

    /// The integral part of a double, limited to 64 bits, as SQL casts it; null for NaN.
    private static func whole(_ value: Double) -> StoredValue {
        if value.isNaN { return .null }
        return .integer(Int64(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max))
    }

    /// The integral part of a decimal, read digit by digit, because a double has fewer digits.
    ///
    /// NaN is a text for SQL, and casts to 0.
    private static func whole(_ value: Decimal) -> StoredValue {
        if value.isNaN { return .integer(0) }
        var (magnitude, whole) = (value.magnitude, Decimal())
        NSDecimalRound(&whole, &magnitude, 0, .down)
        let sign = value < 0 ? "-" : ""
        return .integer(Int64("\(sign)\(whole)") ?? (value < 0 ? .min : .max))
    }

    /// The value of a number or a date, for arithmetic; nil for everything else.
    var decimalNumberValue: Decimal? {
        switch self {
        case .integer(let value): Decimal(value)
        case .double(let value), .date(let value): value.isFinite ? Decimal(value) : nil
        case .decimal(let box): box.value
        default: nil
        }
    }
}
