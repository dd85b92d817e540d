// SPDX-License-Identifier: Apache-2.0
// The values of dictionary results in the types of Swift: numbers of each width, optionals, enums by their raw values.

import Foundation
import Perdure

/// A number that can be added up by a store.
///
/// ## Compatibility
/// An addition.
public protocol AggregateNumber: AdditiveArithmetic, Sendable {
    /// The value of a store's number; nil where it does not fit.
    static func _read(_ number: NSNumber) -> Self?
}

extension AggregateNumber where Self: FixedWidthInteger {
    /// The number, where the type has it.
    public static func _read(_ number: NSNumber) -> Self? { Self(exactly: number.int64Value) }
}

extension Int: AggregateNumber {}
extension Int8: AggregateNumber {}
extension Int16: AggregateNumber {}
extension Int32: AggregateNumber {}
extension Int64: AggregateNumber {}
extension UInt8: AggregateNumber {}
extension UInt16: AggregateNumber {}
extension UInt32: AggregateNumber {}

extension Double: AggregateNumber {
    /// The number.
    public static func _read(_ number: NSNumber) -> Double? { number.doubleValue }
}

extension Float: AggregateNumber {
    /// The number.
    public static func _read(_ number: NSNumber) -> Float? { number.floatValue }
}

extension Decimal: AggregateNumber {
    /// The number.
    public static func _read(_ number: NSNumber) -> Decimal? { number.decimalValue }
}

/// Reads values of dictionary results.
enum AggregateValue {
    /// A result as a value of a type; nil for one that has no value of the type.
    static func read<Value>(_ result: Any?, as type: Value.Type) -> Value? {
        let result = result is NSNull ? nil : result
        if let optional = type as? any OptionalResult.Type { return optional.read(result) as? Value }
        guard let result else { return nil }
        if let type = type as? any AggregateNumber.Type, let number = result as? NSNumber {
            return type._read(number) as? Value
        }
        if let value = result as? Value { return value }
        return (type as? any RawRepresentable.Type).flatMap { raw($0, result) as? Value }
    }

    private static func raw<Value: RawRepresentable>(_ type: Value.Type, _ result: Any) -> Value? {
        read(result, as: Value.RawValue.self).flatMap(Value.init(rawValue:))
    }

    /// The attribute type of a column with values of a type; undefined for a type that no column has.
    static func attributeType(of type: Any.Type) -> NSAttributeType {
        switch type {
        case let type as any OptionalResult.Type: attributeType(of: type.wrappedType)
        case let type as any RawRepresentable.Type: rawAttributeType(type)
        case is String.Type: .stringAttributeType
        case is Bool.Type: .booleanAttributeType
        case is Double.Type, is Float.Type: .doubleAttributeType
        case is Decimal.Type: .decimalAttributeType
        case is Date.Type: .dateAttributeType
        case is UUID.Type: .UUIDAttributeType
        case is URL.Type: .URIAttributeType
        case is Data.Type: .binaryDataAttributeType
        case is any BinaryInteger.Type: .integer64AttributeType
        default: .undefinedAttributeType
        }
    }

    private static func rawAttributeType<Value: RawRepresentable>(_ type: Value.Type) -> NSAttributeType {
        attributeType(of: Value.RawValue.self)
    }
}

/// An optional type of a result.
private protocol OptionalResult {
    static var wrappedType: Any.Type { get }
    /// The optional with a result's value; nil for a result that has no value of the type.
    static func read(_ result: Any?) -> Self?
}

extension Optional: OptionalResult {
    fileprivate static var wrappedType: Any.Type { Wrapped.self }

    fileprivate static func read(_ result: Any?) -> Wrapped?? {
        guard let result else { return .some(nil) }
        return AggregateValue.read(result, as: Wrapped.self).map { .some($0) }
    }
}
