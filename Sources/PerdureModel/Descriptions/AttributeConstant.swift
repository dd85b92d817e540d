// SPDX-License-Identifier: Apache-2.0
// Default values: Core Data's classes on one side, the constants of model files and schemas on the other.

import Foundation
import PerdurePredicates

/// Converts values of one attribute.
struct AttributeConstant {
    let attribute: NSAttributeDescription

    init(_ attribute: NSAttributeDescription) { self.attribute = attribute }

    /// The default value as a constant; nil when there is none.
    ///
    /// - Throws: `CoreDataException` when the value is not of the class that the attribute's type asks for.
    func defaultConstant(in entity: NSEntityDescription) throws -> ConstantValue? {
        guard let value = attribute.defaultValue, !(value is NSNull) else { return nil }
        guard let constant = Self.constant(for: value, type: attribute.attributeType) else {
            throw ErrorMessages.wrongDefault(
                entity: entity.name, property: attribute.name, type: attribute.attributeType,
                given: String(describing: Swift.type(of: value)))
        }
        return constant
    }

    /// The constant of a value, or nil when the value does not fit the type.
    static func constant(for value: Any, type: NSAttributeType) -> ConstantValue? {
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            (value as? NSNumber).map { .integer($0.int64Value) }
        case .booleanAttributeType: (value as? NSNumber).map { .boolean($0.boolValue) }
        case .doubleAttributeType, .floatAttributeType: (value as? NSNumber).map { .double($0.doubleValue) }
        case .decimalAttributeType:
            (value as? NSNumber).map { .decimal($0.doubleValue.isInfinite ? .nan : $0.decimalValue) }
        case .stringAttributeType: (value as? String).map { .string($0) }
        case .dateAttributeType: (value as? Date).map { .date($0) }
        case .binaryDataAttributeType: (value as? Data).map { .data($0) }
        case .UUIDAttributeType: (value as? UUID).map { .uuid($0) }
        case .URIAttributeType: (value as? URL).map { .url($0) }
        case .compositeAttributeType: (value as? [String: Any]).map { ConstantValue($0) }
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType:
            ConstantValue(value)
        }
    }

    /// The value that a file's constant stands for, in the class that Core Data uses for the type.
    ///
    /// - Parameters:
    ///   - constant: The constant, as a reader made it: numbers may be of any kind.
    ///   - type: The attribute's type.
    /// - Returns: The value, or nil when the constant is null or does not fit the type.
    static func value(of constant: ConstantValue, type: NSAttributeType) -> Any? {
        switch (type, constant) {
        case (_, .null): nil
        case (.booleanAttributeType, .integer(let number)): NSNumber(value: number != 0)
        case (.decimalAttributeType, .decimal(let decimal)): NSDecimalNumber(decimal: decimal)
        case (.decimalAttributeType, .integer(let number)): NSDecimalNumber(decimal: Decimal(number))
        // Foundation stops the process when a Decimal is made from infinity.
        case (.decimalAttributeType, .double(let number)):
            NSDecimalNumber(decimal: number.isFinite ? Decimal(number) : .nan)
        case (.doubleAttributeType, .integer(let number)), (.floatAttributeType, .integer(let number)):
            NSNumber(value: Double(number))
        case (.dateAttributeType, .double(let seconds)) where seconds.isNaN: nil
        case (.dateAttributeType, .double(let seconds)): Date(timeIntervalSinceReferenceDate: seconds)
        case (.dateAttributeType, .integer(let seconds)):
            Date(timeIntervalSinceReferenceDate: Double(seconds))
        case (.UUIDAttributeType, .string(let text)): UUID(uuidString: text)
        case (.URIAttributeType, .string(let text)): URL(string: text)
        case (_, .boolean(let flag)): NSNumber(value: flag)
        case (_, .integer(let number)): NSNumber(value: number)
        case (_, .double(let number)): NSNumber(value: number)
        case (_, .decimal(let decimal)): NSDecimalNumber(decimal: decimal)
        default: constant.anyValue
        }
    }
}
