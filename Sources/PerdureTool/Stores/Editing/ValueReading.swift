// SPDX-License-Identifier: Apache-2.0
// Values of attributes from the words of JSON, of a cell, or of the command line.

import Foundation
import Perdure

/// Words that are no value of an attribute.
struct ValueFault: Error {
    let text: String

    init(_ text: String) { self.text = text }
}

enum ValueReading {
    /// The value that an attribute gets; nil for none.
    static func value(_ given: ImportedValue, _ attribute: NSAttributeDescription) throws(ValueFault) -> Any?
    {
        switch given {
        case .json(.null), .cell(nil), .plain(nil): return nil
        case .json(let value): return try read(value, attribute)
        case .plain(let text?): return try read(cell(text, attribute), attribute)
        case .cell(let text?): return try read(cell(FormulaGuard.unguarded(text), attribute), attribute)
        }
    }

    /// A cell as JSON would say it.
    private static func cell(_ text: String, _ attribute: NSAttributeDescription) throws(ValueFault)
        -> JSONValue
    {
        switch attribute.attributeType {
        case .booleanAttributeType:
            let words = ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false]
            guard let value = words[text.lowercased()] else { throw fault("a boolean: true or false", text) }
            return .boolean(value)
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            guard let value = Int64(text) else { throw fault("a whole number", text) }
            return .integer(value)
        case .doubleAttributeType, .floatAttributeType:
            return Double(text).map { .number($0) } ?? .string(text)
        case .dateAttributeType:
            return Double(text).map { .number($0) } ?? .string(text)
        case .compositeAttributeType:
            do { return try JSONReader.value(text.utf8) } catch { throw fault("an object of JSON", text) }
        default: return .string(text)
        }
    }

    private static func fault(_ wanted: String, _ found: String) -> ValueFault {
        ValueFault("'\(found.count > 60 ? found.prefix(60) + "…" : found)' is not \(wanted)")
    }

    private static func read(_ value: JSONValue, _ attribute: NSAttributeDescription) throws(ValueFault)
        -> Any
    {
        let type = attribute.attributeType
        switch (type, value) {
        case (.stringAttributeType, .string(let text)): return text
        case (.booleanAttributeType, .boolean(let flag)): return flag
        case (.integer16AttributeType, .integer(let number)): return try within(number, Int16.self)
        case (.integer32AttributeType, .integer(let number)): return try within(number, Int32.self)
        case (.integer64AttributeType, .integer(let number)): return number
        case (.doubleAttributeType, _): return try double(value)
        case (.floatAttributeType, _): return try float(value)
        case (.dateAttributeType, _): return try date(value)
        case (.decimalAttributeType, _): return try decimal(value)
        case (.UUIDAttributeType, .string(let text)):
            guard let uuid = UUID(uuidString: text) else { throw fault("a UUID", text) }
            return uuid
        case (.URIAttributeType, .string(let text)):
            guard let url = URL(string: text) else { throw fault("a URI", text) }
            return url
        case (.binaryDataAttributeType, .string(let text)), (.transformableAttributeType, .string(let text)):
            guard let data = Data(base64Encoded: text) else { throw fault("base64", text) }
            return data
        case (.compositeAttributeType, .object(let members)): return try composite(members, attribute)
        default: throw fault(wanted(type), value.line)
        }
    }

    private static func within<T: FixedWidthInteger>(_ number: Int64, _ type: T.Type) throws(ValueFault)
        -> Any
    {
        guard let value = T(exactly: number) else {
            throw ValueFault("\(number) is out of the range of \(T.bitWidth) bits, \(T.min) to \(T.max)")
        }
        return value
    }

    private static func double(_ value: JSONValue) throws(ValueFault) -> Double {
        switch value {
        case .integer(let number): return Double(number)
        case .number(let number): return number
        case .string(let text):
            guard let number = Double(text) else { throw fault("a number", text) }
            guard !number.isNaN else {
                throw ValueFault("NaN is no value that a store keeps: leave it out, or write null")
            }
            return number
        default: throw fault("a number", value.line)
        }
    }

    private static func float(_ value: JSONValue) throws(ValueFault) -> Any {
        let number = try double(value)
        guard !number.isFinite || Float(number).isFinite else {
            throw ValueFault("\(number) is out of the range of a Float")
        }
        return Float(number)
    }

    private static func date(_ value: JSONValue) throws(ValueFault) -> Date {
        switch value {
        case .integer(let number): return Date(timeIntervalSinceReferenceDate: Double(number))
        case .number(let number): return Date(timeIntervalSinceReferenceDate: number)
        case .string(let text):
            guard let seconds = ExactDate.seconds(text) else {
                throw fault("a date: write 2026-11-28T07:30:00Z, or seconds since 2001 as a number", text)
            }
            return Date(timeIntervalSinceReferenceDate: seconds)
        default: throw fault("a date", value.line)
        }
    }

    private static func decimal(_ value: JSONValue) throws(ValueFault) -> NSDecimalNumber {
        let text = if case .string(let text) = value { text } else { value.line }
        if text == "NaN" { return .notANumber }
        let form = /[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/
        guard text.wholeMatch(of: form) != nil, let number = Decimal(string: text) else {
            throw fault("a decimal number", text)
        }
        return NSDecimalNumber(decimal: number)
    }

    private static func composite(
        _ members: [(key: String, value: JSONValue)], _ attribute: NSAttributeDescription
    ) throws(ValueFault) -> [String: Any] {
        let elements = (attribute as? NSCompositeAttributeDescription)?.elements ?? []
        var values: [String: Any] = [:]
        for (key, value) in members {
            guard let element = elements.first(where: { $0.name == key }) else {
                throw ValueFault(UnknownName.property(key, of: attribute.name, elements.map(\.name)))
            }
            values[key] = try self.value(.json(value), element)
        }
        return values
    }

    private static func wanted(_ type: NSAttributeType) -> String {
        switch type {
        case .stringAttributeType: "a text in quotes"
        case .booleanAttributeType: "true or false"
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: "a whole number"
        case .UUIDAttributeType: "a UUID in quotes"
        case .URIAttributeType: "a URI in quotes"
        case .binaryDataAttributeType, .transformableAttributeType: "base64 in quotes"
        case .compositeAttributeType: "an object of the elements"
        default: "a value that can be stored"
        }
    }
}
