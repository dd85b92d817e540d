// SPDX-License-Identifier: Apache-2.0
// The default transformer: keyed archives of Foundation's values and of a program's own allowed classes. The bounded reader in
// SecureDecoder.swift opens the archives. No class outside of the allowed ones is ever instantiated (decision 21).

import Foundation
import PerdurePredicates
import PerdurePropertyList

/// Turns the bytes of a keyed archive into a value, and a value into an archive.
///
/// The direction is opposite to that of other transformers: `transformedValue(_:)` takes the bytes. Attributes that name this
/// class or a subclass are therefore stored with `reverseTransformedValue(_:)`.
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
/// Archives may hold these classes of Foundation: property list values, UUID, URL, NSDecimalNumber, NSNull, sets and ordered
/// sets. A subclass of an allowed class must be allowed itself.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
    /// The classes that an archive may hold, at its root and in its collections.
    ///
    /// The `init(coder:)` of a program's own class decides which classes its fields may hold.
    open class var allowedTopLevelClasses: [AnyClass] { propertyListClasses }

    static let propertyListClasses: [AnyClass] = [
        NSArray.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSString.self, NSNumber.self,
        NSDate.self, NSData.self, NSURL.self, NSUUID.self, NSNull.self,
    ]

    open override class func transformedValueClass() -> AnyClass { NSObject.self }

    open override class func allowsReverseTransformation() -> Bool { true }

    /// The value in an archive; nil for bytes that are no archive, and for archives of other classes.
    open override func transformedValue(_ value: Any?) -> Any? {
        (value as? Data).flatMap { try? opened($0, allowing: []) }
    }

    /// The archive of a value; nil for a value of another class.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        value.flatMap { try? archived($0, allowing: []) }
    }

    package override func data(of value: Any, as type: AnyClass?) -> Data? {
        guard let type else { return reverseTransformedValue(value) as? Data }
        return try? archived(value, allowing: [type])
    }

    package override func value(of data: Data, as type: AnyClass?) -> Any? {
        guard let type else { return transformedValue(data) }
        return try? opened(data, allowing: [type])
    }

    /// The value in an archive.
    ///
    /// - Throws: `PropertyListError` that names the forbidden class or the damage.
    package final func opened(_ data: Data, allowing more: [AnyClass]) throws -> Any {
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
    /// - Throws: `PropertyListError` that names the class that is forbidden or cannot be archived.
    package final func archived(_ value: Any, allowing more: [AnyClass]) throws -> Data {
        let allowed = AllowedClasses(type(of: self).allowedTopLevelClasses + more)
        let plain = PlainValue(any: value)
        if plain == nil || !allowed.holdsPropertyLists { try allowed.check(value) }
        return try plain.map { try KeyedArchive.encodePlainValue($0) } ?? SecureEncoder.encode(value)
    }
}
