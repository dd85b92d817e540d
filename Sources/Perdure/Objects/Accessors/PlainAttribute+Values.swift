// SPDX-License-Identifier: Apache-2.0
// Plain attributes whose types are neither integers, Booleans nor floating-point numbers. Part of PlainAttribute.swift.

import Foundation

extension String: _PlainAttribute {
    /// The attribute's type.
    public static var _attributeType: NSAttributeType { .stringAttributeType }
    /// Reads an attribute.
    public static func _read(_ object: NSManagedObject, at slot: Int) -> String? { object._string(at: slot) }
    /// Sets an attribute, tracked.
    public static func _write(_ value: String?, _ object: NSManagedObject, at slot: Int) {
        object._setString(value, at: slot)
    }
}

extension Date: _PlainAttribute {
    /// The attribute's type.
    public static var _attributeType: NSAttributeType { .dateAttributeType }
    /// Reads an attribute.
    public static func _read(_ object: NSManagedObject, at slot: Int) -> Date? { object._date(at: slot) }
    /// Sets an attribute, tracked.
    public static func _write(_ value: Date?, _ object: NSManagedObject, at slot: Int) {
        object._setDate(value, at: slot)
    }
}

extension Data: _PlainAttribute {
    /// The attribute's type.
    public static var _attributeType: NSAttributeType { .binaryDataAttributeType }
    /// Reads an attribute.
    public static func _read(_ object: NSManagedObject, at slot: Int) -> Data? { object._data(at: slot) }
    /// Sets an attribute, tracked.
    public static func _write(_ value: Data?, _ object: NSManagedObject, at slot: Int) {
        object._setData(value, at: slot)
    }
}

extension UUID: _PlainAttribute {
    /// The attribute's type.
    public static var _attributeType: NSAttributeType { .UUIDAttributeType }
    /// Reads an attribute.
    public static func _read(_ object: NSManagedObject, at slot: Int) -> UUID? { object._uuid(at: slot) }
    /// Sets an attribute, tracked.
    public static func _write(_ value: UUID?, _ object: NSManagedObject, at slot: Int) {
        object._setUUID(value, at: slot)
    }
}

extension URL: _PlainAttribute {
    /// The attribute's type.
    public static var _attributeType: NSAttributeType { .URIAttributeType }
    /// Reads an attribute.
    public static func _read(_ object: NSManagedObject, at slot: Int) -> URL? { object._url(at: slot) }
    /// Sets an attribute, tracked.
    public static func _write(_ value: URL?, _ object: NSManagedObject, at slot: Int) {
        object._setURL(value, at: slot)
    }
}

extension Decimal: _PlainAttribute {
    /// The attribute's type.
    public static var _attributeType: NSAttributeType { .decimalAttributeType }
    /// Reads an attribute.
    public static func _read(_ object: NSManagedObject, at slot: Int) -> Decimal? {
        object._decimal(at: slot)?.decimalValue
    }
    /// Sets an attribute, tracked.
    public static func _write(_ value: Decimal?, _ object: NSManagedObject, at slot: Int) {
        object._setDecimal(value.map { NSDecimalNumber(decimal: $0) }, at: slot)
    }
    /// The decimal in a value that key-value coding returned.
    public static func _value(of object: Any) -> Decimal? {
        (object as? NSDecimalNumber)?.decimalValue ?? object as? Decimal
    }
    /// The value in the form of key-value coding.
    public var _object: Any { NSDecimalNumber(decimal: self) }
}

/// A collection of plain values, which a transformable attribute keeps in a keyed archive.
///
/// Apple's default transformer reads such an archive as an NSArray, NSSet or NSDictionary.
public protocol _ArchivableAttribute: Codable {}

extension String: _ArchivableAttribute {}
extension Int: _ArchivableAttribute {}
extension Int16: _ArchivableAttribute {}
extension Int32: _ArchivableAttribute {}
extension Int64: _ArchivableAttribute {}
extension Bool: _ArchivableAttribute {}
extension Double: _ArchivableAttribute {}
extension Float: _ArchivableAttribute {}
extension Date: _ArchivableAttribute {}
extension Data: _ArchivableAttribute {}
extension UUID: _ArchivableAttribute {}
extension URL: _ArchivableAttribute {}
extension Decimal: _ArchivableAttribute {}
extension Array: _ArchivableAttribute where Element: _ArchivableAttribute {}
extension Set: _ArchivableAttribute where Element: _ArchivableAttribute {}
extension Dictionary: _ArchivableAttribute where Key == String, Value: _ArchivableAttribute {}
