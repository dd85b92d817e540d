// SPDX-License-Identifier: Apache-2.0
// The default transformer: keyed archives of Foundation's values and of a program's own classes that are allowed.
// The bounded reader opens them, and no other class is ever made (decision 21); see SecureDecoder.swift.

import Foundation
import PerdurePredicates
import PerdurePropertyList

/// Turns the bytes of a keyed archive into the value, and a value into an archive.
///
/// Its direction is opposite to that of other transformers: `transformedValue(_:)` takes the bytes. Attributes that
/// name it, or a subclass of it, are stored with `reverseTransformedValue(_:)`.
///
/// A subclass allows a program's own classes, which conform to `NSSecureCoding`:
///
/// ```swift
/// final class ColorTransformer: NSSecureUnarchiveFromDataTransformer {
///     override class var allowedTopLevelClasses: [AnyClass] { [Color.self] }
/// }
/// ValueTransformer.setValueTransformer(ColorTransformer(), forName: NSValueTransformerName("ColorTransformer"))
/// ```
///
/// ## Compatibility
/// Of Foundation's classes, archives hold property list values, UUID, URL, NSDecimalNumber, NSNull, sets and ordered
/// sets. Subclasses of an allowed class must be allowed themselves.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
    /// The classes that an archive may hold, at its top and in its collections.
    ///
    /// What objects of a program's own classes hold is decided by their `init(coder:)`.
    open class var allowedTopLevelClasses: [AnyClass] { propertyListClasses }

    static let propertyListClasses: [AnyClass] = [
        NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSString.self, NSNumber.self,
        NSDate.self, NSData.self, NSURL.self, NSUUID.self, NSNull.self,
    ]

    open override class func transformedValueClass() -> AnyClass { NSObject.self }

    open override class func allowsReverseTransformation() -> Bool { true }

    /// The value in an archive; nil for bytes that are none, and for archives of other classes.
    open override func transformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap { try? opened($0, allowing: []) }
    }

    /// The archive of a value; nil for a value of another class.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        value.flatMap { try? archived($0, allowing: []) }
    }

    override func data(of value: Any, as type: AnyClass?) -> Data? {
        guard let type else { return reverseTransformedValue(value) as? Data }
        return try? archived(value, allowing: [type])
    }

    override func value(of data: Data, as type: AnyClass?) -> Any? {
        guard let type else { return transformedValue(data) }
        return try? opened(data, allowing: [type])
    }

    /// The value in an archive.
    ///
    /// - Throws: `PropertyListError` that names the class which is not allowed, or what is damaged.
    final func opened(_ data: Data, allowing more: [AnyClass]) throws -> Any {
        let allowed = AllowedClasses(type(of: self).allowedTopLevelClasses + more)
        guard let plain = try? KeyedArchive.decodePlainValue(data) else {
            return try SecureDecoder.decode(data, allowed: allowed.classes)
        }
        let value = plain.anyValue
        if !allowed.holdsPropertyLists { try allowed.check(value) }
        return value
    }

    /// The archive of a value.
    ///
    /// - Throws: `PropertyListError` that names the class which is not allowed or cannot be archived.
    final func archived(_ value: Any, allowing more: [AnyClass]) throws -> Data {
        let allowed = AllowedClasses(type(of: self).allowedTopLevelClasses + more)
        let plain = PlainValue(any: value)
        if plain == nil || !allowed.holdsPropertyLists { try allowed.check(value) }
        return try plain.map { try KeyedArchive.encodePlainValue($0) } ?? SecureEncoder.encode(value)
    }
}
