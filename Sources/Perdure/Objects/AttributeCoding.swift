// SPDX-License-Identifier: Apache-2.0
// Between slots and the values that programs see, by attribute type. Transformable values are in
// TransformedValue.swift.

import Foundation
import PerdurePredicates
import PerdureStore

/// How the values of one attribute are read and written.
struct AttributeCoding {
    let name: String
    let type: AttributeType
    /// The elements of a composite.
    let elements: [AttributeCoding]

    init(name: String, _ attribute: AttributeDefinition) {
        self.name = name
        type = attribute.type
        elements = attribute.elements.compactMap { element in
            guard case .attribute(let definition) = element.kind else { return nil }
            return AttributeCoding(name: element.name, definition)
        }
    }

    /// Whether a number may be outside the range of its type.
    var needsRangeCheck: Bool { type == .integer16 || type == .integer32 || type == .uri }

    /// The value as programs see it: numbers are NSNumber, which casts to Int and to the exact type alike.
    func value(_ slot: SlotValue) -> Any? {
        switch slot {
        case .null, .reference: nil
        case .integer(let number): type == .boolean ? NSNumber(value: number != 0) : NSNumber(value: number)
        case .double(let number):
            type == .float ? NSNumber(value: Float(number)) : NSNumber(value: number)
        case .string(let text): type == .uri ? URL(string: text) : text
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .data(let data): data
        case .uuid(let uuid): uuid
        case .decimal(let box): NSDecimalNumber(decimal: box.value)
        case .composite(let values): dictionary(values)
        case .object(let object): (object as? TransformedValue)?.value ?? object
        }
    }

    private func dictionary(_ values: [SlotValue]) -> [String: Any] {
        var result: [String: Any] = [:]
        for (element, value) in zip(elements, values) { result[element.name] = element.value(value) }
        return result
    }

    /// The slot's form of a value.
    ///
    /// - Throws: `CoreDataException` when the value is of a wrong class.
    func slotValue(_ value: Any?) throws -> SlotValue {
        guard let value = Self.unwrapped(value) else { return .null }
        if let result = try converted(value) { return result }
        throw ObjectErrors.unacceptableValue(value, attribute: name, desired: desiredClass)
    }

    /// nil when the value is of a wrong class.
    private func converted(_ value: Any) throws -> SlotValue? {
        switch type {
        case .integer16, .integer32, .integer64, .boolean: integer(value)
        case .double: (value as? NSNumber).map { .double($0.doubleValue) }
        case .float: (value as? NSNumber).map { .double(Double($0.floatValue)) }
        case .string: (value as? String).map { .string($0) }
        case .date: (value as? Date).map { .date($0.timeIntervalSinceReferenceDate) }
        case .binary: (value as? Data).map { .data($0) }
        case .uuid: (value as? UUID).map { .uuid($0) }
        case .uri: (value as? URL).map { .string($0.absoluteString) }
        case .decimal: decimal(value)
        case .composite: try composite(value)
        case .undefined, .transformable, .objectID: .object(TransformedValue(value))
        }
    }

    private func integer(_ value: Any) -> SlotValue? {
        switch value {
        case let number as Int: .integer(Int64(number))
        case let number as NSNumber: .integer(number.int64Value)
        default: nil
        }
    }

    /// The value as an object, for the common types; nil for nil and for all others.
    ///
    /// The bridge is named by its type here: finding it for an `Any` costs more than the object does.
    func object(_ slot: SlotValue) -> AnyObject? {
        switch slot {
        case .integer(let number): type == .boolean ? NSNumber(value: number != 0) : NSNumber(value: number)
        case .double(let number): type == .float ? NSNumber(value: Float(number)) : NSNumber(value: number)
        case .string(let text): type == .uri ? nil : NSString(string: text)
        case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
        default: nil
        }
    }

    /// Whether an object is plainly of the attribute's class; false says nothing.
    func accepts(_ object: AnyObject?) -> Bool {
        guard let object else { return true }
        return switch type {
        case .integer64, .boolean, .double, .float: object is NSNumber
        case .string: object is NSString
        case .date: object is NSDate
        default: false
        }
    }

    private func decimal(_ value: Any) -> SlotValue? {
        switch value {
        case let number as NSDecimalNumber: .decimal(DecimalBox(number.decimalValue))
        case let number as Decimal: .decimal(DecimalBox(number))
        default: nil
        }
    }

    private func composite(_ value: Any) throws -> SlotValue? {
        guard let values = value as? [String: Any] else { return nil }
        if let unknown = values.keys.first(where: { key in !elements.contains { $0.name == key } }) {
            throw ObjectErrors.unknownElement(unknown, attribute: name)
        }
        return .composite(try elements.map { try $0.slotValue(values[$0.name]) })
    }

    private var desiredClass: String {
        NSAttributeType(rawValue: UInt(type.rawValue))?.valueClassName ?? "NSObject"
    }

    /// Takes away the optionals that a value may be wrapped in.
    static func unwrapped(_ value: Any?) -> Any? {
        guard let value else { return nil }
        guard let nested = value as? any OptionalValue else { return value }
        return unwrapped(nested.anyValue)
    }
}

/// Tells an optional inside an Any from other values.
private protocol OptionalValue {
    var anyValue: Any? { get }
}

extension Optional: OptionalValue {
    var anyValue: Any? { self }
}
